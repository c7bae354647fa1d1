import { assert, assertEquals } from "@std/assert";
import type { ServiceClient, ServiceTrack } from "@tonearm/client";
import { Failure } from "../../../cli/errors.ts";
import type { Input } from "../../../cli/host/host.ts";
import { Playback } from "../../../cli/play/playback.ts";
import { PlayQueue } from "../../../cli/play/play_queue.ts";
import type { Ending, Player, Sound } from "../../../cli/play/player.ts";
import type { Queued } from "../../../cli/play/queue.ts";
import { PlaySession } from "../../../cli/play/session.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";

/** Reads a queue in order. */
async function* sourceOf(queued: readonly Queued[]): AsyncGenerator<Queued> {
  for (const one of queued) yield await Promise.resolve(one);
}

const TITLES = ["A", "B", "C"];

function queuedTrack(title: string): Queued {
  const track = {
    urn: `soundcloud:tracks:${title}`,
    title,
    duration: 60_000,
    access: "playable",
    user: { username: "U" },
  };
  return { word: title, track: track as ServiceTrack };
}

/** What a user does during the sounds, one list of keys for each; without keys a sound plays to its end. */
interface Evening {
  readonly keys?: readonly string[];
  readonly startSeconds?: number;
  readonly queued?: readonly Queued[];
  readonly ending?: Ending;
  /** Whether a sound goes on when it is stopped. */
  readonly hangs?: boolean;
}

/** A keyboard on which keys can be typed, and the modes that its terminal was set to. */
class TypedKeyboard implements Input {
  readonly isTTY = true;
  readonly modes: boolean[] = [];
  readonly #typed = new TransformStream<Uint8Array, Uint8Array>();
  readonly #writer = this.#typed.writable.getWriter();

  setRawMode(raw: boolean): void {
    this.modes.push(raw);
  }

  type(keys: string): void {
    void this.#writer.write(new TextEncoder().encode(keys));
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#typed.readable[Symbol.asyncIterator]();
  }
}

/** A player whose sounds last until keys end them; without keys they end at once. */
class KeyedPlayer implements Player {
  readonly name = "fake";
  readonly position = { seconds: 1, durationSeconds: undefined, isPaused: false, volume: undefined };
  readonly sounds: Sound[] = [];
  readonly #evening: Evening;
  readonly #keyboard: TypedKeyboard;
  #end: (ending: Ending) => void = () => {};

  constructor(evening: Evening, keyboard: TypedKeyboard) {
    this.#evening = evening;
    this.#keyboard = keyboard;
  }

  play(sound: Sound): Promise<Ending> {
    if (this.sounds.push(sound) > 9) throw new Error("it never ends");
    const pressed = this.#evening.keys?.[this.sounds.length - 1] ?? "";
    if (pressed === "") return Promise.resolve(this.#evening.ending ?? { kind: "ended" });
    return new Promise((resolve) => {
      this.#end = resolve;
      this.#keyboard.type(pressed);
    });
  }

  stop(): void {
    if (!this.#evening.hangs) this.#end({ kind: "stopped" });
  }

  togglePause(): void {
    setTimeout(() => this.#end({ kind: "ended" }));
  }

  seek(): void {}
  changeVolume(): void {}
  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** A service that refuses to like the track C. */
const client = {
  tracks: { getStreamUrl: (urn: string) => Promise.resolve(`https://media.test/${urn}`) },
  likes: {
    likeTrack: (urn: string) =>
      urn.endsWith("C") ? Promise.reject(new Failure("rate_limited", "Too many")) : Promise.resolve(true),
  },
} as unknown as ServiceClient;

/** Plays a queue while keys are pressed; returns what was played and noted, and the modes of the terminal. */
async function play(evening: Evening = {}) {
  const { startSeconds = 0, queued = TITLES.map(queuedTrack) } = evening;
  const on = testHost({ columns: 80, env: { TERM: "dumb" } });
  const keyboard = new TypedKeyboard();
  const player = new KeyedPlayer(evening, keyboard);
  const context = testContext({ ...on, host: { ...on.host, stdin: keyboard } });
  const queue = new PlayQueue(sourceOf(queued), () => 0);
  const playback = new Playback(context, client, () => Promise.reject(new Error("no network")), player);
  const session = new PlaySession(context, { client, playback, queue }, startSeconds, evening.hangs ? 0 : 60_000);
  const outcome = await session.run(player).catch((error) => ({ error }));
  return {
    outcome,
    played: player.sounds.map(({ title }) => title),
    starts: player.sounds.map((one) => one.startSeconds),
    raw: keyboard.modes,
    notes: on.stdout.split("\r\n").filter((line) => line !== ""),
  };
}

const HELP = [
  "space pause · ←/→ 10 s · 0–9 jump · ↑/↓ volume · p/n previous, next",
  "s shuffle · r repeat · l like · u queue · q quit",
];
/** In these tests, the key for a pause ends the sound, once what the keys before it do is done. */
const ENDS = " ";

Deno.test("PlaySession: the key q ends playback even if the player hangs", async () => {
  const { outcome, played, raw } = await play({ keys: ["q"], hangs: true });
  assertEquals<unknown>({ outcome, played, raw }, {
    outcome: { results: [], failures: [] },
    played: ["A by U"],
    raw: [true, false],
  });
});

Deno.test("PlaySession plays the queue to its end, and gives the terminal back", async () => {
  const { outcome, played, raw, notes } = await play();
  const results = TITLES.map((title) => ({ urn: `soundcloud:tracks:${title}`, title, preview: false }));
  assertEquals<unknown>(outcome, { results, failures: [] });
  assertEquals(played, ["A by U", "B by U", "C by U"]);
  assertEquals(raw, [true, false]);
  assertEquals(notes, [...HELP, "Playing A by U", "Playing B by U", "Playing C by U"]);
});

Deno.test("PlaySession starts within the first track only", async () => {
  assertEquals((await play({ startSeconds: 20 })).starts, [20, 0, 0]);
});

for (
  const [what, keys, played] of [
    ["q quits", ["q"], ["A"]],
    ["n skips", ["n"], ["A", "B", "C"]],
    ["p goes back", ["", "p"], ["A", "B", "A", "B", "C"]],
    ["p on the first track plays it again", ["p"], ["A", "A", "B", "C"]],
    ["r repeats the queue", [`r${ENDS}`, "", "", "q"], ["A", "B", "C", "A"]],
    ["r twice repeats the track, until n skips it", [`rr${ENDS}`, "", "n", "q"], ["A", "A", "A", "B"]],
    ["r three times repeats nothing", [`rrr${ENDS}`], ["A", "B", "C"]],
    ["s shuffles the remaining tracks", [`s${ENDS}`], ["A", "C", "B"]],
  ] as const
) {
  Deno.test(`PlaySession: the key ${what}`, async () => {
    assertEquals((await play({ keys })).played, played.map((title) => `${title} by U`));
  });
}

for (
  const [keys, notes] of [
    [[`rrr${ENDS}`], ["Repeat: all", "Repeat: one", "Repeat: off"]],
    [[`s${ENDS}`], ["Shuffled the remaining tracks"]],
    [[`l${ENDS}`], ["Liked A"]],
    [["", "", `l${ENDS}`], ["like: Too many"]],
    [["", `u${ENDS}`], ["  1 A by U", "▶ 2 B by U", "  3 C by U"]],
    [[`s${ENDS}`, `u${ENDS}`], ["Shuffled the remaining tracks", "  1 A by U", "▶ 2 C by U", "  3 B by U"]],
  ] as const
) {
  Deno.test(`PlaySession: the keys ${JSON.stringify(keys.join(""))} print ${notes.join(", ")}`, async () => {
    const found = (await play({ keys })).notes.filter((note) => !HELP.includes(note) && !note.startsWith("Playing"));
    assertEquals(found.toSorted(), notes.toSorted());
  });
}

Deno.test("PlaySession shows two tracks before the current one and eight from it on", async () => {
  const queued = Array.from({ length: 12 }, (_, index) => queuedTrack(`T${index + 1}`));
  const { notes } = await play({ queued, keys: [`s${ENDS}`, "", "", `u${ENDS}`, "q"] });
  const rows = notes.filter((note) => /^[▶ ] \d/.test(note)).map((note) => note.replace(/ T.*/, ""));
  assertEquals(rows, ["  2", "  3", "▶ 4", "  5", "  6", "  7", "  8", "  9", "  10", "  11"]);
});

Deno.test("PlaySession goes on after a track that is not available, and names it", async () => {
  const error = new Failure("not_found", "Cannot play B: it is blocked here");
  const { outcome, played } = await play({ queued: [queuedTrack("A"), { word: "b", error }, queuedTrack("C")] });
  assertEquals(played, ["A by U", "C by U"]);
  assertEquals<unknown>("failures" in outcome && outcome.failures, [{ name: "b", failure: error }]);
});

Deno.test("PlaySession fails where the only track is not available", async () => {
  const error = new Failure("not_found", "Cannot play B: it is blocked here");
  assertEquals((await play({ queued: [{ word: "b", error }] })).outcome, { error });
});

Deno.test("PlaySession ends where the player fails, and gives the terminal back", async () => {
  const { outcome, played, raw } = await play({ ending: { kind: "failed", isGone: true, message: "no audio output" } });
  assert("error" in outcome);
  const { kind, message, hint } = outcome.error;
  assertEquals(kind, "no_player");
  assertEquals(message, 'fake cannot play "A": no audio output');
  assertEquals(hint, "Check the sound device, or print the URL with --url.");
  assertEquals({ played, isRaw: raw.at(-1) }, { played: ["A by U"], isRaw: false });
});

Deno.test("PlaySession: a media key quits", async () => {
  assertEquals((await play({ ending: { kind: "stopped", direction: "quit" } })).played, ["A by U"]);
});
