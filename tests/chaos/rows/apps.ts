import type { Kind, StoreSettings } from "../protocol.ts";
import type { Row, Trial } from "../trial.ts";
import { callAll, SIZE, startMembers } from "./fleets.ts";

/** One process tries again as often as any call does. */
const REQUESTS = 4;

/** A place without a token, of a kind. */
async function emptyPlace(trial: Trial, kind: Kind): Promise<StoreSettings> {
  const { settings } = await trial.place(kind);
  const place = kind === "file" ? `${settings.place}.app` : settings.place;
  return { ...settings, key: `app-${crypto.randomUUID()}`, place };
}

/** Processes share the app's token, and the host is too busy to say for how long. */
async function blockedApp(trial: Trial): Promise<void> {
  const { host } = trial;
  const kinds = (["file", "redis", "postgres"] as const).filter((kind) => kind === "file" || trial.lab.servers[kind]);
  const store = await emptyPlace(trial, kinds[trial.number % kinds.length]!);
  const members = await startMembers(trial, { store, whose: "app" });
  host.gate = { arrived: () => ({ status: 429, body: { error: "too_many_requests" } }) };
  trial.fault();
  for (let round = 0; round < 2; round++) {
    for (const answer of await Promise.all(members.map((member) => member.send("call")))) {
      if (!trial.hangs(answer) && answer.code !== "429") trial.wrong(`not a 429: ${answer.code} ${answer.value}`);
    }
  }
  if (host.requests > REQUESTS) trial.wrong(`${host.requests} token requests into a 429`);
}

/** From the first token on, each expiry costs one request, also when a process is killed halfway. */
async function together(trial: Trial, kind: Kind): Promise<void> {
  const { host, counts } = trial;
  const members = await startMembers(trial, { store: await emptyPlace(trial, kind), whose: "app" });
  counts.trials = trial.number;
  for (let round = 0; round < trial.number; round++) {
    host.expire();
    if (round === Math.floor(trial.number / 2)) await members.pop()!.kill();
    const before = host.requests;
    await callAll(trial, members, round);
    if (host.requests !== before + 1) trial.wrong(`expiry ${round}: ${host.requests - before} token requests`);
  }
}

/** The rows. */
export const apps: readonly Row[] = [
  {
    ...{ id: "app-429", title: `${SIZE} app clients meet a 429 without Retry-After`, trials: 20, short: 3, jobs: 1 },
    run: blockedApp,
  },
  ...(["file", "redis", "ioredis"] as const).map((kind): Row => ({
    id: `fleet-app-${kind}`,
    title: `${kind}: ${SIZE} processes share the app's token, one expiry after another, and one is killed`,
    trials: 200,
    short: 2,
    isBatch: true,
    needs: kind === "file" ? [] : ["redis"],
    run: (trial) => together(trial, kind),
  })),
];
