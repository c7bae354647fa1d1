/**
 * One request, one reply: the innermost sender.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { ApiRequest, Context, Reply, Send } from "./layer.ts";

const NO_JSON = "The reply isn't JSON";

/** The replies behind errors, for those who take an error reply as a result. */
const replies: WeakMap<ServiceError, Reply> = new WeakMap();

/**
 * Gives the reply that was turned into an error.
 *
 * @param error Whatever was thrown.
 * @returns The reply, its body parsed where it's JSON and else its text; `undefined` when there was no reply.
 */
export function replyOf(error: unknown): Reply | undefined {
  return replies.get(error as ServiceError);
}

/**
 * Makes a sender of a `fetch`. It reads the reply whole, so that its connection can be used again, and turns what
 * isn't a success into a {@linkcode ServiceError}.
 *
 * @param send The `fetch` to use. It's called as a function: as a method it would throw in browsers.
 * @returns The innermost sender of a stack.
 */
export function exchange(send: typeof globalThis.fetch): Send {
  return async (request, context) => {
    const { method, url, headers, body } = request;
    const { signal } = context;
    let response: Response;
    let text: string;
    try {
      response = await send(url, { method, headers, signal: signal ?? null, redirect: "manual", ...body?.open() });
      text = await response.text();
    } catch (cause) {
      // Platforms differ in what they throw on an abort; the signal's reason is what the caller gave.
      signal?.throwIfAborted();
      throw new ServiceError(0, "", undefined, { code: "network", method, url, cause, text: reasonOf(cause) });
    }
    return read(request, context, response, text);
  };
}

/** The platform's word for a lost connection, such as `ECONNREFUSED`. Node has it in the cause of what it throws. */
function reasonOf(thrown: unknown): string {
  const root = Object(thrown).cause ?? thrown;
  hideQueries(thrown);
  hideQueries(root);
  const { code } = Object(root);
  return /^[A-Z]\w+$/.test(code) ? code : "";
}

/** Platforms name the address in what they throw, Bun in a field of its own. Its query may hold codes and signatures. */
function hideQueries(thrown: unknown): void {
  const fields: Record<string, unknown> = Object(thrown);
  for (const name of Object.getOwnPropertyNames(fields)) {
    const text = fields[name];
    if (typeof text !== "string") continue;
    const bare = text.replace(/(\w:\/\/)(?:[^\s/?#]*@)?([^\s?#)]*)[^\s)]*/g, "$1$2");
    if (bare !== text) Reflect.set(fields, name, bare);
  }
}

function read({ method, url }: ApiRequest, context: Context, response: Response, text: string): Reply {
  const { status, statusText, headers } = response;
  const target = context.redirect && status > 299 && status < 400 && headers.get("location");
  if (target && URL.canParse(target, url)) {
    const location = new URL(target, url).href;
    // Players open files of this machine, too.
    if (/^https?:/.test(location)) return { status, headers, body: undefined, location };
  }
  let body: unknown;
  let cause: unknown;
  try {
    if (/\S/.test(text)) body = JSON.parse(text);
  } catch {
    // The parser's own error quotes the reply, which may be a token.
    cause = new SyntaxError(NO_JSON);
    if (context.text && !/json/.test(headers.get("content-type") ?? "")) [body, cause] = [text, undefined];
  }
  // Browsers hide the target of a redirect, and its status.
  const code = !status ? "opaque_redirect" : !response.ok || isErrorBody(body) ? "http" : cause ? "invalid_body" : "";
  if (!code) return { status, headers, body };
  // A page says what is in the way; half a success may be half a token.
  const shown = response.ok && !/^\s*</.test(text) ? NO_JSON : text;
  const error = new ServiceError(status, statusText, body, { code, method, url, headers, text: shown, cause });
  if (code === "http") replies.set(error, { status, headers, body: cause ? text : body });
  throw error;
}

/** The service has answered 200 with an error envelope. */
function isErrorBody(body: unknown): boolean {
  const { code, message, error, errors } = Object(body);
  return (typeof error === "string" && error !== "") || Array.isArray(errors) ||
    (typeof code === "number" && typeof message === "string");
}
