import type { Kind } from "../protocol.ts";
import { KINDS, pause, type Row, type Trial } from "../trial.ts";

/** Before the commit, and between it and the reply, in milliseconds; the kill comes at any time until it's all over. */
const DELAYS_MS = { before: 30, after: 40, kill: 180 };

async function killed(trial: Trial, kind: Kind): Promise<void> {
  const place = await trial.place(kind);
  // What writes to a file slowly is caught in the middle of it more often.
  const slow = kind === "file" && trial.lab.shim ? trial.control({ delayMs: 15 }) : undefined;
  const member = await trial.worker({ store: place.settings, env: slow?.env ?? {} });
  const { arrived, committed } = trial.slowRefresh(DELAYS_MS.before, () => trial.random(DELAYS_MS.after));
  void member.send("call");
  await arrived;
  await pause(trial.random(DELAYS_MS.kill));
  await member.kill();
  trial.fault();
  // A request that is under way is still carried out.
  await pause(DELAYS_MS.before + DELAYS_MS.after);
  await trial.survives(place, { orphan: committed() });
}

/** The rows. */
export const kills: readonly Row[] = KINDS.map(([kind, name, needs]): Row => ({
  id: `kill-${kind}`,
  title: `${name}: SIGKILL at a random moment of a refresh`,
  trials: 50,
  short: 1,
  // The next process waits for the lease of the dead one.
  jobs: 8,
  needs,
  run: (trial) => killed(trial, kind),
}));
