/**
 * Sends one request and reads its reply.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { ErrorCode } from "../types/error.ts";
import type { BodyWatch, Call, Reply, ReplyKind } from "./call.ts";
import { describeFailure } from "./failure.ts";
import { countText } from "./text.ts";

/** Default limit of a decompressed reply: 32 MiB. */
export const DEFAULT_MAX_REPLY_BYTES: number = 32 * 2 ** 20;

/** The name of each kind of reply in errors. */
const KINDS: Readonly<Partial<Record<ReplyKind, string>>> = {
  object: "an object",
  page: "a page of a list",
  location: "a redirect",
};

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
 * @param signal Ends the request.
 * @param watch Follows the body while it is sent.
 * @returns The reply. Rejects with a {@linkcode ServiceError}, or with the reason of the call's abort.
 */
export async function exchange(
  means: Exchanger,
  call: Call,
  signal: AbortSignal | null,
  watch?: BodyWatch,
): Promise<Reply> {
  const { method, url, headers, body } = call;
  // Called as a method it would throw in browsers.
  const fetch = means.fetch ?? globalThis.fetch;
  const init: RequestInit = { method, headers, signal, redirect: "manual" };
  try {
    const response = await fetch(url, body ? { ...init, ...body.open(watch) } : init);
    const length = response?.headers?.get("content-length");
    const isSmall = length != null && +length <= means.maxReplyBytes && !response.headers.get("content-encoding");
    const text = await (isSmall ? response.text() : countText(call, response, means.maxReplyBytes));
    return readReply(call, response, text);
  } catch (thrown) {
    throw describeFailure(thrown, call);
  }
}

/** Converts a reply to a result; throws unless it's a success of the kind that the call expects. */
function readReply(call: Call, response: Response, text: string): Reply {
  const { status, headers } = response;
  let body: unknown;
  let cause: unknown;
  try {
    body = text ? JSON.parse(text) : undefined;
  } catch {
    // The parser's error quotes the reply, which may contain a token.
    cause = new SyntaxError("The reply isn't JSON");
  }
  if (response.ok && body !== undefined && isOfKind(body, call.flags.expects)) return { status, headers, body };
  return readUnusual(call, response, text, body, cause);
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

function readUnusual(call: Call, response: Response, text: string, body: unknown, cause: unknown): Reply {
  const { expects = "json" } = call.flags;
  const { status, statusText = "", headers, ok } = response;
  const location = targetOf(call, response);
  if (location) return { status, headers, body: undefined, location };
  const isBlank = !/\S/.test(text);
  const isError = !ok || !isBlank && !cause && !isOfKind(body, "any");
  const isText = isBlank || expects === "any" && cause && !/json/.test(headers?.get("content-type") ?? "");
  if (!isError && isText && /^(?:any|json)$/.test(expects)) {
    return { status, headers, body: isBlank ? undefined : text };
  }
  const facts = { method: call.method, url: call.url, headers, cause: isBlank ? undefined : cause };
  if (isError && status) {
    const error = new ServiceError(status, statusText, body, { ...facts, text });
    throw withReply(error, { status, headers, body: cause ? text : body });
  }
  // Browsers hide the target and the status of a redirect.
  const code: ErrorCode = status ? "invalid_body" : "opaque_redirect";
  const reason = !status ? "" : cause && !isBlank ? "The reply isn't JSON" : `Expected ${KINDS[expects]}`;
  throw new ServiceError(status, statusText, undefined, {
    ...facts,
    code,
    reason,
    text: /^\s*</.test(text) ? text : "",
  });
}

/** The target of a redirect, if the call expects one. */
function targetOf({ url, flags }: Call, { status, headers }: Response): string | undefined {
  if (!(flags.redirect || flags.expects === "location") || status < 300 || status > 399) return;
  const target = headers.get("location");
  const location = target && URL.canParse(target, url) ? new URL(target, url).href : "";
  // Players also open local files.
  return /^https?:/.test(location) ? location : undefined;
}

/** The property of an error that keeps its reply, for callers that return error replies. Inspectors don't show it. */
const REPLY = Symbol("reply");

function withReply(error: ServiceError, reply: Reply): ServiceError {
  return Object.defineProperty(error, REPLY, { value: reply });
}

/**
 * Returns the reply of an error.
 *
 * @param error The thrown value.
 * @returns The reply, with its body parsed if it's JSON, or else as text; `undefined` without a reply.
 */
export function replyOf(error: unknown): Reply | undefined {
  return Object(error)[REPLY];
}
