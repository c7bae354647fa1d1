import { failure } from "../failure.ts";
import type { Call, Limit, Reply, ReplyKind } from "./call.ts";
import { describeFailure } from "./failure.ts";
import { errorOf, readUnusual } from "./unusual_reply.ts";

/** The dependencies of requests. */
export interface Exchanger {
  /** Replaces the runtime's `fetch`, which is looked up for each attempt. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Maximum size of an unpacked response, in bytes. */
  readonly maxReplyBytes: number;
}

/**
 * Sends a request and reads its response to the end, so that the connection can be used again.
 *
 * @returns The response. Rejects with a {@linkcode ServiceError}, or with the reason of the call's abort.
 */
export async function exchange(means: Exchanger, call: Call, limit: Limit): Promise<Reply> {
  const { method, url, headers, body } = call;
  // Called as a method it would throw in browsers.
  const fetch = means.fetch ?? globalThis.fetch;
  const own: RequestInit = { method, headers, signal: limit.signal, redirect: "manual" };
  const init: RequestInit = call.init ? { ...call.init, body: null, ...own } : own;
  try {
    const response = await fetch(url, body ? { ...init, ...body.open(call, limit) } : init);
    const reader = readerOf(call, response, means.maxReplyBytes);
    const text = reader ? await readText(call, response, reader, means.maxReplyBytes) : await response.text();
    return readReply(call, response, text);
  } catch (thrown) {
    throw describeFailure(thrown, call);
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Returns the reader of a body whose bytes must be counted: its header doesn't say that it's small. */
function readerOf(call: Call, response: Response, maxBytes: number): Reader | undefined {
  const { text, bodyUsed, headers, body } = response ?? {};
  if (typeof text !== "function" || bodyUsed || headers && !headers.get) {
    throw failure(
      "invalid_fetch",
      "The fetch function returned no Response: headers.get() or text() is missing or was read before",
      call,
    );
  }
  const length = headers?.get("content-length");
  const isSmall = length != null && +length <= maxBytes && !headers.get("content-encoding");
  // Mocks and empty responses have no stream.
  return isSmall ? undefined : body?.getReader?.();
}

async function readText(call: Call, response: Response, reader: Reader, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      reader.cancel().catch(() => {});
      throw errorOf({ call, response, text: "" }, {
        code: "reply_too_large",
        reason: `The response has more than ${maxBytes} bytes`,
      });
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Converts a response to a result; throws unless it's a success of the kind that the call expects. */
function readReply(call: Call, response: Response, text: string): Reply {
  const { ok, status, headers } = response;
  const body = parse(text);
  const isJson = body !== undefined;
  if (ok && isJson && isOfKind(body, call.flags.expects)) return { status, headers, body };
  return readUnusual({ call, response, text, body, isError: !ok || isJson && !isOfKind(body, "any") });
}

function parse(text: string): unknown {
  try {
    if (text) return JSON.parse(text);
  } catch {
    // It isn't JSON.
  }
}

/** Tells whether parsed JSON has the expected kind, and isn't an error body with a success status. */
function isOfKind(body: unknown, kind: ReplyKind = "json"): boolean {
  if (kind === "location") return false;
  if (Array.isArray(body)) return kind !== "object";
  if (Object(body) !== body) return /any|json/.test(kind);
  const { code, message, error, errors, collection } = body as Record<string, unknown>;
  // SoundCloud sometimes answers 200 with an error body.
  if ((error && typeof error === "string") || Array.isArray(errors)) return false;
  if (typeof code === "number" && typeof message === "string") return false;
  return kind !== "page" || Array.isArray(collection);
}

/** Returns the result of a call. */
export function resultOf({ body, location }: Reply): unknown {
  return location ?? body;
}

/**
 * Freezes the result of a call with everything in it, because callers of equal calls share it.
 *
 * @param result Parsed JSON. If it is frozen, so is everything in it.
 */
export function freeze<T>(result: T): T {
  // A list, because a response may be nested more deeply than functions can be.
  const open: Json[] = isObject(result) && !Object.isFrozen(result) ? [result] : [];
  for (const object of open) {
    for (const name in object) if (isObject(object[name])) open.push(object[name]);
    Object.freeze(object);
  }
  return result;
}

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
