import { noteHang, Profile } from "../profile.ts";
import type { Kind } from "../protocol.ts";
import { pause, type Row, type Trial } from "../trial.ts";

/** A laptop resumes; a time server corrects. */
const STEPS_MS = [120_000, -30_000];

/** Holds the reply to a refresh, and steps the clock of both processes; gives a promise of that moment. */
function stepInRefresh(
  trial: Trial,
  leadMs = 400,
): { env: Readonly<Record<string, string>>; stepped: Promise<unknown> } {
  const control = trial.control();
  const clockMs = STEPS_MS[trial.number % STEPS_MS.length]!;
  const stepped = trial.onCommit(async () => {
    // The other process has time to see the intent.
    await pause(leadMs);
    control.set({ clockMs });
    trial.fault();
    await pause(1500 + trial.random(200));
    if (!control.read().isActive) trial.wrong("the shim doesn't move this runtime's clock");
  });
  return { env: control.env, stepped };
}

async function inProcesses(trial: Trial, kind: Kind): Promise<void> {
  const place = await trial.place(kind);
  const { env, stepped } = stepInRefresh(trial);
  const [holder, other] = await trial.workers(place, { env });
  const first = holder.send("call");
  await stepped;
  const second = other.send("call");
  for (const answer of await Promise.all([first, second])) trial.hangs(answer);
  await trial.survives(place);
}

/** How far the clock of the first process is ahead, and how long the host asks it to wait, in milliseconds. */
const [AHEAD_MS, BLOCK_MS] = [7_200_000, 2000];
/** Twice that, and the time that a busy machine takes. */
const LONGEST_BLOCK_MS = 2 * BLOCK_MS + 16_000;

/** A process whose clock is two hours ahead is asked to wait. The others wait as long, and once more at most. */
async function isBlocked(trial: Trial, kind: Kind): Promise<void> {
  const { host } = trial;
  const place = await trial.place(kind);
  const ahead = await trial.worker({
    store: place.settings,
    env: trial.control({ clockMs: trial.number % 2 ? -AHEAD_MS : AHEAD_MS }).env,
    config: { maxRetries: 0 },
  });
  const other = await trial.worker({ store: place.settings });
  host.expire();
  host.gate = {
    arrived: () => (host.gate = {}, { status: 429, headers: { "retry-after": `${BLOCK_MS / 1000}` }, body: {} }),
  };
  trial.hangs(await ahead.send("call"));
  trial.fault();
  const since = performance.now();
  while (performance.now() - since < LONGEST_BLOCK_MS + 10_000) {
    const answer = await other.send("call");
    if (trial.hangs(answer) || answer.ok) break;
    await pause(100);
  }
  const waitedMs = performance.now() - since;
  if (waitedMs > LONGEST_BLOCK_MS) trial.wrong(`blocked for ${Math.round(waitedMs)} ms`);
  await trial.survives(place);
}

async function inCommandLine(trial: Trial): Promise<void> {
  const profile = await Profile.make(trial);
  const { env, stepped } = stepInRefresh(trial, 2000);
  const first = profile.start(["me", "--json"], { env });
  await Promise.race([stepped, first.done]);
  const second = profile.start(["me", "--json"], { env });
  noteHang(trial, await first.done);
  noteHang(trial, await second.done);
  await profile.survives();
}

/** The rows. */
export const clocks: readonly Row[] = [
  ...(["file", "redis", "postgres"] as const).map((kind): Row => ({
    id: `clock-${kind}`,
    title: `${kind}: the clock steps by +120 s or −30 s during a refresh`,
    trials: 20,
    short: 2,
    needs: kind === "file" ? ["shim"] : ["shim", kind],
    run: (trial) => inProcesses(trial, kind),
  })),
  ...(["file", "redis", "postgres"] as const).map((kind): Row => ({
    id: `skew-${kind}`,
    title: `${kind}: a clock is two hours ahead, or behind, and meets a 429`,
    trials: 20,
    short: 2,
    needs: kind === "file" ? ["shim"] : ["shim", kind],
    run: (trial) => isBlocked(trial, kind),
  })),
  {
    id: "clock-tonearm",
    title: "tonearm: the clock steps by +120 s or −30 s during a refresh",
    trials: 20,
    short: 2,
    needs: ["shim"],
    run: inCommandLine,
  },
];
