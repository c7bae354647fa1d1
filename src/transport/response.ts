/**
 * Sends one request and reads its reply.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import type { Call, Limit, Reply, ReplyKind } from "./call.ts";
import { describeFailure } from "./failure.ts";
import { readUnusual } from "./unusual_reply.ts";

/** Default limit of a decompressed reply: 32 MiB. */
export const DEFAULT_MAX_REPLY_BYTES: number = 32 * 2 ** 20;

/** The dependencies of requests. */
export interface Exchanger {
  /** Replaces the runtime's `fetch`, which is looked up for each attempt. */
  readonly fetch: typeof globalThis.fetch | undefined;
  /** Maximum size of an unpacked reply, in bytes. */
  readonly maxReplyBytes: number;
}

/**
 * Sends a request and reads its reply to the end, so that the connection can be used again.
 *
 * @param means Its dependencies.
 * @param call The call.
 * @param limit Ends the request.
 * @returns The reply. Rejects with a {@linkcode ServiceError}, or with the reason of the call's abort.
 */
export async function exchange(
  means: Exchanger,
  call: Call,
  limit: Limit,
): Promise<Reply> {
  const { method, url, headers, body } = call;
  // Called as a method it would throw in browsers.
  const fetch = means.fetch ?? globalThis.fetch;
  const own: RequestInit = { method, headers, signal: limit.signal, redirect: "manual" };
  const init: RequestInit = call.init ? { ...call.init, body: null, ...own } : own;
  try {
    const response = await fetch(url, body ? { ...init, ...body.open(body.watch?.(call, limit)) } : init);
    const text = await readText(call, response, means.maxReplyBytes);
    return readReply(call, response, text);
  } catch (thrown) {
    throw describeFailure(thrown, call);
  }
}

/** Reads a body and counts its bytes, unless its header says that it's small. */
async function readText(call: Call, response: Response, maxBytes: number): Promise<string> {
  if (typeof response?.text !== "function") {
    throw failure("invalid_fetch", "The fetch function returned no Response: text() is missing", call);
  }
  if (response.bodyUsed) {
    throw failure("invalid_fetch", "The fetch function returned a Response whose body was read before", call);
  }
  const { status, statusText, headers, body } = response;
  const length = headers?.get("content-length");
  const isSmall = length != null && +length <= maxBytes && !headers.get("content-encoding");
  // Mocks and empty replies have no stream.
  const reader = isSmall ? undefined : body?.getReader?.();
  if (!reader) return await response.text();
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      reader.cancel().catch(() => {});
      const { method, url } = call;
      const facts = { method, url, headers, reason: `The reply has more than ${maxBytes} bytes` };
      throw new ServiceError(status, statusText, undefined, { ...facts, code: "reply_too_large" });
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Converts a reply to a result; throws unless it's a success of the kind that the call expects. */
function readReply(call: Call, response: Response, text: string): Reply {
  const { ok, status, headers } = response;
  const body = text ? parse(text) : undefined;
  const isJson = body !== undefined;
  if (ok && isJson && isOfKind(body, call.flags.expects)) return { status, headers, body, text };
  const isError = !ok || isJson && !isOfKind(body, "any");
  return readUnusual({ call, response, text, body, isJson, isError });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells whether parsed JSON has the expected kind, and isn't an error body with a success status. */
function isOfKind(body: unknown, kind: ReplyKind = "json"): boolean {
  if (Array.isArray(body)) return kind !== "object" && kind !== "location";
  if (typeof body !== "object" || body === null) return kind === "json" || kind === "any";
  const { code, message, error, errors, collection } = body as Record<string, unknown>;
  // The service sometimes answers 200 with an error body.
  if ((error && typeof error === "string") || Array.isArray(errors)) return false;
  if (typeof code === "number" && typeof message === "string") return false;
  return kind === "page" ? Array.isArray(collection) : kind !== "location";
}

/**
 * Returns the result of a call.
 *
 * @param reply The reply.
 * @returns The target of a redirect, or else the body.
 */
export function resultOf({ body, location }: Reply): unknown {
  return location ?? body;
}
