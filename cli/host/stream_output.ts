import { ClosedPipe, Failure } from "../errors.ts";
import type { Output } from "./host.ts";

/** Creates the output on a stream. Nothing is written after a failed write, so that a result has no gaps. */
export function output(stream: NodeJS.WriteStream, stop: (reason: Error) => void): Output {
  let closed: Error | undefined;
  const close = (error: Error) => {
    closed ??= reasonOf(error);
    stop(closed);
    return closed;
  };
  stream.on("error", close);
  return {
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
    write(text) {
      if (closed) return Promise.reject(closed);
      return new Promise((resolve, reject) => {
        // Writes to a file are synchronous and throw their errors.
        try {
          stream.write(text, (error) => error ? reject(close(error)) : resolve());
        } catch (error) {
          reject(close(error instanceof Error ? error : new Error(String(error))));
        }
      });
    },
  };
}

/** A closed pipe ends the program quietly; a full disk is a failure, because the result is incomplete. */
function reasonOf(error: Error & { readonly code?: string }): Error {
  const isClosed = /EPIPE|ERR_STREAM_DESTROYED|EOF|broken pipe/i.test(`${error.code} ${error.message}`);
  if (isClosed) return new ClosedPipe("nobody reads any more", { cause: error });
  const why = /ENOSPC|no space left/i.test(`${error.code} ${error.message}`)
    ? "no space left on the device"
    : error.message;
  return new Failure("failed", `Cannot write the result: ${why}`, { code: "output", cause: error });
}

export function forgiving(stream: Output): Output {
  return {
    isTTY: stream.isTTY,
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
    write: (text) =>
      stream.write(text).catch((error) => error instanceof ClosedPipe ? undefined : Promise.reject(error)),
  };
}
