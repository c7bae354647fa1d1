/**
 * mpv's JSON protocol: commands and events, a line each, over its socket.
 *
 * @module
 * @see https://mpv.io/manual/stable/#json-ipc
 */

import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The messages of mpv. */
export interface MpvEvent {
  /** Its kind. */
  readonly event: string;
  /** The property that changed. */
  readonly name?: string;
  /** Its value. */
  readonly data?: unknown;
  /** The entry of the playlist that starts or ends. */
  readonly playlist_entry_id?: number;
  /** Why a file ended. */
  readonly reason?: string;
  /** What went wrong with it. */
  readonly file_error?: string;
  /** The text of a log message. */
  readonly text?: string;
}

/** mpv's reply to a command. */
interface MpvReply {
  readonly request_id?: number;
  readonly data?: unknown;
}

const POLL_MS = 15;

/** A connection to mpv. */
export class MpvSocket {
  readonly #socket: Socket;
  readonly #replies = new Map<number, (data: unknown) => void>();
  #requests = 0;

  private constructor(socket: Socket, onEvent: (event: MpvEvent) => void) {
    this.#socket = socket;
    let rest = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const message = readMessage(line);
        if (message && "event" in message) onEvent(message);
        else if (message) this.#settle(message);
      }
    });
    socket.on("error", () => socket.destroy());
  }

  /** Connects as soon as mpv listens; undefined once `isOver` says that it never will. */
  static async open(
    path: string,
    onEvent: (event: MpvEvent) => void,
    isOver: () => boolean,
  ): Promise<MpvSocket | undefined> {
    while (!isOver()) {
      const socket = await tryToConnect(path);
      if (socket) return new MpvSocket(socket, onEvent);
      await sleep(POLL_MS);
    }
    return undefined;
  }

  /** Sends a command. */
  send(...command: readonly (string | number)[]): void {
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify({ command })}\n`);
  }

  /** Sends a command, and passes the data of its reply on; undefined where mpv refuses. */
  request(command: readonly (string | number)[], onReply: (data: unknown) => void): void {
    const request_id = ++this.#requests;
    this.#replies.set(request_id, onReply);
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify({ command, request_id })}\n`);
  }

  #settle({ request_id = 0, data }: MpvReply): void {
    this.#replies.get(request_id)?.(data);
    this.#replies.delete(request_id);
  }

  /** Hangs up. */
  close(): void {
    this.#socket.destroy();
  }
}

function tryToConnect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
    socket.once("error", () => {
      socket.destroy();
      resolve(undefined);
    });
  });
}

function readMessage(line: string): MpvEvent | MpvReply | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value as MpvEvent | MpvReply : undefined;
  } catch {
    return undefined;
  }
}
