import { assertEquals, assertRejects } from "@std/assert";
import { getEventListeners } from "node:events";
import { type ServiceClient, ServiceError, type ServiceTrack } from "@tonearm/client";
import type { Context } from "../../../cli/context.ts";
import { EXITS } from "../../../cli/errors.ts";
import { type Direction, Playback } from "../../../cli/play/playback.ts";
import type { Ending, Player, Sound } from "../../../cli/play/player.ts";
import { factsOf, lastLine, testContext, testHost } from "../../support/cli/test_host.ts";

const track = { urn: "soundcloud:tracks:1", title: "A", duration: 1000, access: "playable" } as ServiceTrack;
const client = {
  tracks: { getStreamUrl: () => Promise.resolve("https://media.example/a") },
} as unknown as ServiceClient;

/** The parts of a context that a playback needs, where nobody watches stderr. */
function unwatched(
  { note = () => Promise.resolve(), signal = new AbortController().signal }: {
    readonly note?: (text: string) => Promise<void>;
    readonly signal?: AbortSignal;
  } = {},
): Context {
  return { host: { signal }, note, show: () => () => {} } as unknown as Context;
}

/** A player that plays until it is stopped, like a paused one. */
class EndlessPlayer implements Player {
  readonly name = "endless";
  readonly position = { seconds: 0, durationSeconds: undefined, isPaused: true, volume: undefined };
  played = 0;
  #end: ((ending: Ending) => void) | undefined;
  play(_sound: Sound): Promise<Ending> {
    this.played++;
    return new Promise((resolve) => this.#end = resolve);
  }
  stop(): void {
    this.#end?.({ kind: "stopped" });
    this.#end = undefined;
  }
  togglePause(): void {}
  seek(_seconds: number): void {}
  changeVolume(): void {}
  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Plays with a key pressed after the track is announced, but before playback starts. */
async function playWithEarlyKey(direction: Direction): Promise<{ player: EndlessPlayer; playback: Playback }> {
  const player = new EndlessPlayer();
  const context = unwatched({ note: () => Promise.resolve(playback.leave(direction)) });
  const playback = new Playback(context, client, () => Promise.reject(new Error("no network")), player);
  await playback.play(track);
  return { player, playback };
}

Deno.test("Playback: a skip key works before the first sound", async () => {
  assertEquals((await playWithEarlyKey("next")).player.played, 0);
});

Deno.test("Playback: a quit key works between two tracks", async () => {
  const { player, playback } = await playWithEarlyKey("quit");
  assertEquals({ played: player.played, hasQuit: playback.hasQuit }, { played: 0, hasQuit: true });
});

const FAILED = {
  ...{ message: 'endless cannot play "A": no sound', code: "player_failed" },
  hint: "Try another player with --player, or print the URL with --url.",
} as const;

/** A player that always fails. */
class FailingPlayer extends EndlessPlayer {
  readonly #isGone: boolean;
  constructor(isGone: boolean) {
    super();
    this.#isGone = isGone;
  }
  override play(): Promise<Ending> {
    this.played++;
    return Promise.resolve({ kind: "failed", isGone: this.#isGone, message: "no sound" });
  }
}

for (
  const [what, isGone, tries] of [["that fails is tried with three links", false, 3], [
    "that is gone isn't tried again",
    true,
    1,
  ]] as const
) {
  Deno.test(`Playback: a player ${what}, and ends the queue`, async () => {
    const player = new FailingPlayer(isGone);
    const context = unwatched();
    const playback = new Playback(context, client, () => Promise.reject(new Error("no network")), player);
    const failure = await assertRejects(() => playback.play(track));
    assertEquals(factsOf(failure), { ...FAILED, kind: "no_player" });
    assertEquals(player.played, tries);
  });
}

Deno.test("Playback: a player that fails after it has played ends its track alone", async () => {
  const player = new FailingPlayer(false);
  const playback = new Playback(unwatched(), client, () => Promise.reject(new Error("no network")), player);
  player.play = () => Promise.resolve({ kind: "ended" });
  await playback.play(track);
  player.play = FailingPlayer.prototype.play;
  assertEquals(factsOf(await assertRejects(() => playback.play(track))), { ...FAILED, kind: "failed" });
});

/** A player whose position and seeks are known. */
class RecordingPlayer extends EndlessPlayer {
  override readonly position;
  readonly calls: string[] = [];
  constructor(seconds: number) {
    super();
    this.position = { seconds, durationSeconds: undefined, isPaused: false, volume: undefined };
  }
  override seek(seconds: number): void {
    this.calls.push(`seek ${seconds}`);
  }
  override stop(): void {
    this.calls.push("stop");
    super.stop();
  }
}

for (
  const [direction, seconds, call, left] of [
    ["previous", 3.5, "seek -3.5", undefined],
    ["previous", 3, "stop", "previous"],
    ["next", 3.5, "stop", "next"],
    ["quit", 3.5, "stop", "quit"],
  ] as const
) {
  Deno.test(`Playback: the ${direction} key ${seconds} s into a track is: ${call}`, () => {
    const player = new RecordingPlayer(seconds);
    const playback = new Playback({ host: {} } as Context, client, () => Promise.reject(), player);
    playback.leave(direction);
    assertEquals(player.calls, [call]);
    assertEquals(playback.hasQuit, direction === "quit");
    assertEquals(playback.seconds, seconds);
    assertEquals([playback.takeDirection(), playback.takeDirection()], [left, undefined]);
    playback.leave("next");
    assertEquals(playback.hasQuit, direction === "quit", "what has quit stays so");
  });
}

Deno.test("Playback: the track is announced before the player starts", async () => {
  const events: string[] = [];
  const player = new EndlessPlayer();
  player.play = () => Promise.resolve(events.push("played")).then(() => ({ kind: "ended" }));
  const note = (text: string) => new Promise<void>((resolve) => setTimeout(resolve)).then(() => void events.push(text));
  const context = unwatched({ note });
  const playback = new Playback(context, client, () => Promise.reject(new Error("no network")), player);
  assertEquals(await playback.play(track), { isPreview: false });
  assertEquals(events, ["Playing A", "played"]);
});

/** A player that ends each sound with the next of its endings, at the next of its positions. */
class ScriptedPlayer extends EndlessPlayer {
  readonly sounds: Sound[] = [];
  override readonly position: { seconds: number; durationSeconds: undefined; isPaused: boolean; volume: undefined };
  readonly #script: readonly (readonly [seconds: number, ending: Ending])[];
  constructor(...script: readonly (readonly [seconds: number, ending: Ending])[]) {
    super();
    this.position = { seconds: 0, durationSeconds: undefined, isPaused: false, volume: undefined };
    this.#script = script;
  }
  override play(sound: Sound): Promise<Ending> {
    const [seconds, ending] = this.#script[this.sounds.push(sound) - 1] ?? [0, { kind: "ended" }];
    this.position.seconds = seconds;
    return Promise.resolve(ending);
  }
}

const LOST: Ending = { kind: "failed", isGone: false, message: "lost" };

/** What a service says that has no URL of the named renditions. */
type Refusal = (renditions: readonly string[]) => ServiceError | undefined;

/** Plays a track of two minutes, and returns the sounds that the player got, and the renditions that were asked for. */
async function soundsOf(player: ScriptedPlayer, startSeconds?: number, fields: object = {}, refusal?: Refusal) {
  const { signal } = new AbortController();
  const asked: string[] = [];
  const getStreamUrl = (urn: string, { renditions, ...call }: { renditions: readonly string[] }) => {
    assertEquals({ urn, call }, { urn: track.urn, call: { signal, secretToken: "s-a" } });
    asked.push(renditions.map((one) => one.replace("_url", "")).join(" "));
    const error = refusal?.(renditions);
    return error ? Promise.reject(error) : Promise.resolve(`https://media.example/${renditions[0]}`);
  };
  const streaming = { tracks: { getStreamUrl } } as unknown as ServiceClient;
  const playback = new Playback(
    unwatched({ signal }),
    streaming,
    () => Promise.reject(new Error("no network")),
    player,
  );
  const outcome: unknown = await playback.play(
    { ...track, secretToken: "s-a", duration: 120_000, ...fields },
    startSeconds,
  )
    .catch((error) => error);
  assertEquals(getEventListeners(signal, "abort"), [], "nothing listens any more");
  const sounds = player.sounds.map(({ url, startSeconds }) => [url.split("/").at(-1), startSeconds] as const);
  return { outcome, sounds, playback, asked };
}

const WHOLE = "hls_aac_160 hls_aac_96 hls_mp3_128 http_mp3_128";
const RESUMABLE = "hls_mp3_128 http_mp3_128 hls_aac_160 hls_aac_96";
const PREVIEW = "preview_mp3_128";

Deno.test("Playback: a track from its start is played in the best rendition", async () => {
  const player = new ScriptedPlayer([120, { kind: "ended" }]);
  const { outcome, asked } = await soundsOf(player, undefined, { user: { username: "U" } });
  assertEquals<unknown>({ outcome, asked }, { outcome: { isPreview: false }, asked: [WHOLE] });
  const url = "https://media.example/hls_aac_160_url";
  assertEquals(player.sounds, [{ url, startSeconds: 0, durationSeconds: 120, title: "A by U" }]);
});

Deno.test("Playback: a track from its middle is played as MP3, which players can start there", async () => {
  const { sounds, asked } = await soundsOf(new ScriptedPlayer([120, { kind: "ended" }]), 40);
  assertEquals<unknown>({ sounds, asked }, { sounds: [["hls_mp3_128_url", 40]], asked: [WHOLE, RESUMABLE] });
});

Deno.test("Playback: a preview has no middle: it is played from its start, and lasts 30 s", async () => {
  const player = new ScriptedPlayer([30, { kind: "ended" }]);
  const { outcome, asked } = await soundsOf(player, 40, { access: "preview" });
  assertEquals<unknown>({ outcome, asked }, { outcome: { isPreview: true }, asked: [WHOLE] });
  const [url, title] = [
    "https://media.example/hls_aac_160_url",
    "A (a preview of 30 s: SoundCloud grants no more)",
  ];
  assertEquals(player.sounds, [{ url, startSeconds: 0, durationSeconds: 30, title }]);
});

/** A refusal of everything that isn't named. */
const onlyHas = (name: string, status = 200, code = "no_stream"): Refusal => (renditions) =>
  renditions.join().includes(name) ? undefined : new ServiceError(status, "", undefined, { code } as never);

Deno.test("Playback: a track that is refused but for its preview is played as that", async () => {
  for (const refusal of [onlyHas("preview"), onlyHas("preview", 403, "http")]) {
    const { outcome, asked } = await soundsOf(new ScriptedPlayer([30, { kind: "ended" }]), 0, {}, refusal);
    assertEquals<unknown>({ outcome, asked }, { outcome: { isPreview: true }, asked: [WHOLE, PREVIEW] });
  }
});

for (
  const [access, why] of [
    ["blocked", "it is blocked here"],
    ["playable", "it is still being processed, or deleted"],
  ] as const
) {
  Deno.test(`Playback: a ${access} track without any URL says that ${why}`, async () => {
    const { outcome, sounds } = await soundsOf(new ScriptedPlayer(), 0, { access }, onlyHas("none"));
    const message = `Cannot play "A": ${why}`;
    assertEquals(factsOf(outcome), { kind: "not_found", code: "no_stream", message, hint: EXITS.not_found.next });
    assertEquals(sounds, []);
  });
}

Deno.test("Playback: another failure of the service ends the track as it is", async () => {
  const { outcome, asked } = await soundsOf(new ScriptedPlayer(), 0, {}, onlyHas("none", 500, "http"));
  assertEquals({ status: Object(outcome).status, asked }, { status: 500, asked: [WHOLE] });
});

Deno.test("Playback: each loss after progress is continued where it happened", async () => {
  const losses = [10, 20, 30, 40, 50].map((seconds) => [seconds, LOST] as const);
  const { sounds, asked } = await soundsOf(new ScriptedPlayer(...losses));
  assertEquals(sounds.map(([, from]) => from), [0, 10, 20, 30, 40, 50]);
  assertEquals(asked, [WHOLE, ...losses.map(() => RESUMABLE)]);
});

Deno.test("Playback: a second is no progress", async () => {
  const { outcome, sounds } = await soundsOf(new ScriptedPlayer([1, LOST], [2, LOST], [3, LOST]));
  assertEquals(factsOf(outcome), {
    ...{ ...FAILED, kind: "no_player", message: 'endless cannot play "A": lost' },
  });
  assertEquals(sounds.map(([, from]) => from), [0, 1, 2]);
});

for (const direction of ["next", "previous", "quit"] as const) {
  Deno.test(`Playback: the media key ${direction} ends the track like the key of the terminal`, async () => {
    const { playback } = await soundsOf(new ScriptedPlayer([5, { kind: "stopped", direction }]));
    assertEquals(playback.takeDirection(), direction);
    assertEquals(playback.hasQuit, direction === "quit");
  });
}

Deno.test("Playback: an interruption ends the track with its reason, though the player goes on", async () => {
  const interruption = new AbortController();
  const context = unwatched({ signal: interruption.signal });
  const player = new EndlessPlayer();
  const playback = new Playback(context, client, () => Promise.reject(new Error("no network")), player);
  const played = playback.play(track);
  while (player.played === 0) await Promise.resolve();
  interruption.abort(new Error("Ctrl-C"));
  await assertRejects(() => played, Error, "Ctrl-C");
  await assertRejects(() => playback.play(track), Error, "Ctrl-C");
  assertEquals(player.played, 1);
});

Deno.test("Playback: the line about the track is on the screen while it plays, with its waveform", async () => {
  const on = testHost({ columns: 40, env: { TERM: "xterm", NO_COLOR: "1" } });
  const player = new EndlessPlayer();
  const asked: unknown[] = [];
  const media = (...given: unknown[]) => {
    asked.push(given);
    return Promise.resolve(Response.json({ height: 2, samples: [1, 2] }));
  };
  const playback = new Playback(testContext(on), client, media as typeof fetch, player);
  const played = playback.play({ ...track, waveform_url: "https://wave.example/a.png" });
  while (player.played === 0) await Promise.resolve();
  assertEquals(lastLine(on.stdout), `‖ 0:00 ┃${"─".repeat(26)} 0:01`);
  await new Promise((resolve) => setTimeout(resolve, 150));
  assertEquals(lastLine(on.stdout), `‖ 0:00 ┃${"▄".repeat(13)}${"█".repeat(13)} 0:01`);
  player.stop();
  await played;
  assertEquals(on.stdout.endsWith("\r\x1b[K"), true);
  const { signal } = on.host;
  assertEquals(asked, [["https://wave.example/a.json", { signal, headers: { accept: "application/json" } }]]);
});
