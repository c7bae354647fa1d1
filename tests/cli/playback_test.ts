import { assertEquals, assertRejects } from "@std/assert";
import type { ServiceClient, ServiceTrack } from "@tonearm/client";
import type { Context } from "../../cli/context.ts";
import { Failure } from "../../cli/errors.ts";
import { type Direction, Playback } from "../../cli/play/playback.ts";
import type { Ending, Player } from "../../cli/play/player.ts";

const track = { urn: "soundcloud:tracks:1", title: "A", duration: 1000, access: "playable" } as ServiceTrack;
const client = {
  tracks: { getStreamUrl: () => Promise.resolve("https://media.example/a") },
} as unknown as ServiceClient;

/** A player that plays until it is stopped, like a paused one. */
class EndlessPlayer implements Player {
  readonly name = "endless";
  readonly position = { seconds: 0, durationSeconds: undefined, isPaused: true, volume: undefined };
  played = 0;
  #end: ((ending: Ending) => void) | undefined;
  play(): Promise<Ending> {
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
  const context = {
    decorated: false,
    env: {},
    host: { signal: new AbortController().signal },
    note: () => Promise.resolve(playback.leave(direction)),
  } as unknown as Context;
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
    const host = { signal: new AbortController().signal };
    const context = { decorated: false, env: {}, host, note: () => Promise.resolve() } as unknown as Context;
    const playback = new Playback(context, client, () => Promise.reject(new Error("no network")), player);
    const failure = await assertRejects(() => playback.play(track), Failure, "no sound");
    assertEquals({ kind: failure.kind, tries: player.played }, { kind: "no_player", tries });
  });
}

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
    assertEquals({ calls: player.calls, hasQuit: playback.hasQuit, seconds: playback.seconds }, {
      calls: [call],
      hasQuit: direction === "quit",
      seconds,
    });
    assertEquals([playback.takeDirection(), playback.takeDirection()], [left, undefined]);
  });
}

Deno.test("Playback: the track is announced before the player starts", async () => {
  const events: string[] = [];
  const player = new EndlessPlayer();
  player.play = () => Promise.resolve(events.push("played")).then(() => ({ kind: "ended" }));
  const host = { signal: new AbortController().signal };
  const note = (text: string) => new Promise<void>((resolve) => setTimeout(resolve)).then(() => void events.push(text));
  const context = { decorated: false, env: {}, host, note } as unknown as Context;
  const playback = new Playback(context, client, () => Promise.reject(new Error("no network")), player);
  assertEquals(await playback.play(track), { isPreview: false });
  assertEquals(events, ["Playing A", "played"]);
});
