import { join } from "node:path";
import { Failure } from "../errors.ts";
import { redactUrl } from "../host/network.ts";
import { type MpvEvent, MpvSocket } from "./mpv_socket.ts";
import type { Ending, Player, PlayerSurroundings, Position, Sound } from "./player.ts";
import { makePrivateDirectory, type PrivateDirectory } from "./private_directory.ts";
import { PlayerProcess } from "./process.ts";

const OBSERVED = ["time-pos", "duration", "pause", "volume", "idle-active"] as const;
/** mpv skips unavailable segments, so playback ends early with an error message. */
const NEAR_SECONDS = 5;
const COMPLAINTS = 3;
const TROUBLE = /error|fail|prematurely|refused|reset|timed out/i;
const PATIENCE_MS = 10_000;
const AFTERMATH_MS = 100;
/** No entry has this id. */
const NONE = -1;

/** Returns options that keep the user's settings, except those that conflict with the program. */
function wordsFor(socket: string, timeoutSeconds: number): string[] {
  return [
    "--idle=yes",
    "--no-video",
    "--force-window=no",
    "--input-terminal=no",
    "--msg-level=all=error",
    "--ytdl=no",
    "--keep-open=no",
    "--loop-file=no",
    "--loop-playlist=no",
    "--resume-playback=no",
    "--save-position-on-quit=no",
    "--gapless-audio=weak",
    `--network-timeout=${timeoutSeconds}`,
    `--input-ipc-server=${socket}`,
  ];
}

export async function openMpv(command: string, { env, signal, timeoutSeconds }: PlayerSurroundings): Promise<Player> {
  const directory = await makePrivateDirectory();
  const path = join(directory.path, "mpv.sock");
  const process = new PlayerProcess(command, wordsFor(path, timeoutSeconds), { env, directory: directory.path });
  const mpv = new Mpv(process, directory);
  let isOver = false;
  const exit = process.exit.finally(() => isOver = true);
  const late = setTimeout(() => isOver = true, PATIENCE_MS);
  const connected = await mpv.connect(path, () => isOver || signal.aborted);
  clearTimeout(late);
  if (connected) return mpv;
  await mpv.close();
  signal.throwIfAborted();
  const { message } = await exit;
  throw new Failure("no_player", `mpv did not start${message ? `: ${message}` : ""}`, { code: "player_failed" });
}

export class Mpv implements Player {
  readonly name = "mpv";
  readonly #process: Pick<PlayerProcess, "exit" | "kill">;
  readonly #directory: Pick<PrivateDirectory, "remove">;
  readonly #properties = new Map<string, unknown>();
  #socket: MpvSocket | undefined;
  /** The playlist entries before and after the sound, which start when a media key skips it. */
  readonly #neighbours = new Map<unknown, "next" | "previous">();
  #lastReason: string | undefined;
  #complaints: string[] = [];
  #seconds = 0;
  /** mpv's id of the sound; mpv before 0.33 has none. */
  #entry: number | undefined;
  #isPlaying = false;
  /** Seconds to seek once the sound is loaded, because mpv can't seek before; undefined while it is. */
  #toSeek: number | undefined;
  #isStopping = false;
  #ended: ((ending: Ending) => void) | undefined;
  /** The ending of every sound once mpv has exited, even between two sounds. */
  #gone: Ending | undefined;

  constructor(process: Pick<PlayerProcess, "exit" | "kill">, directory: Pick<PrivateDirectory, "remove">) {
    this.#process = process;
    this.#directory = directory;
    process.exit.then(({ message }) => {
      this.#gone = { kind: "failed", isGone: true, message: message || "mpv has exited" };
      this.#end(this.#gone);
    });
  }

  /** Connects as soon as mpv listens; returns whether it does before it is over. */
  async connect(path: string, isOver: () => boolean): Promise<boolean> {
    this.#socket = await MpvSocket.open(path, (event) => this.#take(event), isOver);
    this.#socket?.send("request_log_messages", "warn");
    OBSERVED.forEach((name, index) => this.#socket?.send("observe_property", index + 1, name));
    return this.#socket !== undefined;
  }

  get position(): Position {
    return {
      seconds: this.#seconds,
      durationSeconds: this.#number("duration"),
      isPaused: this.#properties.get("pause") === true,
      volume: this.#number("volume"),
    };
  }

  play({ url, startSeconds, title }: Sound): Promise<Ending> {
    if (this.#gone) return Promise.resolve(this.#gone);
    this.#seconds = startSeconds;
    this.#properties.delete("duration");
    this.#complaints = [];
    this.#isPlaying = this.#isStopping = false;
    this.#lastReason = undefined;
    this.#toSeek = 0;
    const ending = new Promise<Ending>((resolve) => this.#ended = resolve);
    this.#socket?.send("set_property", "start", startSeconds > 0 ? String(startSeconds) : "none");
    // Desktops show this title, and send media keys, if mpv has its MPRIS script.
    this.#socket?.send("set_property", "force-media-title", title);
    this.#entry = NONE;
    this.#load(url, "replace", (id) => this.#entry = id);
    this.#addNeighbours();
    return ending;
  }

  /** Adds entries before and after the sound, because mpv handles media keys itself: it skips to an entry. */
  #addNeighbours(): void {
    this.#neighbours.clear();
    for (const direction of ["next", "previous"] as const) {
      this.#load(`null://${direction}`, "append", (id) => id !== undefined && this.#neighbours.set(id, direction));
    }
    this.#socket?.send("playlist-move", 2, 0);
  }

  /** Loads an entry and calls back with its id, unless another sound has been loaded meanwhile. */
  #load(url: string, how: "replace" | "append", onLoad: (id: number | undefined) => void): void {
    const ended = this.#ended;
    this.#socket?.request(["loadfile", url, how], (data) => {
      if (ended === this.#ended) onLoad(isEntry(data) ? data.playlist_entry_id : undefined);
    });
  }

  stop(): void {
    this.#isStopping = true;
    this.#socket?.send("stop");
    // mpv reports no event for an entry that is removed before its playback starts, nor after its end.
    if (!this.#isPlaying) this.#end({ kind: "stopped" });
  }

  togglePause(): void {
    this.#socket?.send("cycle", "pause");
  }

  seek(seconds: number): void {
    if (this.#toSeek === undefined) this.#socket?.send("seek", seconds, "relative");
    else this.#toSeek += seconds;
  }

  changeVolume(percent: number): void {
    this.#socket?.send("add", "volume", percent);
  }

  async close(): Promise<void> {
    this.#socket?.close();
    this.#process.kill();
    await this.#process.exit;
    await this.#directory.remove();
  }

  /** Handles an empty playlist. Unless `stop()` caused it, the stop key of a desktop did. */
  #rest(): void {
    if (!this.#isStopping && this.#lastReason === "stop") this.#end({ kind: "stopped", direction: "quit" });
  }

  #number(name: string): number | undefined {
    const value = this.#properties.get(name);
    return typeof value === "number" ? value : undefined;
  }

  #take(message: MpvEvent): void {
    const neighbour = this.#neighbours.get(message.playlist_entry_id);
    if (neighbour) return this.#leave(message, neighbour);
    const { event, name, data, reason, file_error, text } = message;
    if (event === "property-change" && name !== undefined) this.#change(name, data);
    if (event === "file-loaded") this.#loaded();
    if (event === "log-message" && text) this.#complain(text.trim().replace(/https?:\S+/g, redactUrl));
    if (message.playlist_entry_id !== this.#entry) return;
    if (event === "start-file") this.#isPlaying = true;
    // Until the sound starts, an `end-file` without an id belongs to the previous one.
    if (event !== "end-file" || !this.#isPlaying) return;
    this.#isPlaying = false;
    this.#lastReason = reason;
    if (reason !== "stop" || this.#isStopping) this.#finish(reason, file_error);
  }

  /** Handles the start of a neighbouring entry. It also starts after the natural end of the sound, which is no skip. */
  #leave({ event }: MpvEvent, direction: "next" | "previous"): void {
    if (event !== "start-file" || this.#lastReason !== "stop") return;
    // Otherwise mpv continues with the next entry, which may be the sound again.
    this.#socket?.send("stop");
    this.#end({ kind: "stopped", direction });
  }

  /** Waits before it reports the end, because mpv's error messages arrive after it. */
  #finish(reason: string | undefined, error: string | undefined): void {
    const ended = this.#ended;
    setTimeout(() => ended === this.#ended && this.#end(this.#endingFor(reason, error)), AFTERMATH_MS);
  }

  #loaded(): void {
    const seconds = this.#toSeek;
    this.#toSeek = undefined;
    if (seconds) this.seek(seconds);
  }

  #complain(text: string): void {
    if (TROUBLE.test(text) && !this.#complaints.includes(text)) {
      this.#complaints = [...this.#complaints, text].slice(-COMPLAINTS);
    }
  }

  /** Remembers the last position: mpv clears it at the end, and a new URL resumes there. It may be just below zero. */
  #change(name: string, value: unknown): void {
    if (name === "idle-active" && value === true) this.#rest();
    if (name === "time-pos" && typeof value === "number") this.#seconds = Math.max(0, value);
    if (value !== null && value !== undefined) this.#properties.set(name, value);
  }

  #endingFor(reason: string | undefined, error: string | undefined): Ending {
    if (reason === "stop" || reason === "quit" || reason === "redirect") return { kind: "stopped" };
    const missing = (this.#number("duration") ?? 0) - this.#seconds;
    const brokeOff = missing > NEAR_SECONDS && this.#complaints.length > 0;
    if (reason === "eof" && !brokeOff) return { kind: "ended" };
    const message = [error, ...this.#complaints].filter(Boolean).join("; ") || "the stream was interrupted";
    return { kind: "failed", message, isGone: false };
  }

  #end(ending: Ending): void {
    this.#ended?.(ending);
    this.#ended = undefined;
  }
}

function isEntry(data: unknown): data is { readonly playlist_entry_id: number } {
  return typeof data === "object" && data !== null && "playlist_entry_id" in data;
}
