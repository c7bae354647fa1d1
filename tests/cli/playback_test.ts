import { assertEquals } from "@std/assert";
import type { ServiceClient, ServiceTrack } from "@tonearm/client";
import type { Context } from "../../cli/context.ts";
import type { Wish } from "../../cli/play/keys.ts";
import { Playback } from "../../cli/play/playback.ts";
import type { Ending, Player } from "../../cli/play/player.ts";

const track = { urn: "soundcloud:tracks:1", title: "A", duration: 1000, access: "playable" } as ServiceTrack;
const client = {
  tracks: { getStreamUrl: () => Promise.resolve("https://media.example/a") },
} as unknown as ServiceClient;

/** A player that plays until it's stopped, as a paused one does. */
class Endless implements Player {
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
  seek(): void {}
  changeVolume(): void {}
  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Plays with a key that is pressed when the track has been announced, and nothing sounds yet. */
async function playWithEarly(wish: Wish): Promise<{ player: Endless; playback: Playback }> {
  const player = new Endless();
  const context = {
    decorated: false,
    env: {},
    host: { signal: new AbortController().signal },
    note: () => Promise.resolve(playback.wish(wish)),
  } as unknown as Context;
  const playback = new Playback(context, client, () => Promise.reject(new Error("no network")), player);
  await playback.play(track);
  return { player, playback };
}

Deno.test("a key that skips a track counts also before its first sound", async () => {
  assertEquals((await playWithEarly("next")).player.played, 0);
});

Deno.test("a key that quits counts also between two tracks", async () => {
  const { player, playback } = await playWithEarly("quit");
  assertEquals([player.played, playback.hasQuit], [0, true]);
});
