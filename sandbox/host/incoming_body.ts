import type { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";

/** Maximum size of an unread body that is discarded, so that its connection can serve the next request. */
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_MS = 10_000;

/**
 * The body of a message, which may be abandoned at any point. Cancelling the stream keeps the connection;
 * `Readable.toWeb` would close it, and the reply with it.
 */
export class IncomingBody {
  readonly #message: IncomingMessage;
  #isWanted = true;

  constructor(message: IncomingMessage) {
    this.#message = message;
  }

  /** Returns the body as a stream that reads no faster than its reader. It can be read once. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const message = this.#message;
    const settle = (end: () => void) => {
      if (this.#isWanted) end();
      this.#isWanted = false;
    };
    return new ReadableStream({
      start: (controller) => {
        message.on("data", (chunk: Buffer<ArrayBuffer>) => {
          if (!this.#isWanted) return;
          controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
          if ((controller.desiredSize ?? 0) <= 0) message.pause();
        });
        message.pause();
        message.once("end", () => settle(() => controller.close()));
        message.once("error", (error) => settle(() => controller.error(error)));
        message.once("close", () => settle(() => controller.error(new TypeError("The body was cut off"))));
      },
      pull: () => void message.resume(),
      cancel: () => settle(() => message.pause()),
    });
  }

  /**
   * Discards the rest of the body after the reply, up to a limit; closes the connection beyond it. Unread bytes would
   * be parsed as the next request, or block a peer that reads the reply only after it has sent everything.
   */
  discard(): void {
    const message = this.#message;
    this.#isWanted = false;
    if (message.readableEnded || message.destroyed) return;
    const { socket } = message;
    let bytes = 0;
    const giveUp = () => socket.destroy();
    const timer = setTimeout(giveUp, MOST_MS);
    message.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) giveUp();
    });
    const forget = () => {
      clearTimeout(timer);
      socket.off("close", forget);
    };
    for (const end of ["end", "close"]) message.once(end, forget);
    // A closing server waits for its connections but not for their messages.
    socket.once("close", forget);
    message.resume();
  }
}
