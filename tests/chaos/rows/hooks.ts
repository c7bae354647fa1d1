import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Row, Trial } from "../trial.ts";

const EXPIRIES = 5;

async function survivesRestart(trial: Trial, style: "refreshing" | "saving" | "manual"): Promise<void> {
  const { host } = trial;
  const folder = await mkdtemp(join(tmpdir(), "chaos-app-"));
  trial.use({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) });
  const database = join(folder, "users.json");
  const { access: access_token, refresh: refresh_token } = host.login();
  await writeFile(database, JSON.stringify({ access_token, refresh_token }));
  for (const expiries of [EXPIRIES, 1]) {
    await using app = await trial.worker({ app: { style, database }, config: { maxRetries: 0 } });
    for (let expiry = 0; expiry < expiries; expiry++) {
      host.expire();
      const before = host.requests;
      const answer = await app.send("call");
      if (trial.hangs(answer)) continue;
      if (!answer.ok) trial.lost(`expiry ${expiry}: ${answer.code} ${answer.value}`);
      if (host.requests > before + 1) trial.wrong(`expiry ${expiry}: ${host.requests - before} token requests`);
    }
    trial.fault();
  }
}

/** The rows. */
export const hooks: readonly Row[] = (["refreshing", "saving", "manual"] as const).map((style): Row => ({
  id: `hook-${style}`,
  title: {
    refreshing: "an app of soundcloud-api-ts whose hook refreshes by itself: five expiries and a restart",
    saving: "an app of soundcloud-api-ts whose hook writes to a database: five expiries and a restart",
    manual: "an app of soundcloud-api-ts that refreshes after a 401, without a hook: five expiries and a restart",
  }[style],
  trials: 20,
  short: 4,
  run: (trial) => survivesRestart(trial, style),
}));
