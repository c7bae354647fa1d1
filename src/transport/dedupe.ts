/**
 * Equal calls at the same time, sent once.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { abortable, onAbort } from "./abortable.ts";
import type { Call, CallStats, Reply, Send } from "./call.ts";

/** A GET that is under way, and how many callers wait for it. */
export interface InFlight {
  readonly reply: Promise<Reply>;
  readonly stats: CallStats;
  /** The token that the call began with. */
  readonly token: string | undefined;
  callers: number;
  /** Ends the request. Where the first caller can't leave, nobody needs it. */
  readonly end?: () => void;
  /** The reply of all callers but the first. */
  shared?: Promise<Reply>;
}

/** The calls under way, by what equal ones share. */
export type InFlightCalls = Map<string, InFlight>;

/**
 * Joins a GET to an equal one with the same token that is under way, or makes it.
 *
 * @param calls The calls under way.
 * @param make Makes a call.
 * @param call The call.
 * @param stats What happens during it.
 * @returns The reply, as `make` gives it.
 */
export async function dedupe(calls: InFlightCalls, make: Send, call: Call, stats: CallStats): Promise<Reply> {
  if (call.method !== "GET" || call.flags.skipDedupe) return await make(call, stats);
  // Almost all calls have the stored token. The key of these needs no text to be made.
  const key = call.isOwnToken ? `${call.url} ${call.token}` : call.url;
  const equal = calls.get(key);
  if (equal) return await (equal.token === call.token ? join(equal, call, stats) : make(call, stats));
  if (call.signal) return await start(calls, key, call, stats, (shared) => make(shared, stats));
  const reply = make(call, stats);
  calls.set(key, { reply, stats, token: call.token, callers: 1 });
  try {
    return await reply;
  } finally {
    calls.delete(key);
  }
}

/**
 * Waits for a call that is under way. Those who join share one copy of the result, which is frozen: one caller can't
 * change what another reads.
 *
 * @param inFlight What is under way.
 * @param call The call that joins it.
 * @param stats What happens during that call.
 * @returns The reply. An abort ends this wait alone; the last caller to leave ends the request.
 */
function join(inFlight: InFlight, call: Call, stats: CallStats): Promise<Reply> {
  inFlight.shared ??= inFlight.reply.then(frozenCopy);
  inFlight.callers++;
  return follow(inFlight, inFlight.shared, call, stats);
}

/**
 * Starts a call whose caller may leave while others wait for it.
 *
 * @param calls The calls under way.
 * @param key What equal calls share.
 * @param call The call.
 * @param stats What happens during it.
 * @param send Makes the call.
 * @returns The reply. An abort ends this wait alone; the last caller to leave ends the request.
 */
function start(
  calls: InFlightCalls,
  key: string,
  call: Call,
  stats: CallStats,
  send: (call: Call) => Promise<Reply>,
): Promise<Reply> {
  const controller = new AbortController();
  const forget = () => calls.get(key) === inFlight && calls.delete(key);
  const end = () => {
    forget();
    controller.abort();
  };
  const reply = send({ ...call, signal: controller.signal });
  const inFlight: InFlight = { reply, stats, token: call.token, callers: 1, end };
  calls.set(key, inFlight);
  reply.then(forget, forget);
  return follow(inFlight, reply, call, stats);
}

async function follow(inFlight: InFlight, reply: Promise<Reply>, call: Call, stats: CallStats): Promise<Reply> {
  const forget = onAbort(call.signal, () => {
    inFlight.callers--;
    if (!inFlight.callers) inFlight.end?.();
  });
  try {
    return await abortable(reply, call.signal);
  } finally {
    forget();
    stats.retries = inFlight.stats.retries;
    stats.token = inFlight.stats.token;
  }
}

function frozenCopy(reply: Reply): Reply {
  try {
    return { ...reply, body: freeze(structuredClone(reply.body)) };
  } catch (cause) {
    // JSON can be nested deeper than anything can be copied.
    throw new ServiceError(reply.status, "The reply can't be copied", undefined, { code: "invalid_body", cause });
  }
}

function freeze(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
