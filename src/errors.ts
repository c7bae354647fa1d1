import { isRecord } from "./checks.ts";
import { parseRetryAfter } from "./formats/retry_after.ts";
import type { ErrorBody, ErrorCode, RateLimit } from "./types/error.ts";

/** Details of a failure beyond its status and body. */
export interface ErrorFacts {
  /** Kind of the failure. Default `http`. */
  code?: ErrorCode | undefined;
  /** What went wrong, as the library describes it. */
  reason?: string | undefined;
  /** Method of the request. */
  method?: string | undefined;
  /** URL of the request, without its query and password. */
  url?: string | undefined;
  /** Headers of the response. */
  headers?: Headers | undefined;
  /** The text of the response, if it isn't a JSON object. */
  text?: string | undefined;
  /** The underlying error. */
  cause?: unknown;
}

/**
 * A call that failed: SoundCloud refused it, its response is invalid, or there was no response.
 *
 * @example
 * ```ts
 * import { ServiceError } from "@tonearm/client";
 *
 * const error = new ServiceError(404, "Not Found", { message: "The track is gone" });
 * error.isNotFound; // true
 * error.message; // "404 Not Found: The track is gone"
 * error.serviceMessage; // "The track is gone"
 * ```
 */
export class ServiceError extends Error {
  /** Always `ServiceError`. */
  override readonly name = "ServiceError";
  /** HTTP status; 0 without a response. */
  declare readonly status: number;
  /** Status text; empty in HTTP/2. */
  declare readonly statusText: string;
  /** Stable name of the failure: `http`, `network`, `timeout`, `invalid_body` and others. */
  declare readonly code: ErrorCode;
  /** SoundCloud's own code, as in `invalid_grant`. */
  declare readonly errorCode: string | undefined;
  /**
   * SoundCloud's message, unchanged and of any length; `message` has one line of it. For a response that isn't JSON,
   * its title or first line.
   */
  declare readonly serviceMessage: string | undefined;
  /** URL of the documentation. */
  declare readonly docsLink: string | undefined;
  /** SoundCloud's messages, except empty ones. */
  declare readonly errors: string[];
  /** The body of the response, if it's a JSON object. Invalid responses may have another shape. */
  declare readonly body: ErrorBody | undefined;
  /** Method of the request. */
  declare readonly method: string | undefined;
  /** URL of the request, without its query. */
  declare readonly url: string | undefined;
  /** The request id to give to SoundCloud's support. */
  declare readonly requestId: string | undefined;
  /** The exhausted limit, if the response names it. */
  declare readonly rateLimit: RateLimit | undefined;
  /** How long to wait, in milliseconds, if the response says so. */
  declare readonly retryAfterMs: number | undefined;
  /** Set when the user acted too often. The warning is for the user: don't retry. */
  declare readonly spamWarningUrn: string | undefined;

  /**
   * Describes a failure.
   *
   * @param status HTTP status; 0 without a response.
   * @param statusText Its text; may be empty.
   * @param body The response's parsed JSON. Anything but an object is ignored.
   * @param facts Other details. Other properties are ignored.
   */
  constructor(status: number, statusText: string, body?: unknown, facts: ErrorFacts = {}) {
    const { code = "http", method, headers, text = "", cause } = facts;
    const url = facts.url?.replace(/[?#].*/s, "").replace(/\/\/[^/]*@/, "//");
    const now = Date.now();
    const fields = { status, statusText, code, method, url, ...readBody(body, text.slice(0, 4096), now) };
    super(messageOf(fields, facts.reason), cause ? { cause } : {});
    const again = parseRetryAfter(headers?.get("retry-after"), now) ?? fields.rateLimit?.resetAt;
    const retryAfterMs = again && +again >= now ? +again - now : undefined;
    const [requestId = fields.requestId] = ["x-amz-cf-id", "x-tyk-trace-id", "x-request-id"].flatMap((name) =>
      headers?.get(name) || []
    );
    Object.assign(this, fields, { retryAfterMs, requestId });
  }

  /** True when the status is 401. */
  get isUnauthorized(): boolean {
    return this.status === 401;
  }

  /** True when the status is 403. */
  get isForbidden(): boolean {
    return this.status === 403;
  }

  /** True when the status is 404. Without a {@linkcode ServiceError.body} it may come from a gateway. */
  get isNotFound(): boolean {
    return this.status === 404;
  }

  /** True when the status is 429. */
  get isRateLimited(): boolean {
    return this.status === 429;
  }

  /** True when the status is 5xx. */
  get isServerError(): boolean {
    return this.status > 499 && this.status < 600;
  }

  /**
   * True when the OAuth host permanently rejects a code or refresh token: it was used, has expired or belongs to
   * another app, or the verifier or `redirectUri` doesn't match. The host doesn't say which.
   */
  get isInvalidGrant(): boolean {
    return this.isPermanentAuthError && this.errorCode === "invalid_grant";
  }

  /** True when the user has to log in again. False for `invalid_client` and for responses of other hosts. */
  get isPermanentAuthError(): boolean {
    return this.status > 399 && this.status < 500 &&
      /^(invalid_grant|invalid_token|unauthorized_client|access_denied)$/.test(this.errorCode ?? "");
  }

  /**
   * Returns the value for `JSON.stringify`: every field, and the message.
   *
   * @returns A plain object.
   */
  toJSON(): object {
    return { ...this, message: this.message };
  }

  /**
   * Tells whether a value is a `ServiceError`, even if another copy of this package created it.
   *
   * @param value The thrown value.
   * @returns True for a `ServiceError`.
   */
  static is(value: unknown): value is ServiceError {
    return "isPermanentAuthError" in Object(value);
  }
}

/** Control characters and line terminators. */
const UNPRINTABLE = /[^ -~\xa0-\u2027\u202a-\uffff]+/g;

/** `Cannot GET /tracks/1: 404 Not Found: The track is gone`, in one line of at most 500 characters. */
function messageOf(fields: MessageFields, reason: string | undefined): string {
  const { status, statusText, code, method, url, serviceMessage, errorCode, rateLimit } = fields;
  const subject = method && url && `Cannot ${method} ${url.replace(/^\w+:\/\/[^/]*/, "")}`;
  const state = `${status || ""} ${statusText}`.trim() || (reason ? "" : code);
  const words = serviceMessage ?? errorCode ?? (rateLimit?.name && `${rateLimit.name} limit reached`);
  const line = [subject, state, reason, words].filter(Boolean).join(": ").replace(UNPRINTABLE, " ").trim();
  return line.length > 500 ? `${line.slice(0, 499)}…` : line;
}

/** The parts of a message. */
type MessageFields = Pick<
  ServiceError,
  "status" | "statusText" | "code" | "method" | "url" | "errorCode" | "serviceMessage" | "rateLimit"
>;

type ErrorItem = NonNullable<ErrorBody["errors"]>[number];

/** Reads an error's fields from a body of any shape. It never throws: invalid fields are ignored. */
function readBody(value: unknown, text: string, now: number) {
  const body = (isRecord(value) ? value : undefined) as ErrorBody | undefined;
  const items: (ErrorItem | null)[] = Array.isArray(body?.errors) ? body.errors : [];
  const errors = items.flatMap((item) => string(item?.error_message) ?? []);
  const message = string(body?.message);
  return {
    body,
    errors,
    errorCode: string(body?.error_code) ?? string(body?.error) ?? /^[a-z]+_[a-z_]+$/.exec(message ?? "")?.[0] ??
      string(items[0]?.code),
    // The title of a page, or the first line of plain text.
    serviceMessage: message ?? string(body?.error_description) ?? errors[0] ??
      string(body ? "" : (/<title>([^<]*)/i.exec(text)?.[1] ?? text).trim().split(/[\r\n]/)[0]?.slice(0, 200)),
    docsLink: string(body?.link),
    spamWarningUrn: string(body?.spam_warning_urn),
    rateLimit: items.flatMap((item) => limitOf(item, now)).sort((a, b) => +(b.resetAt ?? 0) - +(a.resetAt ?? 0))[0],
    // The gateway's pages end with this.
    requestId: /Request ID: ([\w+/=&#;-]+)/.exec(text)?.[1]?.replaceAll("&#x3D;", "="),
  };
}

function limitOf(item: ErrorItem | null, now: number): RateLimit | [] {
  const { rate_limit, remaining_requests: remaining, reset_time } = item?.meta ?? {};
  const { name, group, max_nr_of_requests: limit } = rate_limit ?? {};
  return rate_limit ? { name: name ?? group, limit, remaining, resetAt: parseRetryAfter(reset_time, now) } : [];
}

function string(value: unknown): string | undefined {
  return typeof value === "string" && value || undefined;
}
