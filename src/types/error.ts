/** The kind of failure; `ServiceError.code`. */
export type ErrorCode =
  /** SoundCloud responded with an error. */
  | "http"
  /** No response arrived. */
  | "network"
  /** No response arrived in time. */
  | "timeout"
  /** The response is invalid: not JSON, truncated, not a list, or without a token. */
  | "invalid_body"
  /** The platform hides a redirect, as browsers do. */
  | "opaque_redirect"
  /** The response is larger than the limit. */
  | "reply_too_large"
  /** The source of a file failed while it was sent. */
  | "unreadable_file"
  /** The `fetch` that was configured returns something else than a `Response`. */
  | "invalid_fetch"
  /** A list links to a page that was already read. */
  | "page_loop"
  /** The stored position of a watch is invalid, or belongs to another source. */
  | "invalid_place"
  /** The stored position of a watch is no longer in the list, so new items can't be determined. */
  | "place_lost"
  /** A sign-in that this app didn't start. */
  | "state_mismatch"
  /** A sign-in that was refused. */
  | "callback"
  /** The call needs a token, but there is none. */
  | "no_token"
  /** The token store or the token provider failed, or didn't answer in time. A new pair stays usable in memory. */
  | "token_store"
  /** Another process takes too long to refresh the token, or the store's own lock failed. Nothing was sent. */
  | "lock"
  /** The token store has lost the session: the user has to sign in again. */
  | "session_lost"
  /** The token store went back in time, as after restoring a backup, and the newest tokens are gone: sign in again. */
  | "session_rolled_back"
  /** The track has no rendition. */
  | "no_stream"
  /** SoundCloud grants only the 30 second preview of the track. */
  | "preview_only"
  /** The URL of another host, which may not receive the token. */
  | "foreign_url"
  /** Editing the playlist would lose tracks. */
  | "hidden_tracks"
  /** SoundCloud didn't apply the edit of a playlist. */
  | "not_written"
  /** A rate limiter holds the call back: a limit is reached. */
  | "limit"
  /** The store of a rate limiter is unavailable. */
  | "rate_limiter";

/** The fields of an error response in JSON. SoundCloud sends any of these fields, or none; other fields are kept. */
export interface ErrorBody {
  /** HTTP status. In a 200, it marks an error. */
  code?: number;
  /** Human-readable text; often empty. */
  message?: string;
  /** Status as text, as in `404 - Not Found`. */
  status?: string;
  /** URL of the documentation. */
  link?: string;
  /** Individual messages; often empty. */
  errors?: {
    /** Human-readable text. */
    error_message?: string;
    /** Machine-readable code; the app registration sends it. */
    code?: string;
    /** The limit, and when it resets. The documentation has `group`, real responses have `bucket` and `name`. */
    meta?: {
      /** The limit. */
      rate_limit?: {
        group?: string;
        bucket?: string;
        name?: string;
        max_nr_of_requests?: number;
        /** ISO 8601 duration, as in `PT24H`. */
        time_window?: string;
      };
      /** Requests left. */
      remaining_requests?: number;
      /** As in `2015/06/01 09:49:40 +0000`. */
      reset_time?: string;
    };
  }[];
  /** OAuth error code from the token endpoint, plain text from the gateway, null otherwise. */
  error?: string | null;
  /** Machine-readable code; the older hosts send it. */
  error_code?: string;
  /** Description of an OAuth error. */
  error_description?: string;
  /** Sent with 429 when a user acts too often. The warning is for the user: don't retry. */
  spam_warning_urn?: string;
}

/** The limit that keeps a call waiting longest. */
export interface RateLimit {
  /** As in `plays` or `client-credentials-exchange`. */
  name?: string | undefined;
  /** Requests allowed in its time window. */
  limit?: number | undefined;
  /** Requests left. */
  remaining?: number | undefined;
  /** When requests are allowed again. */
  resetAt?: Date | undefined;
}
