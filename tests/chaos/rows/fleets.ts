/**
 * Processes on every runtime that share a session through many expiries.
 *
 * @module
 */
import { createSandbox } from "@tonearm/sandbox";
import type { Member } from "../member.ts";
import { fill, type Place } from "../places.ts";
import type { StoreSettings } from "../protocol.ts";
import type { Row, Trial } from "../trial.ts";

const SIZE = 8;

async function startMembers(trial: Trial, place: Place, config: Record<string, unknown> = {}): Promise<Member[]> {
  return await Promise.all(
    Array.from({ length: SIZE }, () => trial.worker({ store: place.settings, config })),
  );
}

/** Lets all call at once; tells how many calls failed. */
async function callAll(trial: Trial, members: readonly Member[], round: number): Promise<void> {
  for (const answer of await Promise.all(members.map((member) => member.send("call")))) {
    if (!trial.hangs(answer) && !answer.ok) trial.wrong(`expiry ${round}: ${answer.code} ${answer.value}`);
  }
}

async function together(trial: Trial, kind: StoreSettings["kind"]): Promise<void> {
  const { host, counts } = trial;
  const place = await trial.place(kind);
  const members = await startMembers(trial, place);
  counts.trials = trial.number;
  for (let round = 0; round < trial.number; round++) {
    host.expire();
    const before = host.refreshes;
    await callAll(trial, members, round);
    if (host.refreshes !== before + 1) trial.wrong(`expiry ${round}: ${host.refreshes - before} refreshes`);
  }
  await trial.survives(place);
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
  const members = await startMembers(trial, place, config);
  trial.counts.trials = trial.number;
  for (let round = 0; round < trial.number; round++) {
    sandbox.clock.advance(3_700_000);
    await callAll(trial, members, round);
  }
}

/** The rows. */
export const fleets: readonly Row[] = [
  ...(["file", "redis", "postgres"] as const).flatMap((kind): Row[] => [
    {
      id: `fleet-${kind}`,
      title: `${kind}: ${SIZE} processes on all runtimes, one expiry after another`,
      trials: 200,
      short: 5,
      isBatch: true,
      needs: kind === "file" ? [] : [kind],
      run: (trial) => together(trial, kind),
    },
  ]),
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
