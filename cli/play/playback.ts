// Plays single tracks. A signed URL expires within minutes, so it is requested when needed, and again when it is
// rejected.
import type { ServiceClient } from "@tonearm/client";
import type { Context } from "../context.ts";
import { Failure } from "../errors.ts";
import { race } from "../host/race.ts";
import type { KeyAction } from "./keys.ts";
import { announcement, type Link, linkTo, type PlayableTrack, PREVIEW_SECONDS } from "./link.ts";
import { playingLine } from "./now_playing.ts";
import { fetchLevels, type Levels } from "../output/waveform.ts";
import { clean } from "../output/text.ts";
import type { Ending, Player, Sound } from "./player.ts";

/** How many times a new URL is requested without progress. */
const FRUITLESS = 3;
const PROGRESS_SECONDS = 1;
/** Playback from the middle begins with MP3: players based on FFmpeg 5 can't start fragmented MP4 (AAC) there. */
const RESUMABLE = ["hls_mp3_128_url", "http_mp3_128_url", "hls_aac_160_url", "hls_aac_96_url"] as const;

export type Direction = Extract<KeyAction, "next" | "previous" | "quit">;

const BEGINNING_SECONDS = 3;

export class Playback {
  readonly #context: Context;
  readonly #client: ServiceClient;
  readonly #media: typeof globalThis.fetch;
  readonly #player: Player;
  #hasQuit = false;
  /** Whether the player has worked: what fails then is the track, or a position in it. */
  #hasPlayed = false;
  #isSkipped = false;
  #direction: Direction | undefined;

  /** Creates a playback. `media` fetches without a token. */
  constructor(context: Context, client: ServiceClient, media: typeof globalThis.fetch, player: Player) {
    this.#context = context;
    this.#client = client;
    this.#media = media;
    this.#player = player;
  }

  get hasQuit(): boolean {
    return this.#hasQuit;
  }

  get seconds(): number {
    return this.#player.position.seconds;
  }

  /** Leaves the track. `previous` first returns to the start of the track, as on most players. */
  leave(direction: Direction): void {
    const { seconds } = this.#player.position;
    if (direction === "previous" && seconds > BEGINNING_SECONDS) return this.#player.seek(-seconds);
    this.#hasQuit ||= direction === "quit";
    this.#isSkipped = true;
    this.#direction = direction;
    this.#player.stop();
  }

  /** Returns and clears the action that ended the last track; undefined after its natural end. */
  takeDirection(): Direction | undefined {
    const direction = this.#direction;
    this.#direction = undefined;
    return direction;
  }

  async play(track: PlayableTrack, startSeconds: number = 0): Promise<{ isPreview: boolean }> {
    this.#isSkipped = this.#hasQuit;
    const first = await this.#link(track);
    await this.#context.note(`Playing ${announcement(track, first)}`);
    let levels: Levels | undefined;
    const { signal } = this.#context.host;
    void fetchLevels(this.#media, track.waveform_url, signal).then((found) => levels = found, () => undefined);
    const hide = this.#context.show((columns) => [playingLine(track, levels, this.#player.position, columns)]);
    await this.#playThrough(track, first, startSeconds).finally(hide);
    return { isPreview: first.isPreview };
  }

  async #playThrough(track: PlayableTrack, first: Link, startSeconds: number): Promise<void> {
    let link = startSeconds > 0 && !first.isPreview ? await this.#link(track, RESUMABLE) : first;
    let at = first.isPreview ? 0 : startSeconds;
    // A key pressed while nothing plays also ends the loop.
    for (let fruitless = 1; !this.#isSkipped; fruitless++) {
      const durationSeconds = link.isPreview ? PREVIEW_SECONDS : track.duration / 1000;
      const ending = await this.#soundOf({
        url: link.url,
        startSeconds: at,
        durationSeconds,
        title: clean(announcement(track, link)),
      });
      const { seconds } = this.#player.position;
      const hasProgressed = seconds > at + PROGRESS_SECONDS;
      this.#hasPlayed ||= hasProgressed || ending.kind === "ended";
      if (ending.kind !== "failed") return this.#note(ending);
      if (hasProgressed) fruitless = 0;
      if (ending.isGone || fruitless >= FRUITLESS) throw this.#failure(track, ending);
      at = seconds;
      link = await this.#link(track, RESUMABLE);
    }
  }

  #note(ending: Exclude<Ending, { kind: "failed" }>): void {
    if (ending.kind !== "stopped" || ending.direction === undefined) return;
    this.#hasQuit ||= ending.direction === "quit";
    this.#direction = ending.direction;
  }

  /** Rejects on interruption, because the player doesn't get the signal. */
  async #soundOf(sound: Sound): Promise<Ending> {
    const { signal } = this.#context.host;
    signal.throwIfAborted();
    return await race(signal, () => [this.#player.play(sound)]);
  }

  #link(track: PlayableTrack, renditions?: readonly string[]): Promise<Link> {
    const { signal } = this.#context.host;
    return linkTo(this.#client, track, { signal, ...(renditions && { renditions }) });
  }

  #failure(track: PlayableTrack, { message, isGone }: Ending & { kind: "failed" }): Failure {
    const { name } = this.#player;
    const remedy = /audio output/.test(message) ? "Check the sound device" : "Try another player with --player";
    const kind = isGone || !this.#hasPlayed ? "no_player" : "failed";
    return new Failure(kind, `${name} cannot play "${track.title}": ${message}`, {
      code: "player_failed",
      hint: `${remedy}, or print the URL with --url.`,
    });
  }
}
