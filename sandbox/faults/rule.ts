import type { FaultName } from "../contract/faults.ts";
import type { Call } from "../http/call.ts";
import { PATTERN_KINDS, type RequestPattern } from "../http/request_pattern.ts";
import {
  ANYTHING,
  checkMembers,
  COUNT,
  isObject,
  isWhole,
  kind,
  type Kinds,
  TEXT,
  textKind,
  TEXTS,
  whole,
} from "../base/check.ts";

/** Which requests a fault is for. A missing member matches every request. */
export interface FaultMatch extends RequestPattern {
  /** The access token sent. */
  readonly token?: string;
  /** Only the nth matching request, from 1. */
  readonly nth?: number;
}

/**
 * How a connection is lost.
 *
 * - `before`: reset before the request has an effect
 * - `after_commit`: reset after the request took effect
 * - `malformed_chunk`: takes effect, then sends a body with invalid chunks
 * - `never`: no effect, and no response until the caller gives up
 */
export type Drop = "before" | "after_commit" | "malformed_chunk" | "never";

/** Latency by percentiles: half of the responses take `p50` milliseconds or less, 99 in a hundred `p99` or less. */
export interface LatencySpread {
  /** The median, milliseconds above 0. */
  readonly p50: number;
  /** The 99th percentile, milliseconds: `p50` or more. */
  readonly p99: number;
}

/** A fault, and when it happens. */
export interface FaultRule {
  /** Which requests it happens to. */
  readonly match?: FaultMatch;
  /** Answer with this status instead of asking the sandbox. */
  readonly status?: number;
  /** Response with this body: text unchanged, anything else as JSON. */
  readonly body?: unknown;
  /** Headers of that response; without `status` and `body`, they are added to the sandbox's response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Delay before the request, in milliseconds: constant, or log-normally distributed, drawn from the seed. */
  readonly latencyMs?: number | LatencySpread;
  /** Maximum speed of the body, in bytes per second. */
  readonly bytesPerSecond?: number;
  /** Lose the connection after this many bytes of the body. */
  readonly cutAfterBytes?: number;
  /** Lose the connection. */
  readonly drop?: Drop;
  /** Maximum number of times that it happens. Default: unlimited. */
  readonly times?: number;
  /** Probability, 0 to 1, drawn from the seed. Default 1. */
  readonly probability?: number;
}

export interface FaultContext {
  readonly call: Call;
  ask(request: Request): Promise<Response>;
  /** Values that are stored while the fault is active. */
  readonly memory: Map<string, string>;
}

export interface FaultDefinition {
  readonly rule: FaultRule;
  applies?(call: Call): boolean | Promise<boolean>;
  /** Returns the request that the sandbox receives instead. */
  request?(context: FaultContext): Request | Promise<Request>;
  /** Returns a response instead of the sandbox's; undefined passes the request on. */
  answer?(context: FaultContext): Response | undefined;
  change?(reply: Response, context: FaultContext): Response | Promise<Response>;
}

export type FaultDefinitions = Readonly<Partial<Record<FaultName, FaultDefinition>>>;

const isAmount = (value: unknown) => typeof value === "number" && value >= 0;

function isSpread(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { p50, p99, ...others } = value;
  return isAmount(p50) && isAmount(p99) && Number(p50) > 0 && Number(p99) >= Number(p50) &&
    Object.keys(others).length === 0;
}

/** Any other name or value would end the connection, without a response. */
function isHeaders(value: unknown): boolean {
  return TEXTS.accepts(value) &&
    Object.entries(Object(value)).every(([name, text]) =>
      /^[!#$%&'*+.^`|~\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(String(text))
    );
}

const RULE: Kinds<keyof FaultRule> = {
  match: ANYTHING,
  status: kind("a status from 200 to 599", (value) => isWhole(value, 200, 599)),
  body: ANYTHING,
  headers: kind("an object of strings that HTTP can send", isHeaders),
  latencyMs: kind(
    "milliseconds from 0, or { p50, p99 } of which p99 is the larger",
    (value) => isAmount(value) || isSpread(value),
  ),
  bytesPerSecond: kind("a number above 0", (value) => isAmount(value) && Number(value) > 0),
  cutAfterBytes: COUNT,
  drop: textKind("before, after_commit, malformed_chunk or never", /^(?:before|after_commit|malformed_chunk|never)$/),
  times: COUNT,
  probability: kind("a number from 0 to 1", (value) => isAmount(value) && Number(value) <= 1),
};
const MATCH: Kinds<keyof FaultMatch> = { ...PATTERN_KINDS, token: TEXT, nth: whole(1) };

/** @throws {TypeError} With the invalid member, and its type or the most similar name. */
export function checkRule(value: unknown): FaultRule {
  checkMembers("a fault", value, RULE);
  const rule = value as FaultRule;
  if (rule.match !== undefined) checkMembers("match", rule.match, MATCH);
  return rule;
}
