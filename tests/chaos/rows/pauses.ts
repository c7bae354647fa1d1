/**
 * A process that is stopped for longer than its lock lasts, and goes on.
 *
 * @module
 */
import type { Pair } from "../host.ts";
import type { StoreSettings } from "../protocol.ts";
import { pause, type Row, type Trial } from "../trial.ts";

/** After how long a lock is taken for abandoned, in milliseconds, where a store has such a time. */
const LEASE_MS = 400;

/** A lock in Redis is promised for four times as long, which a machine that is busy mustn't use up beside the pause. */
function leaseOf(kind: StoreSettings["kind"]): number {
  return kind === "redis" ? 1000 : LEASE_MS;
}

/** Stops a process when the host has committed its refresh; another one wants the session meanwhile. */
async function afterCommit(trial: Trial, kind: StoreSettings["kind"]): Promise<void> {
  const { host } = trial;
  const leaseMs = leaseOf(kind);
  const place = await trial.place(kind, { options: { ttlMs: leaseMs, staleMs: leaseMs } });
  const [holder, other] = [
    await trial.worker({ store: place.settings }),
    await trial.worker({ store: place.settings }),
  ];
  const committed = Promise.withResolvers<Pair>();
  host.expire();
  host.gate = { committed: async (pair) => (host.gate = {}, committed.resolve(pair), await stopped.promise) };
  const stopped = Promise.withResolvers<void>();
  const first = holder.send("call");
  await committed.promise;
  holder.signal("SIGSTOP");
  trial.fault();
  stopped.resolve();
  const second = other.send("call");
  await pause(leaseMs * (1.5 + trial.random(1)));
  holder.signal("SIGCONT");
  for (const answer of await Promise.all([first, second])) trial.hangs(answer);
  await trial.survives(place);
}

/** The host asks the holder to wait for longer than its lock lasts; often it's stopped meanwhile. */
async function inRetryAfter(trial: Trial, kind: StoreSettings["kind"]): Promise<void> {
  const { host } = trial;
  const place = await trial.place(kind, { options: { ttlMs: LEASE_MS, staleMs: LEASE_MS } });
  const [holder, other] = [
    await trial.worker({ store: place.settings }),
    await trial.worker({ store: place.settings }),
  ];
  const refused = Promise.withResolvers<void>();
  host.expire();
  host.gate = {
    arrived() {
      host.gate = {};
      refused.resolve();
      return { status: 429, headers: { "retry-after": "1" }, body: {} };
    },
  };
  const first = holder.send("call");
  await refused.promise;
  trial.fault();
  await pause(30);
  const isStopped = trial.number % 4 !== 0;
  if (isStopped) holder.signal("SIGSTOP");
  const second = other.send("call");
  await pause(1100 + trial.random(900));
  if (isStopped) holder.signal("SIGCONT");
  for (const answer of await Promise.all([first, second])) trial.hangs(answer);
  await trial.survives(place);
}

/** The rows. */
export const pauses: readonly Row[] = (["file", "redis", "postgres"] as const).flatMap((kind): Row[] => {
  const needs = kind === "file" ? [] : [kind];
  const sizes = { trials: 50, short: 2, jobs: 4, needs };
  return [
    {
      ...sizes,
      id: `pause-${kind}`,
      title: `${kind}: stopped after the host committed, for longer than the lock lasts`,
      run: (trial) => afterCommit(trial, kind),
    },
    {
      ...sizes,
      id: `late-${kind}`,
      title: `${kind}: stopped in a Retry-After that is longer than the lock lasts`,
      run: (trial) => inRetryAfter(trial, kind),
    },
  ];
});
