import { createSandbox } from "@tonearm/sandbox";
import type { Member } from "../member.ts";
import { fill } from "../places.ts";
import type { Kind } from "../protocol.ts";
import { POSTGRES_TABLE } from "../../../src/stores/postgres.ts";
import { startPostgres } from "../../support/sessions/postgres.ts";
import { execute } from "../stores.ts";
import { KINDS, type PlaceOptions, type Row, shortOf, type Trial } from "../trial.ts";

/** How many processes a fleet has. */
export const SIZE = 8;
const LARGE = 64;
/** How many processes start at the same time. */
const STARTS = 8;
/** How often a call is repeated in a crowd: for a minute in all, after which it counts as hanging. */
const MOST_REPEATS = 5;

/** Starts processes that share a place. */
export async function startMembers(
  trial: Trial,
  options: Parameters<Trial["worker"]>[0],
  size: number = SIZE,
): Promise<Member[]> {
  const members: Member[] = [];
  while (members.length < size) {
    const starts = Array.from({ length: STARTS }, () => trial.worker(options));
    members.push(...await Promise.all(starts));
  }
  return members;
}

/** Lets all call at once, and notes which calls failed. */
export async function callAll(
  trial: Trial,
  members: readonly Member[],
  round: number,
  isCrowded: boolean = false,
): Promise<void> {
  await Promise.all(members.map(async (member) => {
    let answer = await member.send("call");
    // A crowded store may take the pair only after calls have failed; a later one finds it, without a refresh.
    for (let again = 0; isCrowded && again < MOST_REPEATS && answer.code === "token_store"; again++) {
      answer = await member.send("call");
    }
    if (!trial.hangs(answer) && !answer.ok) trial.wrong(`expiry ${round}: ${answer.code} ${answer.value}`);
  }));
}

async function together(trial: Trial, kind: Kind, size: number, options?: PlaceOptions): Promise<void> {
  const { host, counts } = trial;
  const place = await trial.place(kind, options);
  const members = await startMembers(trial, { store: place.settings }, size);
  counts.trials = trial.number;
  for (let round = 0; round < trial.number; round++) {
    host.expire();
    const before = host.refreshes;
    await callAll(trial, members, round, size > SIZE);
    if (host.refreshes !== before + 1) trial.wrong(`expiry ${round}: ${host.refreshes - before} refreshes`);
  }
  await trial.survives(place);
}

/** As many processes as a PostgreSQL with 40 connections can't serve at the same time. */
async function onFewConnections(trial: Trial): Promise<void> {
  const { url } = trial.use(await startPostgres({ connections: 40 }));
  await execute(url, POSTGRES_TABLE);
  await together(trial, "postgres", LARGE, { servers: { postgres: url } });
}

/** The same against the sandbox, which a team of its own wrote, with family revocation switched on. */
async function againstSandbox(trial: Trial): Promise<void> {
  using sandbox = createSandbox({ config: { refreshReuse: "revoke-family" } });
  await using server = await sandbox.serve();
  const { clientConfig } = sandbox;
  const place = await trial.place("file");
  const { access_token: access, refresh_token: refresh } = sandbox.issueTokens();
  await fill(place, { access, refresh });
  const { clientId, clientSecret } = clientConfig;
  const config = { clientId, clientSecret, baseUrl: server.url, authUrl: server.url };
  const members = await startMembers(trial, { store: place.settings, config });
  trial.counts.trials = trial.number;
  for (let round = 0; round < trial.number; round++) {
    sandbox.clock.advance(3_700_000);
    await callAll(trial, members, round);
  }
}

/** The rows. */
export const fleets: readonly Row[] = [
  ...KINDS.flatMap(([kind, name, needs]): Row[] => [
    {
      id: `fleet-${kind}`,
      title: `${name}: ${SIZE} processes on all runtimes, one expiry after another`,
      trials: 200,
      short: shortOf(kind, 2),
      isBatch: true,
      needs,
      run: (trial) => together(trial, kind, SIZE),
    },
  ]),
  ...(["file", "redis", "postgres"] as const).map((kind): Row => ({
    id: `crowd-${kind}`,
    title: `${kind}: ${LARGE} processes on all runtimes, one expiry after another${
      kind === "postgres" ? ", `max_connections` 40" : ""
    }`,
    trials: 20,
    // The one that can't serve all of them at the same time.
    short: kind === "postgres" ? 1 : 0,
    isBatch: true,
    needs: kind === "file" ? [] : [kind],
    run: (trial) => kind === "postgres" ? onFewConnections(trial) : together(trial, kind, LARGE),
  })),
  {
    id: "fleet-sandbox",
    title:
      `file: ${SIZE} processes against the sandbox, which revokes the family of a refresh token that is used again (refreshes not counted)`,
    trials: 200,
    short: 5,
    isBatch: true,
    run: againstSandbox,
  },
];
