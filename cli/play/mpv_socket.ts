// A client for mpv's JSON IPC protocol: one command, response or event per line.
// See https://mpv.io/manual/stable/#json-ipc
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { readJson } from "../output/json.ts";

export interface MpvEvent {
  readonly event: string;
  readonly name?: string;
  readonly data?: unknown;
  /** The id of the playlist entry that starts or ends. */
  readonly playlist_entry_id?: number;
  readonly reason?: string;
  readonly file_error?: string;
  readonly text?: string;
}

interface MpvReply {
  readonly request_id?: number;
  readonly data?: unknown;
}

const POLL_MS = 15;

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

  /** Connects as soon as mpv listens; resolves with undefined if `isOver` reports that mpv has exited. */
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

  send(...command: readonly (string | number)[]): void {
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify({ command })}\n`);
  }

  /** Sends a command and calls back with the data of its response, or with undefined if mpv refuses the command. */
  request(command: readonly (string | number)[], onReply: (data: unknown) => void): void {
    const request_id = ++this.#requests;
    this.#replies.set(request_id, onReply);
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify({ command, request_id })}\n`);
  }

  #settle({ request_id = 0, data }: MpvReply): void {
    this.#replies.get(request_id)?.(data);
    this.#replies.delete(request_id);
  }

  close(): void {
    this.#socket.destroy();
  }
}

async function tryToConnect(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  if (await once(socket, "connect").then(() => true, () => false)) return socket;
  socket.destroy();
  return undefined;
}

function readMessage(line: string): MpvEvent | MpvReply | undefined {
  const value = readJson(line);
  return typeof value === "object" && value !== null ? value as MpvEvent | MpvReply : undefined;
}
