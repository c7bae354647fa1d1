import { startPostgres } from "../../support/sessions/postgres.ts";
import { POSTGRES_TABLE } from "../../../src/stores/postgres.ts";
import { type Place, storeHolds } from "../places.ts";
import { execute } from "../stores.ts";
import { pause, type Row, type Trial } from "../trial.ts";

/** The processes are connected to a standby: the read works, no write does, until it is promoted. */
async function isStandby(trial: Trial): Promise<void> {
  const primary = await startTable(trial);
  const place = await trial.place("postgres", { servers: { postgres: primary } });
  const { url } = trial.use(await startPostgres({ primary }));
  const standby = { ...place, settings: { ...place.settings, place: url } };
  while (!await storeHolds(standby.settings, "refresh-").catch(() => false)) await pause(50);
  await refuses(trial, standby, (is) => is ? Promise.resolve() : execute(url, "SELECT pg_promote()"));
}

/** The server takes no writes from a moment on. */
async function becomesReadOnly(trial: Trial): Promise<void> {
  const url = await startTable(trial);
  const place = await trial.place("postgres", { servers: { postgres: url } });
  await refuses(trial, place, async (is) => {
    await execute(url, `ALTER SYSTEM SET default_transaction_read_only = ${is}`, "SELECT pg_reload_conf()");
    await pause(200);
  });
}

/** Starts a server of the trial's own, with the table. */
async function startTable(trial: Trial): Promise<string> {
  const { url } = trial.use(await startPostgres());
  await execute(url, POSTGRES_TABLE);
  return url;
}

/** The service answers 403 to writes. */
async function forbidsWrites(trial: Trial): Promise<void> {
  const place = await trial.place(trial.number % 2 ? "http" : "http-weak");
  await refuses(trial, place, (is) => {
    if (is) place.gate!.writes = "refused";
    else delete place.gate!.writes;
    return Promise.resolve();
  });
}

/** While a store takes no writes, nothing is spent. */
async function refuses(trial: Trial, place: Place, setRefusing: (is: boolean) => Promise<unknown>): Promise<void> {
  const { host } = trial;
  const members = await trial.workers(place);
  await members[0]!.send("call");
  await setRefusing(true);
  trial.fault();
  host.expire();
  const before = host.requests;
  for (const answer of await Promise.all(members.map((member) => member.send("call")))) {
    if (!trial.hangs(answer) && answer.code !== "token_store") trial.wrong(`${answer.code} ${answer.value}`);
  }
  if (host.requests !== before) trial.wrong("a token was sent although the store takes no write");
  await setRefusing(false);
  await trial.survives(place);
}

/** Every connection ends while the reply is under way: terminated, or idle for too long. */
async function dropsConnections(trial: Trial, isIdle: boolean): Promise<void> {
  const url = await startTable(trial);
  const place = await trial.place("postgres", { servers: { postgres: url } });
  const members = await trial.workers(place);
  for (const member of members) await member.send("call");
  if (isIdle) await execute(url, "ALTER SYSTEM SET idle_session_timeout = '50ms'", "SELECT pg_reload_conf()");
  void trial.onCommit(async () => {
    trial.fault();
    const others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()";
    if (!isIdle) await execute(url, others);
    await pause(trial.random(600));
  });
  for (const answer of await Promise.all(members.map((member) => member.send("call")))) trial.hangs(answer);
  await trial.survives(place);
}

/** The rows. */
export const refusals: readonly Row[] = [
  {
    ...{
      id: "standby-postgres",
      title: "postgres: a standby, which is promoted after the refresh",
      trials: 20,
      short: 1,
    },
    needs: ["postgres"],
    run: isStandby,
  },
  {
    ...{ id: "read-only-postgres", title: "postgres: takes no writes from before a refresh on", trials: 20, short: 1 },
    needs: ["postgres"],
    run: becomesReadOnly,
  },
  {
    ...{ id: "drop-postgres", title: "postgres: ends all connections before the reply", trials: 20, short: 1 },
    needs: ["postgres"],
    run: (trial) => dropsConnections(trial, false),
  },
  {
    id: "idle-postgres",
    title: "postgres: `idle_session_timeout` of 50 ms ends the connections before the reply",
    ...{ trials: 20, short: 1, needs: ["postgres"] },
    run: (trial) => dropsConnections(trial, true),
  },
  { id: "forbidden-http", title: "HTTP: PUT is answered with 403", trials: 20, short: 2, run: forbidsWrites },
];
