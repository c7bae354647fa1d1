import { ServiceError } from "@tonearm/client";

/** The kinds of failures in the order of `--help`: the exit code, and the next step where a failure has none. */
export const EXITS = {
  failed: {
    code: 1,
    meaning: "any other error",
    next: "Repeat it with --verbose to see the requests; `tonearm doctor` checks the setup.",
  },
  usage: { code: 2, meaning: "wrong usage; nothing was requested", next: "See `tonearm --help`." },
  auth: {
    code: 4,
    meaning: "credentials or a login are needed",
    next: "Check with `tonearm auth status`; sign in with `tonearm login`.",
  },
  not_found: { code: 5, meaning: "not found", next: "It may be private, deleted, or of another kind." },
  rate_limited: { code: 6, meaning: "rate limited", next: "Wait a while, then try again." },
  network: {
    code: 7,
    meaning: "network failure or timeout",
    next: "Check the connection with `tonearm doctor`, or give it longer with --timeout.",
  },
  partial: {
    code: 8,
    meaning: "part of a batch failed",
    next: "The rest is done; repeat the command for what failed.",
  },
  no_player: {
    code: 9,
    meaning: "no player, or the player failed",
    next: "`tonearm play --url` works without a player; with a sandbox, in `tonearm sandbox exec --user 1 -- bash`.",
  },
  unsaved: { code: 10, meaning: "done, but a refreshed login could not be stored", next: "See `tonearm auth status`." },
  no_command: { code: 127, meaning: "`sandbox exec` found no such command", next: "Check its name, and PATH." },
  hung_up: { code: 129, meaning: "the terminal was closed", next: "" },
  interrupted: { code: 130, meaning: "interrupted (Ctrl-C)", next: "" },
  terminated: { code: 143, meaning: "terminated", next: "" },
} as const;

export type Kind = keyof typeof EXITS;

export class Failure extends Error {
  override readonly name = "Failure";
  readonly kind: Kind;
  /** A stable code for programs: the kind, or something more specific. */
  readonly code: string;
  readonly hint: string;
  readonly failures: readonly object[] | undefined;
  readonly exit: number;

  constructor(
    kind: Kind,
    message: string,
    details: Partial<Pick<Failure, "hint" | "code" | "cause" | "failures" | "exit">> = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.code = details.code ?? kind;
    this.hint = details.hint ?? EXITS[kind].next;
    this.failures = details.failures;
    this.exit = details.exit ?? EXITS[kind].code;
  }
}

/** Thrown when stdout is closed (`| head`); ends the program quietly. */
export class ClosedPipe extends Error {
  override readonly name = "ClosedPipe";
}

/** Creates the failure of an invalid command line: exit code 2, before any request. */
export function usage(message: string, hint?: string): Failure {
  return new Failure("usage", message, hint === undefined ? {} : { hint });
}

export function explain(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (ServiceError.is(error)) return explainService(error);
  if (error instanceof RangeError || isRefused(error)) return usage(error.message);
  const message = describeFileError(error) ?? (error instanceof Error ? error.message : String(error));
  return new Failure("failed", message, { cause: error });
}

/** Returns whether the library rejected its arguments before any request; other TypeErrors are bugs. */
function isRefused(error: unknown): error is TypeError {
  return error instanceof TypeError && /^Cannot (?:use|write) the /.test(error.message);
}

function explainService(error: ServiceError): Failure {
  const stored = explainStore(error);
  if (stored) return stored;
  const kind = kindOf(error);
  const hint = hintFor(kind, error);
  const code = kind === "failed" || kind === "network" ? error.errorCode ?? finer(error) : kind;
  const message = isUnreached(error) ? describeUnreached(error.url, error) : error.message;
  return new Failure(kind, message, { code, cause: error, ...(hint === undefined ? {} : { hint }) });
}

function explainStore(error: ServiceError): Failure | undefined {
  const { code, cause } = error;
  if (cause instanceof Failure && (code === "token_store" || code === "lock")) return cause;
  const lost = (message: string, hint: string, as: string = code) =>
    new Failure("auth", message, { code: as, hint, cause: error });
  if (code === "session_lost") return lost("Another process removed the profile", "Run `tonearm auth`.");
  if (code === "no_token") return lost("The profile is no longer signed in", "Run `tonearm login`.");
  if (!error.isPermanentAuthError) return undefined;
  return lost("The session has ended: its refresh token is no longer valid", "Run `tonearm login`.", "login_over");
}

/** Reasons why there was no response. Some last: a retry doesn't help. */
const REASONS: readonly (readonly [pattern: RegExp, reason: string, lasts?: true])[] = [
  [/refused/i, "connection refused"],
  [/EAI_AGAIN|temporary failure in name/i, "its name cannot be looked up at the moment"],
  [/ENOTFOUND|dns error|failed to lookup|getaddrinfo/i, "the host is unknown", true],
  [/certificate|self.signed|CERT_|UNABLE_TO_VERIFY|UnknownIssuer/i, "its certificate is not valid", true],
  [/reset|ECONNRESET|socket hang up|EPIPE|broken pipe|closed before message|other side closed/i, "connection lost"],
  [/EHOSTUNREACH|ENETUNREACH|unreachable/i, "no route to it"],
  [/timed? ?out|ETIMEDOUT/i, "timed out"],
  [/HTTPS_PROXY/, "HTTPS_PROXY is not a URL", true],
  [/proxy|tunnel/i, "the proxy refuses it"],
];

export function unreachable(url: string, cause: unknown): Failure {
  return new Failure("network", describeUnreached(url, cause), { cause });
}

function describeUnreached(url: string | undefined, cause: unknown): string {
  return `Cannot reach ${url && URL.canParse(url) ? new URL(url).host : "SoundCloud"}: ${reasonOf(cause)}`;
}

/** Returns the reason why there was no response, in the same words on every runtime. */
export function reasonOf(error: unknown): string {
  return rowOf(error)?.[1] ?? "no connection";
}

export function isLasting(error: unknown): boolean {
  return rowOf(error)?.[2] === true;
}

function rowOf(error: unknown): typeof REASONS[number] | undefined {
  const said = causesOf(error).join(" ");
  return REASONS.find(([pattern]) => pattern.test(said));
}

function causesOf(error: unknown, depth: number = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const code = "code" in error ? String(error.code) : "";
  const beneath = error instanceof AggregateError ? [...error.errors, error.cause] : [error.cause];
  return [error.message, code, ...beneath.flatMap((one) => causesOf(one, depth + 1))];
}

/** Returns whether no host replied. `watchedFetch()` reports permanent failures with the code `http`. */
function isUnreached({ status, code }: ServiceError): boolean {
  return status === 0 && (code === "network" || code === "http");
}

function finer(error: ServiceError): string {
  if (isUnreached(error)) return "network";
  return error.status === 403 ? "forbidden" : error.code;
}

function kindOf(error: ServiceError): Kind {
  if (error.isPermanentAuthError || error.isUnauthorized || error.errorCode === "invalid_client") return "auth";
  if (error.isNotFound || error.code === "no_stream") return "not_found";
  if (error.isRateLimited) return "rate_limited";
  const unanswered = isUnreached(error) || error.code === "timeout" || error.status === 408 || error.status === 504;
  return unanswered ? "network" : "failed";
}

const FORBIDDEN_HINT = "Only its owner may do this, or the plan of the account or application doesn't include it.";

function hintFor(kind: Kind, error: ServiceError): string | undefined {
  if (kind === "rate_limited") return waitHint(error);
  if (kind !== "failed") return undefined;
  if (error.isForbidden) return FORBIDDEN_HINT;
  if (error.code === "not_written") return "Run the command again when the other program has ended.";
  if (error.code === "hidden_tracks") return "With --force the command continues, and the hidden tracks are lost.";
  return error.retryAfterMs ? waitHint(error) : undefined;
}

function waitHint(error: ServiceError): string | undefined {
  const resetAt = error.rateLimit?.resetAt;
  const wait = error.retryAfterMs ? `SoundCloud asks to wait ${Math.ceil(error.retryAfterMs / 1000)} s.` : "";
  const lifted = resetAt ? `The limit is lifted at ${new Date(resetAt).toISOString()}.` : "";
  return wait || lifted ? [wait, lifted].filter(Boolean).join(" ") : undefined;
}

/** Errors of the file system in plain words, the same on every runtime. */
const FILE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOTDIR: "a file is in the way",
  EEXIST: "a file is in the way",
  EISDIR: "it is a folder",
  ENOSPC: "no space left on the device",
};
const FILE_VERBS: Readonly<Record<string, string>> = {
  open: "open",
  mkdir: "create the folder",
  rename: "replace",
  rm: "remove",
  unlink: "remove",
  write: "write",
};

export function fileReason(error: unknown): string {
  const { code = "", message = String(error) } = error as Partial<NodeJS.ErrnoException>;
  return FILE_REASONS[code] ?? message;
}

/** Ends the reading of a file that may be missing, as undefined; any other error is a failure. */
export function absent(error: NodeJS.ErrnoException, name: string, kind: Kind = "failed"): undefined {
  if (error.code === "ENOENT") return undefined;
  throw new Failure(kind, `Cannot read ${name}: ${fileReason(error)}`, { cause: error });
}

function describeFileError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { syscall = "", path } = error as NodeJS.ErrnoException;
  if (syscall === "" || path === undefined) return undefined;
  return `Cannot ${FILE_VERBS[syscall] ?? "read"} ${path}: ${fileReason(error)}`;
}
