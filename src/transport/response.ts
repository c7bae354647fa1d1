/**
 * Replies, read.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { ErrorCode } from "../types/error.ts";
import type { Call, Reply, ReplyKind } from "./call.ts";
import { countText } from "./text.ts";

/** How large an unpacked reply may be where nothing is configured: 32 MiB. */
export const DEFAULT_MAX_REPLY_BYTES: number = 32 * 2 ** 20;

const NOT_JSON = "The reply isn't JSON";

/** What a reply of each kind is called in an error. */
const KINDS: Readonly<Record<ReplyKind, string>> = {
  object: "an object",
  page: "a page of a list",
  location: "a redirect",
  json: "JSON",
  any: "anything",
};

/**
 * Reads the body of a reply to its end, so that its connection can be used again.
 *
 * @param call The call.
 * @param response What `fetch` returned.
 * @param maxBytes How large the unpacked body may be, in bytes.
 * @returns The text.
 * @throws {ServiceError} With the code `reply_too_large`; with `invalid_fetch` where there is no `Response`.
 */
export function readText(call: Call, response: Response, maxBytes: number): Promise<string> {
  const length = response?.headers?.get("content-length");
  const isSmall = length != null && Number(length) <= maxBytes && !response.headers.get("content-encoding");
  return isSmall ? response.text() : countText(call, response, maxBytes);
}

/**
 * Turns a reply that was read into a result.
 *
 * @param call The call.
 * @param response What `fetch` returned.
 * @param text Its body.
 * @returns The reply.
 * @throws {ServiceError} For anything but a success of the kind that the call expects.
 */
export function readReply(call: Call, response: Response, text: string): Reply {
  const { status, headers } = response;
  if (response.ok && text) {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return readUnusual(call, response, text);
    }
    if (isOfKind(body, call.flags.expects)) return { status, headers, body };
  }
  return readUnusual(call, response, text);
}

/** Tells whether parsed JSON is what a call expects, and not an error in disguise. */
function isOfKind(body: unknown, kind: ReplyKind = "json"): boolean {
  if (Array.isArray(body)) return kind !== "object" && kind !== "location";
  if (typeof body !== "object" || body === null) return kind === "json" || kind === "any";
  const { code, message, error, errors, collection } = body as Record<string, unknown>;
  // The service has answered 200 with an error envelope.
  if ((error && typeof error === "string") || Array.isArray(errors)) return false;
  if (typeof code === "number" && typeof message === "string") return false;
  return kind === "page" ? Array.isArray(collection) : kind !== "location";
}

function readUnusual(call: Call, response: Response, text: string): Reply {
  const { method, url, flags: { expects = "json" } } = call;
  const { status, statusText, headers } = response;
  const location = targetOf(call, response);
  if (location) return { status, headers, body: undefined, location };
  const { body, isJson } = parse(text);
  const isError = !response.ok || isJson && !isOfKind(body, "any");
  const isText = expects === "any" && !/json/.test(headers?.get("content-type") ?? "");
  if (!isError && (isJson ? body === undefined : isText) && /^(?:any|json)$/.test(expects)) {
    return { status, headers, body: isJson ? undefined : text };
  }
  // Browsers hide the target of a redirect, and its status.
  const code: ErrorCode = !status ? "opaque_redirect" : isError ? "http" : "invalid_body";
  // The parser's own error quotes the reply, which may be a token.
  const cause = isJson ? undefined : new SyntaxError(NOT_JSON);
  const said = isError || /^\s*</.test(text) ? text : isJson ? `Expected ${KINDS[expects]}` : NOT_JSON;
  const facts = { code, method, url, headers, text: said, cause };
  const error = new ServiceError(status, statusText ?? "", code === "invalid_body" ? undefined : body, facts);
  throw code === "http" ? withReply(error, { status, headers, body: isJson ? body : text }) : error;
}

function parse(text: string): { readonly body: unknown; readonly isJson: boolean } {
  try {
    return { body: /\S/.test(text) ? JSON.parse(text) : undefined, isJson: true };
  } catch {
    return { body: undefined, isJson: false };
  }
}

/** The target of a redirect, where the call expects one. */
function targetOf({ url, flags }: Call, { status, headers }: Response): string | undefined {
  if (!(flags.redirect || flags.expects === "location") || status < 300 || status > 399) return;
  const target = headers.get("location");
  const location = target && URL.canParse(target, url) ? new URL(target, url).href : "";
  // Players also open files of this machine.
  return /^https?:/.test(location) ? location : undefined;
}

/** Where an error keeps its reply, for those who take an error reply as a result. No inspector shows it. */
const REPLY = Symbol("reply");

function withReply(error: ServiceError, reply: Reply): ServiceError {
  return Object.defineProperty(error, REPLY, { value: reply });
}

/**
 * Gives the reply that was turned into an error.
 *
 * @param error Whatever was thrown.
 * @returns The reply, its body parsed where it's JSON and else its text; `undefined` when there was no reply.
 */
export function replyOf(error: unknown): Reply | undefined {
  return Object(error)[REPLY];
}
