/**
 * A wall clock that steps while a session is refreshed.
 *
 * @module
 */
import { noteHang, Profile } from "../profile.ts";
import type { StoreSettings } from "../protocol.ts";
import { pause, type Row, type Trial } from "../trial.ts";

/** A laptop resumes; a time server corrects. */
const STEPS_MS = [120_000, -30_000];

/** Holds the reply to a refresh, and steps the clock of both processes; gives a promise of that moment. */
function stepInRefresh(trial: Trial): { env: Readonly<Record<string, string>>; stepped: Promise<void> } {
  const { host } = trial;
  const control = trial.control();
  const clockMs = STEPS_MS[trial.number % STEPS_MS.length]!;
  const stepped = Promise.withResolvers<void>();
  host.expire();
  host.gate = {
    async committed() {
      host.gate = {};
      control.set({ clockMs });
      trial.fault();
      stepped.resolve();
      await pause(400 + trial.random(200));
      if (!control.read().isActive) trial.wrong("the shim doesn't move this runtime's clock");
    },
  };
  return { env: control.env, stepped: stepped.promise };
}

async function inProcesses(trial: Trial, kind: StoreSettings["kind"]): Promise<void> {
  const place = await trial.place(kind);
  const { env, stepped } = stepInRefresh(trial);
  const [holder, other] = [
    await trial.worker({ store: place.settings, env }),
    await trial.worker({ store: place.settings, env }),
  ];
  const first = holder.send("call");
  await stepped;
  const second = other.send("call");
  for (const answer of await Promise.all([first, second])) trial.hangs(answer);
  await trial.survives(place);
}

async function inCommandLine(trial: Trial): Promise<void> {
  const profile = await Profile.make(trial);
  const { env, stepped } = stepInRefresh(trial);
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
  {
    id: "clock-tonearm",
    title: "tonearm: the clock steps by +120 s or −30 s during a refresh",
    trials: 20,
    short: 2,
    needs: ["shim"],
    run: inCommandLine,
  },
];
