import { explainStorage, StorageFailure } from "../store/failures.ts";
import { explain, type NoteName, type NoteValues } from "./notes.ts";

const LINK = "https://developers.soundcloud.com/docs/api/explorer/open-api";
const LIMITS_LINK = "https://developers.soundcloud.com/docs/api/rate-limits#errors";

const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  413: "Payload Too Large",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  503: "Service Unavailable",
  507: "Insufficient Storage",
};

export function reason(status: number): string {
  return REASONS[status] ?? "Unknown";
}

export const GATEWAY_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "application/json",
  "server": "envoy",
  "x-generator": "tyk.io",
  "x-ratelimit-limit": "-1",
  "x-ratelimit-remaining": "0",
  "x-ratelimit-reset": "0",
};

export function gatewayBody(error: string): string {
  return `{\n    "error": ${JSON.stringify(error)}\n}`;
}

export interface FaultDetails {
  readonly extra?: Readonly<Record<string, unknown>>;
  /** A body instead of the envelope: text is sent as `text/plain`, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export class ApiFault extends Error {
  override readonly name = "ApiFault";
  readonly status: number;
  readonly details: FaultDetails;
  /** Why, for the developer; undefined for what the status and the message say. */
  note: string | undefined;

  /** @param message The envelope's `message`; often empty, like SoundCloud's. */
  constructor(status: number, message = "", details: FaultDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }

  because(name: NoteName, values?: NoteValues): this {
    this.note = explain(name, values);
    return this;
  }
}

export function envelope(
  status: number,
  message: string,
  extra: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    code: status,
    message,
    link: status === 429 ? LIMITS_LINK : LINK,
    status: `${status} - ${reason(status)}`,
    errors: message === "" ? [] : [{ error_message: message }],
    error: null,
    ...extra,
  };
}

export function badRequest(message: string): ApiFault {
  return new ApiFault(400, message);
}

/** 401: no valid token. SoundCloud's message is empty, also for an app token where a user token is required. */
export function unauthorized(message = ""): ApiFault {
  return new ApiFault(401, message);
}

export function forbidden(message = ""): ApiFault {
  return new ApiFault(403, message);
}

/** 404: the resource doesn't exist, or the caller may not see it. */
export function notFound(message = ""): ApiFault {
  return new ApiFault(404, message);
}

export function unprocessable(message: string): ApiFault {
  return new ApiFault(422, message);
}

export function storageFault({ isFull, message }: StorageFailure, body?: string): ApiFault {
  return new ApiFault(isFull ? 507 : 500, message, { body });
}

/** Converts an error of the sandbox to a 500 that says so, so that users don't look for it in their own program. */
export function asFault(thrown: unknown, path: string | undefined): ApiFault {
  if (thrown instanceof ApiFault) return thrown;
  const error = explainStorage(thrown, path);
  if (error instanceof StorageFailure) return storageFault(error);
  return new ApiFault(500, `The sandbox failed: ${error instanceof Error ? error.stack : String(error)}`);
}
