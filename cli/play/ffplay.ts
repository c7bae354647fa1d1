// A player that uses ffplay, which reads a playlist from stdin. ffplay accepts no commands, so seeking restarts it.
import type { Ending, Player, PlayerSurroundings, Position, Sound } from "./player.ts";
import { type Exit, PlayerProcess } from "./process.ts";
import { DeadLink, openSource, trimPlaylist } from "./sound_source.ts";

/** Matches a progress update: ` 12.34 M-A: …`. */
const PROGRESS = /(?:^|[\r\n])\s*(\d+\.\d+) [MA-]/g;
const REFUSED = /403 Forbidden|HTTP error 4/;
const NEAR_SECONDS = 5;
const QUIET_VOLUME = 100;

function wordsFor(startSeconds: number, volume: number, timeoutSeconds: number): string[] {
  const from = startSeconds > 0 ? ["-ss", startSeconds.toFixed(2)] : [];
  return [
    ...["-nodisp", "-autoexit", "-hide_banner", "-loglevel", "error", "-stats"],
    // Without a limit, ffplay waits for a silent host for ever; it counts in microseconds.
    ...["-volume", String(volume), ...from, "-rw_timeout", String(Math.ceil(timeoutSeconds * 1_000_000))],
    ...["-protocol_whitelist", "pipe,http,https,tcp,tls,crypto", "-f", "hls", "-i", "pipe:0"],
  ];
}

export class Ffplay implements Player {
  readonly name = "ffplay";
  readonly #command: string;
  readonly #surroundings: PlayerSurroundings;
  #process: PlayerProcess | undefined;
  #position: Position = { seconds: 0, durationSeconds: undefined, isPaused: false, volume: QUIET_VOLUME };
  #next: "stop" | "move" | undefined;

  constructor(command: string, surroundings: PlayerSurroundings) {
    this.#command = command;
    this.#surroundings = surroundings;
  }

  get position(): Position {
    return this.#position;
  }

  async play(sound: Sound): Promise<Ending> {
    this.#move({ seconds: sound.startSeconds, durationSeconds: sound.durationSeconds, isPaused: false });
    this.#next = undefined;
    const { fetch, signal } = this.#surroundings;
    try {
      const { playlist } = await openSource(fetch, sound, signal);
      for (;;) {
        const started = this.#position.seconds;
        const exit = await this.#run(playlist);
        if (this.#next === undefined) return this.#endingFor(exit, started);
        if (this.#next === "stop") return { kind: "stopped" };
        this.#next = undefined;
      }
    } catch (error) {
      return DeadLink.ending(error);
    }
  }

  async #run(whole: string): Promise<Exit & { refused: boolean }> {
    let refused = false;
    const { env, timeoutSeconds } = this.#surroundings;
    const { seconds, volume = QUIET_VOLUME } = this.#position;
    const { playlist, skippedSeconds } = trimPlaylist(whole, seconds);
    let offset: number | undefined;
    const onOutput = (text: string) => {
      const place = Number([...text.matchAll(PROGRESS)].at(-1)?.[1]);
      // With timestamps, the position counts from the start of the track; without them, from the start of this segment.
      if (place >= 0) offset ??= place < skippedSeconds ? skippedSeconds : 0;
      if (place >= 0 && this.#next === undefined) this.#move({ seconds: place + (offset ?? 0) });
      if (!REFUSED.test(text)) return;
      refused = true;
      child.kill();
    };
    const child = new PlayerProcess(this.#command, wordsFor(seconds - skippedSeconds, volume, timeoutSeconds), {
      env,
      input: playlist,
      onOutput,
    });
    this.#process = child;
    if (this.#position.isPaused) child.pause(true);
    return { ...await child.exit, refused };
  }

  /** ffplay always exits with 0, so its last reported position decides whether the track ended. */
  #endingFor({ code, message, refused }: Exit & { refused: boolean }, started: number): Ending {
    const { seconds, durationSeconds = 0 } = this.#position;
    if (refused) return { kind: "failed", message: "the URL was refused", isGone: false };
    const moved = seconds > started || started > 0;
    if (code === 0 && moved && durationSeconds - seconds <= NEAR_SECONDS) return { kind: "ended" };
    return { kind: "failed", message: message || "the stream was interrupted", isGone: code !== 0 };
  }

  stop(): void {
    this.#restart("stop");
  }

  togglePause(): void {
    const isPaused = !this.#position.isPaused;
    this.#process?.pause(isPaused);
    this.#move({ isPaused });
  }

  seek(seconds: number): void {
    const last = (this.#position.durationSeconds ?? Infinity) - 1;
    this.#move({ seconds: Math.max(0, Math.min(last, this.#position.seconds + seconds)) });
    this.#restart("move");
  }

  changeVolume(percent: number): void {
    this.#move({ volume: Math.max(0, Math.min(100, (this.#position.volume ?? QUIET_VOLUME) + percent)) });
    this.#restart("move");
  }

  async close(): Promise<void> {
    this.#next = "stop";
    this.#process?.kill();
    await this.#process?.exit;
  }

  #restart(next: "stop" | "move"): void {
    if (this.#next !== "stop") this.#next = next;
    this.#process?.kill();
  }

  #move(change: Partial<Position>): void {
    this.#position = { ...this.#position, ...change };
  }
}
