import type { Kind } from "../protocol.ts";
import { KINDS, pause, type Row, shortOf, type Trial } from "../trial.ts";

/** The longest stop that costs nobody the session: lease and grace, less the time that the trial itself needs. */
const LONGEST_STOP_MS = 25_000;

/** Lease and grace, and what a call may need beyond. */
const BEYOND_MS = 40_000;

/** Stops a process when the host has committed its refresh; another one wants the session meanwhile. */
async function afterCommit(trial: Trial, kind: Kind, isBeyond = false): Promise<void> {
  const place = await trial.place(kind);
  const [holder, other] = await trial.workers(place);
  const stopped = Promise.withResolvers<void>();
  const committed = trial.onCommit(() => stopped.promise);
  const first = holder.send("call");
  await committed;
  holder.signal("SIGSTOP");
  trial.fault();
  stopped.resolve();
  const second = other.send("call");
  await pause(isBeyond ? BEYOND_MS : trial.random(LONGEST_STOP_MS));
  holder.signal("SIGCONT");
  for (const answer of await Promise.all([first, second])) trial.hangs(answer);
  await trial.survives(place, { isBeyond });
  if (isBeyond) await trial.recovers(place, other);
}

/** The host asks the holder to wait for a while; often it's stopped meanwhile. */
async function inRetryAfter(trial: Trial, kind: Kind): Promise<void> {
  const { host } = trial;
  const place = await trial.place(kind);
  const [holder, other] = await trial.workers(place);
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
export const pauses: readonly Row[] = [
  ...KINDS.flatMap(rowsOf),
  {
    ...{ id: "beyond-file", title: "file: stopped after the host committed, for 40 s", trials: 20, short: 1, jobs: 8 },
    run: (trial) => afterCommit(trial, "file", true),
  },
];

function rowsOf([kind, name, needs]: typeof KINDS[number]): Row[] {
  const sizes = { trials: 50, short: shortOf(kind, 1), jobs: 8, needs };
  return [
    {
      ...sizes,
      id: `pause-${kind}`,
      title: `${name}: stopped after the host committed, for up to 25 s`,
      run: (trial) => afterCommit(trial, kind),
    },
    {
      ...sizes,
      id: `late-${kind}`,
      title: `${name}: paused during a wait for Retry-After`,
      run: (trial) => inRetryAfter(trial, kind),
    },
  ];
}
