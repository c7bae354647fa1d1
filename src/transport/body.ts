import { LONGEST_TIMER } from "../checks.ts";
import type { Path } from "../formats/path.ts";
import type { CallOptions, Route, TokenSource } from "../session.ts";
import { failure } from "../failure.ts";
import type { BodyWatch, Call, Limit, Payload, StreamedBody } from "./call.ts";
import { send } from "./send.ts";

/** Sends a route that has a body. */
export function sendBody<T>(source: TokenSource, route: Route, options?: CallOptions): Promise<T> {
  return send(source, route, options, payload);
}

/** Sends a body, and requests one object. */
export function sendObject<T>(
  source: TokenSource,
  method: "POST" | "PUT",
  path: Path,
  body: object,
  options: CallOptions | undefined,
): Promise<T> {
  return sendBody(source, { method, path, body, expects: "object" }, options);
}

/**
 * Creates the payload of a body.
 *
 * @param body A text, a blob, a form, a stream, or an object that is sent as JSON.
 * @returns The payload; `undefined` for no body.
 */
export function payload(body: Route["body"]): Payload | undefined {
  if (body == null) return;
  if (body instanceof FormData || body instanceof Blob) return { open: () => ({ body }) };
  if (typeof body === "string") return text(body);
  if (body instanceof URLSearchParams) return text(`${body}`, "application/x-www-form-urlencoded;charset=UTF-8");
  return typeof (body as StreamedBody).open === "function"
    ? streamed(body as StreamedBody)
    : text(JSON.stringify(body), "application/json");
}

/** Creates a blob, because Deno repeats strings when a kept-alive connection breaks, even in a POST, but not blobs. */
function text(body: string, type?: string): Payload {
  return { headers: type ? { "Content-Type": type } : {}, open: () => ({ body: new Blob([body]) }) };
}

function streamed({ contentType, size, repeatable, open }: StreamedBody): Payload {
  return {
    // A runtime that knows the length ignores this header.
    headers: { "Content-Type": contentType, "Content-Length": `${size}` },
    repeatable,
    open: (call, limit) => {
      const body = open(watchUpload(call, limit));
      // If a redirect could follow, Node keeps a copy of the whole body.
      const init: RequestInit = { body, redirect: canRefuseRedirects() ? "error" : "manual" };
      return body instanceof ReadableStream ? Object.assign(init, { duplex: "half" }) : init;
    },
  };
}

/** Cloudflare Workers don't support this mode. */
function canRefuseRedirects(): boolean {
  try {
    return !!new Request("http://a", { redirect: "error" });
  } catch {
    return false;
  }
}

/** Factor on the time limit for SoundCloud's answer to the complete file. */
const ANSWER = 4;

/**
 * Ends an upload if no chunk is sent for the call's time limit, or if the answer to the complete file takes four times
 * as long; with the code `unreadable_file` when the file's source fails; with a `RangeError` when its size differs,
 * and a `TypeError` when a chunk is no bytes.
 * Browsers don't report progress, so uploads have no limit there.
 */
function watchUpload(call: Call, { signal, restart, end }: Limit): BodyWatch {
  const { timeoutMs } = call;
  restart(0);
  return {
    signal,
    onPiece: () => restart(timeoutMs),
    onEnd: () => restart(Math.min(LONGEST_TIMER, timeoutMs * ANSWER)),
    onError: (cause) =>
      end(
        cause instanceof RangeError || cause instanceof TypeError
          ? cause
          : failure("unreadable_file", "", call, { cause }),
      ),
  };
}
