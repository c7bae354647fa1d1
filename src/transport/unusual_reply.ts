/**
 * Replies other than the JSON that a call expects: redirects, empty and text replies, errors.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { Call, Reply, ReplyKind } from "./call.ts";

/** A reply that was read to its end. */
export interface Received {
  readonly call: Call;
  readonly response: Response;
  readonly text: string;
  /** The parsed JSON. */
  readonly body?: unknown;
  /** Whether the text is JSON. */
  readonly isJson: boolean;
  /** Whether the service reports an error: by the status, or by a body with a success status. */
  readonly isError: boolean;
}

/** The name of each kind of reply in errors. */
const KINDS: Readonly<Partial<Record<ReplyKind, string>>> = {
  object: "an object",
  page: "a page of a list",
  location: "a redirect",
};

/**
 * Reads a reply that isn't JSON of the expected kind.
 *
 * @param received The reply.
 * @returns A redirect, an empty reply or a text, if the call accepts it.
 * @throws {ServiceError} For any other reply.
 */
export function readUnusual(received: Received): Reply {
  const { call, response, text, isError } = received;
  const { status, headers } = response;
  const location = targetOf(call, response);
  if (location) return { status, headers, body: undefined, location };
  if (isError) throw status ? refusal(received) : invalid(received, "opaque_redirect", "");
  if (isAccepted(received)) return { status, headers, body: isBlank(text) ? undefined : text };
  const { expects = "json" } = call.flags;
  const isText = !received.isJson && !isBlank(text);
  throw invalid(received, "invalid_body", isText ? "The reply isn't JSON" : `Expected ${KINDS[expects]}`);
}

function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

/** Whether the call accepts a reply that isn't JSON. */
function isAccepted({ call, response, text, isJson }: Received): boolean {
  const { expects = "json" } = call.flags;
  if (isBlank(text)) return expects === "any" || expects === "json";
  return expects === "any" && !isJson && !/json/.test(response.headers?.get("content-type") ?? "");
}

/** The parser's error quotes the reply, which may contain a token. */
function causeOf({ isJson, text }: Received): SyntaxError | undefined {
  return isJson || isBlank(text) ? undefined : new SyntaxError("The reply isn't JSON");
}

/** The error that the service reports, with the reply for callers that want it. */
function refusal(received: Received): ServiceError {
  const { call: { method, url }, response: { status, statusText = "", headers }, text, body, isJson } = received;
  const facts = { method, url, headers, text, cause: causeOf(received) };
  const error = new ServiceError(status, statusText, body, facts);
  const reply: Reply = { status, headers, body: isJson || !text ? body : text };
  return Object.defineProperty(error, REPLY, { value: reply });
}

/** The error of a reply that the call can't use. Browsers hide the target and the status of a redirect. */
function invalid(received: Received, code: "invalid_body" | "opaque_redirect", reason: string): ServiceError {
  const { call: { method, url }, response: { status, statusText = "", headers } } = received;
  const text = /^\s*</.test(received.text) ? received.text : "";
  return new ServiceError(status, statusText, undefined, {
    method,
    url,
    headers,
    code,
    reason,
    text,
    cause: causeOf(received),
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

/**
 * Returns the reply of an error.
 *
 * @param error The thrown value.
 * @returns The reply, with its body parsed if it's JSON, or else as text; `undefined` without a reply.
 */
export function replyOf(error: unknown): Reply | undefined {
  return Object(error)[REPLY];
}
