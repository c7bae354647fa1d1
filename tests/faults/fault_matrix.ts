import type { FaultName } from "../../sandbox/contract/faults.ts";

/** The kinds of calls. */
export const KINDS = [
  "GET",
  "paged GET",
  "stream URL",
  "PUT",
  "POST",
  "upload",
  "token exchange",
  "refresh",
] as const;
/** A kind of call. */
export type Kind = typeof KINDS[number];

/** How many times a fault occurs. */
export const TIMES: readonly number[] = [1, 3, Infinity];

/** The outcome of a call. */
export interface Outcome {
  /** `ok`, the status of an error reply, the `code` of another `ServiceError`, or `aborted`. */
  readonly result: string;
  /** The number of requests; for a refresh, those to the OAuth host. */
  readonly requests: number;
  /** How many times the service performed the write. A used code or refresh token counts, too. */
  readonly written: number;
}

/** The effect of a fault on the calls that it touches. */
interface Rule {
  /** The result of a touched attempt, as in {@linkcode Outcome.result}. Default: the call succeeds. */
  readonly fails?: string;
  /** The kinds that the fault touches. Default: all. */
  readonly on?: readonly Kind[];
  /** Whether the reply is lost or corrupted after the work was done. */
  readonly late?: true;
  /** Results and numbers of requests that differ from the rules: for one fault, three, and permanent ones. */
  readonly special?: Partial<Record<Kind, readonly (readonly [result: string, requests: number])[]>>;
}

/** The number of requests of a call without faults. */
const UNTOUCHED: Readonly<Record<Kind, number>> = {
  "GET": 1,
  "paged GET": 3,
  "stream URL": 2,
  "PUT": 1,
  "POST": 1,
  "upload": 1,
  "token exchange": 1,
  "refresh": 1,
};
/** The default of `maxRetries`. */
const RETRIES = 3;
/** Failures after which everything but a POST is retried. */
const RETRYABLE = ["500", "502", "503", "504", "network", "timeout", "invalid_body"];
const READS = ["GET", "paged GET", "stream URL"] as const;
const WRITES = ["PUT", "POST", "upload", "token exchange", "refresh"] as const;
const TOKENS = ["token exchange", "refresh"] as const;
const HARMLESS = { on: READS } as const;
const thrice = (result: string, requests: number) =>
  [[result, requests], [result, requests], [result, requests]] as const;

/** The rules for every fault of the sandbox. */
export const RULES: Readonly<Record<FaultName, Rule>> = {
  "server_error": { fails: "500" },
  "server_error:token": { fails: "500", on: TOKENS },
  token_429_spurious: { fails: "429", on: TOKENS },
  refresh_commit_then_drop: { fails: "network", on: ["refresh"], late: true },
  refresh_drop_before_commit: { fails: "network", on: ["refresh"] },
  code_exchange_flaky: { fails: "400", on: ["token exchange"] },
  // This concerns the browser, not the library.
  authorize_blank: { on: [] },
  authorize_500: { on: [] },
  app_revoked: { fails: "401", on: TOKENS },
  state_tampered: { on: [] },
  redirect_schemeless: { on: [] },
  "edge_page": { fails: "503" },
  "edge_page:400": { fails: "400" },
  "edge_page:403": { fails: "403" },
  "edge_page:502": { fails: "502" },
  "edge_page:503": { fails: "503" },
  "edge_page:504": { fails: "504" },
  cf_method_403: { fails: "403", on: WRITES },
  waf_block: { fails: "403" },
  edge_429_text: { fails: "429" },
  latency: {},
  truncated_body: { fails: "invalid_body", late: true },
  connection_reset: { fails: "network" },
  reply_lost: { fails: "network", late: true },
  slow_body: {},
  cut_body: { fails: "network", late: true },
  malformed_chunk: { fails: "network", late: true },
  // An upload may take as long as it needs, so its caller aborts it.
  never_answer: { fails: "timeout", special: { upload: thrice("timeout", 1) } },
  quota_403: { fails: "403" },
  api_disallowed: { fails: "403" },
  envoy_503: { fails: "503" },
  envoy_504: { fails: "504" },
  mesh_404: { fails: "404" },
  unknown_route_405: { fails: "405" },
  error_in_200: { fails: "200", on: READS },
  // The other user's list has one page.
  cross_user_cache: { on: ["paged GET"], special: { "paged GET": thrice("ok", 1) } },
  stale_search_cache: {
    on: ["paged GET"],
    special: { "paged GET": [["ok", 3], ["page_loop", 2], ["page_loop", 2]] },
  },
  cache_ignores_created_at: { on: ["paged GET"] },
  stale_lists: { on: ["paged GET"] },
  zero_counts: HARMLESS,
  track_count_zero: HARMLESS,
  duration_zero: HARMLESS,
  empty_string_urls: HARMLESS,
  extra_fields: HARMLESS,
  missing_fields: HARMLESS,
  // One fault only repeats the first page; a repeated link is a loop.
  cursor_loop: { ...HARMLESS, special: { "paged GET": [["ok", 4], ["page_loop", 2], ["page_loop", 2]] } },
  next_href_internal_host: HARMLESS,
  next_href_drops_params: HARMLESS,
  activities_bad_cursor: { on: ["paged GET"], special: { "paged GET": thrice("400", 2) } },
  page_shift: HARMLESS,
  // The renditions are tried in order, down to the preview.
  playable_but_403: {
    on: ["stream URL"],
    special: { "stream URL": [["ok", 3], ["preview_only", 4], ["preview_only", 4]] },
  },
  expired_cdn_url: { on: ["stream URL"] },
  needs_paid_plan: { fails: "403", on: ["stream URL"] },
  no_streams: { fails: "no_stream", on: ["stream URL"] },
  upload_503_html: { fails: "503", on: ["upload"], late: true },
  // Every 401 causes one refresh and one retry.
  upload_401_plain: { on: ["upload"], special: { upload: [["ok", 3], ["401", 3], ["401", 3]] } },
  // None of these calls is a like, a repost, a follow or a comment.
  needs_subscription: { on: [] },
  // The library's file names are plain ASCII.
  "server_error:filename": { on: [] },
  "server_error:artwork": { fails: "500", on: ["upload"] },
  asset_422_flaky: { fails: "422", on: ["upload"] },
  transcode_stuck: { on: ["upload"] },
  "server_error:reposts": { fails: "500", on: ["POST"] },
  "server_error:playlists": { fails: "500", on: ["PUT"] },
  batch_drops_one: { on: ["GET"] },
  batch_under_10_empty: { on: ["GET"] },
  // The library sends q once.
  "server_error:duplicate_q": { on: [] },
  cors_missing: {},
  cors_missing_on_error: {},
};

/** Returns whether a fault touches calls of a kind. */
export function touches(fault: FaultName, kind: Kind): boolean {
  return RULES[fault].on?.includes(kind) ?? true;
}

/** Returns the expected outcomes of a kind of call for one fault, three, and permanent ones. */
export function expected(fault: FaultName, kind: Kind): Outcome[] {
  const { fails, late, special } = RULES[fault];
  const least = UNTOUCHED[kind];
  const isRead = READS.some((read) => read === kind);
  const isRepeated = fails === "429" || RETRYABLE.includes(fails ?? "") && (isRead || kind === "PUT");
  return TIMES.map((times, index) => {
    let [result, requests] = special?.[kind]?.[index] ?? ["ok", least];
    if (touches(fault, kind) && fails !== undefined && special?.[kind] === undefined) {
      const retries = isRepeated ? Math.min(times, RETRIES) : 0;
      const isOver = isRepeated && times <= RETRIES;
      [result, requests] = isOver ? ["ok", least + retries] : [fails, 1 + retries];
    }
    return { result, requests, written: !isRead && (result === "ok" || late) ? 1 : 0 };
  });
}

function entry({ result, requests, written }: Outcome): string {
  return `${result} (${requests})${written && result !== "ok" ? " †" : ""}`;
}

function cell(fault: FaultName, kind: Kind): string {
  if (!touches(fault, kind)) return "–";
  const entries = [...new Set(expected(fault, kind).map(entry))];
  return entries.length === 1 ? entries[0]! : expected(fault, kind).map(entry).join(", ");
}

/** Returns the matrix as a table. Faults with the same effect share a row; those that no call meets follow below. */
export function table(): string {
  const rows = new Map<string, string[]>();
  for (const fault of Object.keys(RULES) as FaultName[]) {
    const cells = KINDS.map((kind) => cell(fault, kind)).join(" | ");
    rows.set(cells, [...rows.get(cells) ?? [], `\`${fault}\``]);
  }
  const nowhere = KINDS.map(() => "–").join(" | ");
  const unmet = rows.get(nowhere) ?? [];
  rows.delete(nowhere);
  const lines = [...rows].map(([cells, faults]) => `| ${faults.join(", ")} | ${cells} |`);
  const head = [`| Fault | ${KINDS.join(" | ")} |`, `| --- | ${KINDS.map(() => "---").join(" | ")} |`];
  return [...head, ...lines, "", `These faults affect no call of the library: ${unmet.join(", ")}.`].join("\n");
}
