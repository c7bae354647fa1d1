// A player that uses afplay of macOS, which plays only files: each track is downloaded first.
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Ending, Player, PlayerSurroundings, Position, Sound } from "./player.ts";
import { makePrivateDirectory } from "./private_directory.ts";
import { PlayerProcess } from "./process.ts";
import { DeadLink, fetchSigned, openSource } from "./sound_source.ts";

const ID3_HEADER = 10;
const TICK_MS = 200;

export class Afplay implements Player {
  readonly name = "afplay";
  readonly #command: string;
  readonly #surroundings: PlayerSurroundings;
  #process: PlayerProcess | undefined;
  #isStopped = false;
  #position: Position = { seconds: 0, durationSeconds: undefined, isPaused: false, volume: undefined };

  constructor(command: string, surroundings: PlayerSurroundings) {
    this.#command = command;
    this.#surroundings = surroundings;
  }

  get position(): Position {
    return this.#position;
  }

  async play(sound: Sound): Promise<Ending> {
    this.#isStopped = false;
    this.#position = { ...this.#position, seconds: 0, durationSeconds: sound.durationSeconds, isPaused: false };
    const directory = await makePrivateDirectory();
    try {
      const path = await download(sound, directory.path, this.#surroundings);
      return this.#isStopped ? { kind: "stopped" } : await this.#run(path);
    } catch (error) {
      return DeadLink.ending(error);
    } finally {
      await directory.remove();
    }
  }

  /** afplay doesn't report its position, so a timer tracks it. */
  async #run(path: string): Promise<Ending> {
    const child = this.#process = new PlayerProcess(this.#command, [path], { env: this.#surroundings.env });
    const ticks = setInterval(() => {
      const { seconds, isPaused } = this.#position;
      if (!isPaused) this.#position = { ...this.#position, seconds: seconds + TICK_MS / 1000 };
    }, TICK_MS);
    const { code, message } = await child.exit;
    clearInterval(ticks);
    if (this.#isStopped) return { kind: "stopped" };
    return code === 0 ? { kind: "ended" } : { kind: "failed", message: message || "afplay failed", isGone: true };
  }

  stop(): void {
    this.#isStopped = true;
    this.#process?.kill();
  }

  togglePause(): void {
    const isPaused = !this.#position.isPaused;
    this.#process?.pause(isPaused);
    this.#position = { ...this.#position, isPaused };
  }

  /** afplay can't seek. */
  seek(): void {}

  /** afplay can't change the volume during playback. */
  changeVolume(): void {}

  async close(): Promise<void> {
    this.stop();
    await this.#process?.exit;
  }
}

/** Concatenates the segments of a track into a file, without their ID3 tags, which would be heard as clicks. */
async function download(sound: Sound, directory: string, { fetch, signal }: PlayerSurroundings): Promise<string> {
  const { parts } = await openSource(fetch, sound, signal);
  const path = join(directory, `sound${extensionOf(parts.at(-1) ?? "")}`);
  const file = await open(path, "wx", 0o600);
  try {
    for (const part of parts) {
      const bytes = new Uint8Array(await (await fetchSigned(fetch, part, signal)).arrayBuffer());
      await file.write(parts.length > 1 ? withoutTag(bytes) : bytes);
    }
  } finally {
    await file.close();
  }
  return path;
}

function extensionOf(address: string): string {
  const extension = /\.\w{1,4}$/.exec(new URL(address).pathname)?.[0] ?? ".mp3";
  return extension === ".m4s" ? ".m4a" : extension;
}

/** Removes a leading ID3 tag; its length is encoded in four bytes of seven bits each. */
function withoutTag(bytes: Uint8Array): Uint8Array {
  if (new TextDecoder("latin1").decode(bytes.subarray(0, 3)) !== "ID3") return bytes;
  const size = bytes.subarray(6, ID3_HEADER).reduce((sum, byte) => sum * 128 + byte, 0);
  return bytes.subarray(ID3_HEADER + size);
}
