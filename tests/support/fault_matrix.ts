/**
 * What must become of every kind of call under every fault of the sandbox: the rules, as data.
 *
 * @module
 */
import type { FaultName } from "../../sandbox/faults/named.ts";

/** Kinds of calls. */
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

/** How often a fault happens. */
export const TIMES: readonly number[] = [1, 3, Infinity];

/** What became of a call. */
export interface Outcome {
  /** `ok`, the status of an error reply, the `code` of another `ServiceError`, or `aborted`. */
  readonly result: string;
  /** How many requests it took; of a refresh those to the OAuth host. */
  readonly requests: number;
  /** How often the service carried out what the call writes. A code or a refresh token that is used up counts, too. */
  readonly written: number;
}

/** What a fault does to the calls that it touches. */
interface Rule {
  /** How a touched attempt fails, as {@linkcode Outcome.result} has it. Without it the call succeeds as ever. */
  readonly fails?: string;
  /** The kinds that it touches; all where it's left out. */
  readonly on?: readonly Kind[];
  /** The reply is lost or spoilt after the work was done. */
  readonly late?: true;
  /** Results and numbers of requests, for once, three times and for ever, where the rules don't say them. */
  readonly special?: Partial<Record<Kind, readonly (readonly [result: string, requests: number])[]>>;
}

/** Requests of a call that nothing happens to. */
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
/** Failures after which all but a POST is repeated. */
const PASSING = ["500", "502", "503", "504", "network", "timeout", "invalid_body"];
const READS = ["GET", "paged GET", "stream URL"] as const;
const WRITES = ["PUT", "POST", "upload", "token exchange", "refresh"] as const;
const TOKENS = ["token exchange", "refresh"] as const;
const HARMLESS = { on: READS } as const;
const thrice = (result: string, requests: number) =>
  [[result, requests], [result, requests], [result, requests]] as const;

/** Every switch of the sandbox. */
export const RULES: Readonly<Record<FaultName, Rule>> = {
  "server_error": { fails: "500" },
  "server_error:token": { fails: "500", on: TOKENS },
  token_429_spurious: { fails: "429", on: TOKENS },
  refresh_commit_then_drop: { fails: "network", on: ["refresh"], late: true },
  refresh_drop_before_commit: { fails: "network", on: ["refresh"] },
  code_exchange_flaky: { fails: "400", on: ["token exchange"] },
  // The browser's, not the library's.
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
  // An upload may take as long as it needs: its caller gives up.
  never_answer: { fails: "timeout", special: { upload: thrice("timeout", 1) } },
  quota_403: { fails: "403" },
  api_disallowed: { fails: "403" },
  envoy_503: { fails: "503" },
  envoy_504: { fails: "504" },
  mesh_404: { fails: "404" },
  unknown_route_405: { fails: "405" },
  error_in_200: { fails: "200", on: READS },
  // The other user's list is one page.
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
  // Once it's the first page that is read twice; a link that comes back is a loop.
  cursor_loop: { ...HARMLESS, special: { "paged GET": [["ok", 4], ["page_loop", 2], ["page_loop", 2]] } },
  next_href_internal_host: HARMLESS,
  next_href_drops_params: HARMLESS,
  activities_bad_cursor: { on: ["paged GET"], special: { "paged GET": thrice("400", 2) } },
  page_shift: HARMLESS,
  // One rendition after the other, down to the preview.
  playable_but_403: {
    on: ["stream URL"],
    special: { "stream URL": [["ok", 3], ["preview_only", 4], ["preview_only", 4]] },
  },
  expired_cdn_url: { on: ["stream URL"] },
  needs_paid_plan: { fails: "403", on: ["stream URL"] },
  no_streams: { fails: "no_stream", on: ["stream URL"] },
  upload_503_html: { fails: "503", on: ["upload"], late: true },
  // A 401 is answered with one refresh and one more attempt, whatever it was about.
  upload_401_plain: { on: ["upload"], special: { upload: [["ok", 3], ["401", 3], ["401", 3]] } },
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

/** Whether a fault happens to calls of a kind. */
export function touches(fault: FaultName, kind: Kind): boolean {
  return RULES[fault].on?.includes(kind) ?? true;
}

/** What must become of a call of a kind, with the fault once, three times and for ever. */
export function expected(fault: FaultName, kind: Kind): Outcome[] {
  const { fails, late, special } = RULES[fault];
  const least = UNTOUCHED[kind];
  const isRead = READS.some((read) => read === kind);
  const isRepeated = fails === "429" || PASSING.includes(fails ?? "") && (isRead || kind === "PUT");
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

/** The matrix as a table, faults that do the same in one row, and those that no call meets below it. */
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
  return [...head, ...lines, "", `No call of the library meets ${unmet.join(", ")}.`].join("\n");
}
