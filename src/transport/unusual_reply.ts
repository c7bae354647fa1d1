import { type ErrorFacts, ServiceError } from "../errors.ts";
import { parseUrl } from "../formats/origin.ts";
import type { Call, Reply } from "./call.ts";

/** A response that was read to its end. */
export interface Received {
  readonly call: Call;
  readonly response: Response;
  readonly text: string;
  /** The parsed JSON; `undefined` for a string, or nothing. */
  readonly body?: unknown;
  /** Whether SoundCloud reports an error: by the status, or by a body with a success status. */
  readonly isError?: boolean;
}

/**
 * Reads a response that isn't JSON of the expected kind.
 *
 * @returns A redirect, an empty response or a string, if the call accepts it.
 * @throws {ServiceError} For any other response.
 */
export function readUnusual(received: Received): Reply {
  const { call, response: { status, headers }, text, body, isError } = received;
  const { expects = "json", redirect = expects === "location" } = call.flags;
  const location = redirect && status > 299 && status < 400 ? targetOf(headers, call.url) : undefined;
  if (location) return { status, headers, body: undefined, location };
  if (isError) throw status ? refusal(received) : errorOf(received, { code: "opaque_redirect" });
  const isBlank = !text.trim();
  if (isBlank && /any|json/.test(expects)) return { status, headers, body: undefined };
  const isText = body === undefined && !isBlank;
  if (isText && expects === "any" && !/json/.test(headers?.get("content-type") ?? "")) {
    return { status, headers, body: text };
  }
  const reason = isText ? NOT_JSON : `Expected a response of the kind "${expects}"`;
  throw errorOf(received, { code: "invalid_body", reason });
}

const NOT_JSON = "The response isn't JSON";

/** The error that SoundCloud reports, with the response for callers that want it. */
function refusal(received: Received): ServiceError {
  const { response: { status, headers }, text, body } = received;
  const reply: Reply = { status, headers, body: body === undefined && text ? text : body };
  return Object.defineProperty(errorOf(received, { text }, body), REPLY, { value: reply });
}

/** Creates the error of a response that isn't a result. */
export function errorOf(
  { call, response, text, body: json }: Received,
  facts: ErrorFacts,
  body?: unknown,
): ServiceError {
  const { method, url } = call;
  const { status, statusText = "", headers } = response;
  // The parser's error quotes the response, which may contain a token.
  const cause = json === undefined && text.trim() ? new SyntaxError(NOT_JSON) : undefined;
  const page = /^\s*</.test(text) ? text : "";
  return new ServiceError(status, statusText, body, { method, url, headers, text: page, cause, ...facts });
}

function targetOf(headers: Headers, base: string): string | undefined {
  const target = headers.get("location");
  const url = target ? parseUrl(target, base) : undefined;
  // Players also open local files.
  return url && /^https?:/.test(url.href) ? url.href : undefined;
}

/** The property of an error that keeps its response, for callers that return it. Inspectors don't show it. */
const REPLY = Symbol();

/**
 * Returns the response of an error.
 *
 * @returns The response, with its body parsed if it's JSON, or else as text; `undefined` without a response.
 */
export function replyOf(error: unknown): Reply | undefined {
  return Object(error)[REPLY];
}
