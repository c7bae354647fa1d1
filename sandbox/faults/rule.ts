import type { Call } from "../http/call.ts";
import type { RequestPattern } from "../http/request_pattern.ts";

/** Which requests a fault is for. A missing member matches every request. */
export interface FaultMatch extends RequestPattern {
  /** The access token sent. */
  readonly token?: string;
  /** Only the request that is the nth, from 1, of those that fit otherwise. */
  readonly nth?: number;
}

/**
 * How a connection is lost.
 *
 * - `before`: reset before the request has an effect
 * - `after_commit`: reset after the request was carried out
 * - `malformed_chunk`: carried out, then a body with invalid chunks
 * - `never`: not carried out, and no reply until the caller gives up
 */
export type Drop = "before" | "after_commit" | "malformed_chunk" | "never";

/** Latency by percentiles: half of the replies take `p50` milliseconds or less, 99 in a hundred `p99` or less. */
export interface LatencySpread {
  /** The median, milliseconds above 0. */
  readonly p50: number;
  /** The 99th percentile, milliseconds: `p50` or more. */
  readonly p99: number;
}

/** Something to go wrong, and when. */
export interface FaultRule {
  /** Which requests it happens to. */
  readonly match?: FaultMatch;
  /** Answer with this status instead of asking the service. */
  readonly status?: number;
  /** Reply with this body: text unchanged, anything else as JSON. */
  readonly body?: unknown;
  /** Headers of that answer, or added to the service's own where neither status nor body is given. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Wait so long before anything else: always the same, or log-normally spread, drawn from the seed. */
  readonly latencyMs?: number | LatencySpread;
  /** Send the body no faster than this. */
  readonly bytesPerSecond?: number;
  /** Lose the connection after so many bytes of the body. */
  readonly cutAfterBytes?: number;
  /** Lose the connection. */
  readonly drop?: Drop;
  /** Happen so many times, then no more. */
  readonly times?: number;
  /** Happen with this probability, 0 to 1; chance comes from the seed. */
  readonly probability?: number;
}

/** The context of a fault's functions: the call, the service, and the fault's memory. */
export interface FaultContext {
  readonly call: Call;
  /** Sends another request to the service. */
  ask(request: Request): Promise<Response>;
  /** Lives as long as the fault is switched on. */
  readonly memory: Map<string, string>;
}

/** A named fault: a rule, and what a rule can't express. */
export interface FaultDefinition {
  /** What goes wrong, for people. */
  readonly about: string;
  readonly rule: FaultRule;
  /** Whether a request that fits is one of those it happens to. */
  applies?(call: Call): boolean | Promise<boolean>;
  /** The request that the service gets instead. */
  request?(context: FaultContext): Request | Promise<Request>;
  /** The reply in place of the service; undefined passes the request to the service. */
  answer?(context: FaultContext): Response | undefined;
  /** What becomes of the service's reply. */
  change?(reply: Response, context: FaultContext): Response | Promise<Response>;
}
