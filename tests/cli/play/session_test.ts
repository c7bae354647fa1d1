import { assertEquals } from "@std/assert";
import type { ServiceClient, ServiceTrack } from "@tonearm/client";
import { Failure } from "../../../cli/errors.ts";
import type { Input } from "../../../cli/host/host.ts";
import { Playback } from "../../../cli/play/playback.ts";
import { PlayQueue } from "../../../cli/play/play_queue.ts";
import type { Ending, Player, Sound } from "../../../cli/play/player.ts";
import type { Queued } from "../../../cli/play/queue.ts";
import { type Outcome, PlaySession } from "../../../cli/play/session.ts";
import { factsOf, testContext, testHost } from "../../support/cli/test_host.ts";

/** Reads a queue in order. */
async function* sourceOf(queued: readonly Queued[]): AsyncGenerator<Queued> {
  for (const one of queued) yield await (one === LOST ? Promise.reject(new Error("It was lost")) : one);
}

/** What ends the list with a failure. */
const LOST: Queued = { word: "lost", error: new Error() };
const TITLES = ["A", "B", "C"];
const GONE = new Failure("not_found", "Cannot play it: it is blocked here");

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
  /** Interrupts the program during the first sound. */
  readonly interruption?: AbortController;
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
    this.#evening.interruption?.abort(new Error("Ctrl-C"));
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

/** Plays a queue while keys are pressed; returns all that can be seen of it. A track C can't be liked. */
async function play(evening: Evening = {}) {
  const { startSeconds = 0, queued = TITLES.map(queuedTrack), interruption = new AbortController() } = evening;
  const { signal } = interruption;
  const on = testHost({ columns: 80, env: { TERM: "dumb" }, signal });
  const keyboard = new TypedKeyboard();
  const player = new KeyedPlayer(evening, keyboard);
  const context = testContext({ ...on, host: { ...on.host, stdin: keyboard } });
  const queue = new PlayQueue(sourceOf(queued), () => 0);
  const liked: unknown[] = [];
  const client = {
    tracks: { getStreamUrl: (urn: string) => Promise.resolve(`https://media.test/${urn}`) },
    likes: {
      likeTrack: (urn: string, call: object) => {
        liked.push(urn);
        assertEquals(call, { signal });
        return urn.endsWith("C") ? Promise.reject(new Failure("rate_limited", "Too many")) : Promise.resolve(true);
      },
    },
  } as unknown as ServiceClient;
  const playback = new Playback(context, client, () => Promise.reject(new Error("no network")), player);
  const session = new PlaySession(context, { client, playback, queue }, startSeconds, evening.hangs ? 0 : 60_000);
  const outcome: Partial<Outcome> & { error?: unknown } = await session.run(player).catch((error) => ({ error }));
  const notes = on.stdout.split("\r\n").filter((line) => line !== "");
  assertEquals(notes.splice(0, HELP.length), HELP);
  assertEquals(keyboard.modes, [true, false], "the terminal is given back");
  const played = player.sounds.map(({ title }) => title.replace(" by U", ""));
  const began = notes.filter((note) => note.startsWith("Playing "));
  assertEquals(began, played.map((title) => `Playing ${title} by U`));
  return {
    ...{ outcome, liked, played: played.join(""), starts: player.sounds.map((one) => one.startSeconds) },
    notes: notes.filter((note) => !began.includes(note)).toSorted(),
  };
}

const HELP = [
  "space pause · ←/→ 10 s · 0–9 jump · ↑/↓ volume · p/n previous, next",
  "s shuffle · r repeat · l like · u queue · q quit",
];
/** In these tests, the key for a pause ends the sound, once what the keys before it do is done. */
const ENDS = " ";

/** What was played without a failure. */
function playedAll(titles: string): Outcome {
  const results = [...titles].map((title) => ({ urn: `soundcloud:tracks:${title}`, title, preview: false }));
  return { results, failures: [] };
}

Deno.test("PlaySession: the key q ends playback even if the player hangs", async () => {
  assertEquals(await play({ keys: ["q"], hangs: true }), {
    ...{ outcome: playedAll(""), liked: [], played: "A", starts: [0], notes: [] },
  });
});

Deno.test("PlaySession starts within the first track only", async () => {
  assertEquals(await play({ startSeconds: 20 }), {
    ...{ outcome: playedAll("ABC"), liked: [], played: "ABC", starts: [20, 0, 0], notes: [] },
  });
});

for (
  const [what, keys, played, notes = [], liked = []] of [
    ["q quits", ["q"], "A"],
    ["q quits once, however often it is pressed", ["qq"], "A"],
    ["n skips", ["n"], "ABC"],
    ["p goes back", ["", "p"], "ABABC"],
    ["p on the first track plays it again", ["p"], "AABC"],
    ["r repeats the queue", [`r${ENDS}`, "", "", "q"], "ABCA", ["Repeat: all"]],
    ["r twice repeats the track, until n skips it", [`rr${ENDS}`, "", "n", "q"], "AAAB", [
      "Repeat: all",
      "Repeat: one",
    ]],
    ["r three times repeats nothing", [`rrr${ENDS}`], "ABC", ["Repeat: all", "Repeat: off", "Repeat: one"]],
    ["s shuffles the remaining tracks", [`s${ENDS}`], "ACB", ["Shuffled the remaining tracks"]],
    ["l likes the track", ["", `l${ENDS}`], "ABC", ["Liked B"], ["soundcloud:tracks:B"]],
    ["l says why it fails, and playback goes on", ["", "", `l${ENDS}`], "ABC", ["like: Too many"], [
      "soundcloud:tracks:C",
    ]],
    ["u shows the queue", ["", `u${ENDS}`], "ABC", ["  1 A by U", "  3 C by U", "▶ 2 B by U"]],
    ["u shows it in its new order", [`s${ENDS}`, `u${ENDS}`], "ACB", [
      ...["  1 A by U", "  3 B by U", "Shuffled the remaining tracks", "▶ 2 C by U"],
    ]],
  ] as const
) {
  Deno.test(`PlaySession: the key ${what}`, async () => {
    const { starts, ...found } = await play({ keys });
    assertEquals(found, { outcome: playedAll(played), liked: [...liked], played, notes: [...notes] });
    assertEquals(starts, [...played].map(() => 0));
  });
}

Deno.test("PlaySession: the key s says why the rest of the queue can't be read, and playback goes on", async () => {
  const { notes, played } = await play({ queued: [queuedTrack("A"), LOST], keys: [`s${ENDS}`] });
  assertEquals({ notes, played }, { notes: ["shuffle: It was lost"], played: "A" });
});

Deno.test("PlaySession shows two tracks before the current one and eight from it on, whatever their names", async () => {
  const queued = Array.from({ length: 12 }, (_, index) => queuedTrack(`T${index + 1}`));
  queued[5] = { word: "b\x1b", error: new Error("gone") };
  queued[6] = { word: "T7", track: { title: "T\n7" } as ServiceTrack };
  const { notes } = await play({ queued, keys: ["", "", "", `u${ENDS}`, "q"] });
  const rest = ["T8", "T9", "T10", "T11"].map((title, index) => `  ${index + 8} ${title} by U`);
  const rows = ["  2 T2 by U", "  3 T3 by U", "▶ 4 T4 by U", "  5 T5 by U", "  6 b␛", "  7 T 7 by ", ...rest];
  assertEquals(notes, rows.toSorted());
});

for (
  const [what, evening, expected] of [
    ["goes on after a track that is not available, and names it", {
      queued: [queuedTrack("A"), { word: "b", error: GONE }, queuedTrack("C")],
    }, { played: "AC", outcome: { ...playedAll("AC"), failures: [{ name: "b", failure: GONE }] } }],
    ["counts the tracks that are not available", { queued: [{ word: "a", error: GONE }, { word: "b", error: GONE }] }, {
      outcome: { ...playedAll(""), failures: [{ name: "a", failure: GONE }, { name: "b", failure: GONE }] },
    }],
    ["fails where the only track is not available", { queued: [{ word: "b", error: GONE }] }, {
      outcome: { error: GONE },
    }],
    ["ends with the reason of an interruption", { keys: ["x"], interruption: new AbortController() }, {
      ...{ played: "A", outcome: { error: new Error("Ctrl-C") } },
    }],
    ["ends where the player fails", { ending: { kind: "failed", isGone: true, message: "no audio output" } }, {
      played: "A",
      outcome: {
        error: new Failure("no_player", 'fake cannot play "A": no audio output', {
          code: "player_failed",
          hint: "Check the sound device, or print the URL with --url.",
        }),
      },
    }],
    ["ends with a media key that quits", { ending: { kind: "stopped", direction: "quit" } }, {
      ...{ played: "A", outcome: playedAll("A") },
    }],
  ] as const satisfies readonly (readonly [string, Evening, object])[]
) {
  Deno.test(`PlaySession ${what}, and gives the terminal back`, async () => {
    const { outcome: { error, ...outcome }, played } = await play(evening);
    const { outcome: { error: wanted, ...others }, played: all = "" } = { played: "", ...expected } as {
      readonly outcome: Partial<Outcome> & { readonly error?: Error };
      readonly played: string;
    };
    assertEquals({ outcome, played }, { outcome: others, played: all });
    if (wanted instanceof Failure) assertEquals(factsOf(error), factsOf(wanted));
    else assertEquals(String(error), String(wanted));
  });
}
