import { Memo } from "../base/memo.ts";
import { Random } from "../base/random.ts";
import type { Call } from "./call.ts";
import { type ApiFault, envelope } from "./errors.ts";
import { explain, isNoteName } from "./notes.ts";
import { sourceOf } from "../document/sources.ts";

const TEXT: unique symbol = Symbol("text");

/**
 * A response made from a string, which it keeps: reading it from the body would cost a copy. A `WeakMap` of texts would
 * keep them all until a full collection, and a subclass would load Node's fetch when the sandbox starts.
 */
interface TextReply extends Response {
  [TEXT]?: string;
}

const BODILESS: ReadonlySet<unknown> = new Set([204, 205, 304]);

export function textReply(text: string, init: ResponseInit): Response {
  if (BODILESS.has(init.status)) return new Response(null, init);
  const reply: TextReply = new Response(text, init);
  reply[TEXT] = text;
  return reply;
}

export function textOf(reply: TextReply): string | undefined {
  return reply[TEXT];
}

const JSON_TYPE = "application/json; charset=utf-8";

const ORIGIN_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "private, max-age=0",
  "referrer-policy": "no-referrer",
  "server": "am/2",
  "strict-transport-security": "max-age=63072000",
  "vary": "Origin",
  "via": "1.1 sandbox.cloudfront.net (CloudFront)",
  "x-amz-cf-pop": "TXL50-P1",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
};

const stems = new Memo<string>(100);

/** Ends with the number of the request, after letters that are drawn once for a seed. */
export function edgeId({ world: { seed }, sequence }: Numbered): string {
  const stem = stems.get(`${seed}`) ?? stems.keep(`${seed}`, new Random(seed).letters(54));
  const number = sequence.toString(36);
  return `${stem.slice(number.length)}${number}==`;
}

export type Numbered = Pick<Call, "world" | "sequence" | "connection">;

/**
 * On a connection, SoundCloud's own headers are default headers of the connection: creating and reading a `Headers`
 * object with fifteen entries takes longer than computing the response.
 */
export function headersFor(
  call: Numbered,
  status: number,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const own = {
    ...ORIGIN_HEADERS,
    "x-cache": `${status < 400 ? "Miss" : "Error"} from cloudfront`,
    "x-amz-cf-id": edgeId(call),
  };
  if (call.connection === undefined) return { ...own, ...given };
  call.connection.headers = own;
  return { ...given };
}

export function json(
  call: Numbered,
  body: unknown,
  status = 200,
  headers?: Readonly<Record<string, string>>,
): Response {
  return textReply(JSON.stringify(body), {
    status,
    headers: headersFor(call, status, { "content-type": JSON_TYPE, ...headers }),
  });
}

export function empty(call: Numbered, status = 200): Response {
  return new Response(null, { status, headers: headersFor(call, status, { "content-length": "0" }) });
}

export function found(call: Numbered, location: string): Response {
  return json(call, { status: "302 - Found", location }, 302, { location });
}

/** Errors whose content type has no charset, like SoundCloud's. */
const BARE_TYPE = new Set([403, 404, 422, 429]);

/** Returns the note of a refusal that has none of its own. */
export function usualNote({ operation, request, path }: Call, status: number, message = ""): string {
  const name = operation?.name ?? `${request.method} ${path}`;
  const row = `status_${status}`;
  const source = sourceOf("operation", name) ?? "assumed: no source describes this";
  const values = { message: message || "SoundCloud does not say more.", operation: name, source };
  return explain(isNoteName(row) ? row : "status_500", values);
}

export function refusalReply(call: Call, fault: ApiFault): Response {
  call.note(fault.note ?? usualNote(call, fault.status, fault.message));
  return faultReply(call, fault);
}

export function faultReply(call: Numbered, fault: ApiFault): Response {
  const { body, extra, headers } = fault.details;
  const text = typeof body === "string" ? body : JSON.stringify(body ?? envelope(fault.status, fault.message, extra));
  const jsonType = BARE_TYPE.has(fault.status) ? "application/json" : JSON_TYPE;
  const type = typeof body === "string" ? "text/plain; charset=utf-8" : jsonType;
  return textReply(text, {
    status: fault.status,
    headers: headersFor(call, fault.status, { "content-type": type, ...headers }),
  });
}
