import { abortable } from "./abortable.ts";
import type { Call, CallStats, Reply, Send } from "./call.ts";

interface Running {
  readonly call: Call;
  readonly reply: Promise<Reply>;
  readonly stats: CallStats;
  /** Ends the request. */
  readonly controller: AbortController;
  /** Number of callers that wait for it. One without a signal can't leave. */
  callers: number;
}

/**
 * Joins GETs to a running equal one with the same token, time limit and retries. All callers receive the same
 * response. An abort ends the wait of its caller, and the request when nobody waits any more.
 */
export function dedupe(send: Send): Send {
  const requests = new Map<string, Running>();

  function start(key: string, call: Call, stats: CallStats): Running {
    const controller = new AbortController();
    const reply = send(call.signal ? { ...call, signal: controller.signal } : call, stats);
    const running = { call, reply, stats, controller, callers: call.signal ? 0 : 1 };
    const forget = () => requests.get(key) === running && requests.delete(key);
    requests.set(key, running);
    reply.then(forget, forget);
    return running;
  }

  return (call, stats) => {
    const { method, url, token, isOwnToken, flags, signal } = call;
    if (method !== "GET" || flags.skipDedupe || signal?.aborted) return send(call, stats);
    const key = `${isOwnToken} ${token} ${url}`;
    const equal = requests.get(key);
    if (equal && canJoin(equal, call)) return follow(equal, call, stats);
    const started = start(key, call, stats);
    return signal ? follow(started, call, stats) : started.reply;
  };
}

/** Waits for a request until the caller leaves. */
async function follow(running: Running, { signal }: Call, stats: CallStats): Promise<Reply> {
  running.callers++;
  try {
    return await abortable(running.reply, signal);
  } finally {
    running.callers--;
    if (signal?.aborted && !running.callers) running.controller.abort();
    Object.assign(stats, running.stats);
  }
}

/**
 * Whether a call may wait for a request: one with the same limits. A platform that forbids it to wait for work of
 * another incoming request, as Cloudflare Workers do, throws when it reads that request's signal.
 */
function canJoin({ call, controller }: Running, { timeoutMs, maxRetries }: Call): boolean {
  try {
    return !controller.signal.aborted && call.timeoutMs === timeoutMs && call.maxRetries === maxRetries;
  } catch {
    return false;
  }
}
