import { noteHang, Profile } from "../profile.ts";
import { pause, type Row, type Trial } from "../trial.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** How long the host takes before and after it commits, and when the signal comes, in milliseconds. */
const DELAYS_MS = { before: 60, after: 150, slow: 1600, signal: 260 };

async function signalled(trial: Trial, signals: readonly NodeJS.Signals[]): Promise<void> {
  const profile = await Profile.make(trial);
  const isSlow = trial.number % 8 === 7;
  const after = () => isSlow ? DELAYS_MS.slow : trial.random(DELAYS_MS.after);
  const { arrived, committed } = trial.slowRefresh(DELAYS_MS.before, after);
  const { child, done } = profile.start(["me", "--json"]);
  await Promise.race([arrived, done]);
  await pause(trial.random(DELAYS_MS.signal));
  const signal = trial.pick(signals);
  child.kill(signal);
  trial.fault();
  // Some people press Ctrl-C twice.
  if (trial.number % 5 === 4) setTimeout(() => child.kill(signal), 50);
  noteHang(trial, await done);
  await pause(isSlow ? DELAYS_MS.slow : DELAYS_MS.before + DELAYS_MS.after);
  await profile.survives({ orphan: signal === "SIGKILL" ? committed() : undefined });
}

/** The rows. */
export const signals: readonly Row[] = [
  {
    id: "signal-tonearm",
    title: "tonearm: SIGINT, SIGTERM or SIGHUP during a refresh, once or twice",
    trials: 200,
    short: 5,
    run: (trial) => signalled(trial, SIGNALS),
  },
  {
    id: "kill-tonearm",
    title: "tonearm: SIGKILL at a random moment of a refresh",
    trials: 20,
    short: 2,
    run: (trial) => signalled(trial, ["SIGKILL"]),
  },
];
