/**
 * Bodies of requests. A call without a body doesn't load this module.
 *
 * @module
 */
import type { CallOptions, Route, TokenSource } from "../session.ts";
import type { Payload, StreamedBody } from "./call.ts";
import { send } from "./send.ts";
import { watchUpload } from "./upload_limit.ts";

/**
 * Sends a route that has a body.
 *
 * @param source Access token or session.
 * @param route What to send.
 * @param options Call options.
 * @returns The service's reply, with the operation's type.
 */
export function sendBody<T>(source: TokenSource, route: Route, options?: CallOptions): Promise<T> {
  return send(source, route, options, payload);
}

/**
 * Creates the payload of a body.
 *
 * @param body A text, a form, a stream, or an object that is sent as JSON.
 * @returns The payload; `undefined` for no body.
 */
export function payload(body: Route["body"]): Payload | undefined {
  if (body === undefined) return;
  if (body instanceof FormData) return { open: () => ({ body }) };
  if (typeof body === "string") return text(body);
  if (body instanceof URLSearchParams) return text(`${body}`, "application/x-www-form-urlencoded;charset=UTF-8");
  return "open" in body && typeof body.open === "function"
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
    watch: watchUpload,
    open: (watch) => {
      const body = open(watch);
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
