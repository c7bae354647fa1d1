import type { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";

/** How much of a body that no route wanted is read and thrown away, so that its connection can serve the next request. */
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_MS = 10_000;

/**
 * The body of a message, which may be left at any point. Cancelling the stream keeps the connection, where
 * `Readable.toWeb` would end it and with it the answer.
 */
export class IncomingBody {
  readonly #message: IncomingMessage;
  #isWanted = true;

  constructor(message: IncomingMessage) {
    this.#message = message;
  }

  /** The body as it comes in, no faster than it is read. Can be read once. */
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
   * Reads the rest of the body after the reply, up to a limit; closes the connection beyond it. Bytes left in it would
   * be taken for the next request, or block the peer, who may not read the answer before everything is sent.
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
    // A closing server waits for connections but not for their messages.
    socket.once("close", forget);
    message.resume();
  }
}
