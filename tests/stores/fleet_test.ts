import { assertEquals } from "@std/assert";
import type { TokenStore } from "@tonearm/client";
import { createSandbox } from "@tonearm/sandbox";
import { FileTokenStore } from "../../src/stores/file.ts";
import { RedisTokenStore } from "../../src/stores/redis.ts";
import { type Fleet, type Report, startFleet } from "../support/sessions/fleet.ts";
import { without } from "../support/programs.ts";
import { CLIENTS, type RedisServer, startRedis } from "../support/sessions/redis.ts";

const PROCESSES = 8;
const EXPIRIES = Number(Deno.env.get("TONEARM_EXPIRIES") ?? 6);
const TOKEN_LIFE_MS = 3_600_000;

/** An action between the rounds of a fleet. */
type Fault = (round: number, fleet: Fleet) => Promise<void>;

/** Runs a fleet through several expiries. Every call must succeed, with one refresh per round. */
async function run(kind: string, place: string, store: TokenStore, fault: Fault = () => Promise.resolve()) {
  using sandbox = createSandbox();
  await using server = await sandbox.serve();
  const { access_token, refresh_token } = sandbox.issueTokens();
  await store.setTokens(access_token, refresh_token);
  await using fleet = await startFleet(PROCESSES, server.clientConfig, kind, place);
  const before = new Map<number, number>();
  for (let round = 0; round < EXPIRIES; round++) {
    await fault(round, fleet);
    sandbox.clock.advance(TOKEN_LIFE_MS);
    const living = fleet.members.slice(round >= EXPIRIES / 2 ? 1 : 0);
    const reports = await Promise.all(living.map((member) => member.call()));
    assertEquals(reports.map(({ outcome }) => outcome), living.map(() => "soundcloud:users:1"), `round ${round}`);
    assertEquals(newRefreshes(reports, before, PROCESSES - living.length), 1, `refreshes of round ${round}`);
  }
}

function newRefreshes(reports: readonly Report[], before: Map<number, number>, offset: number): number {
  let count = 0;
  for (const [index, { refreshes }] of reports.entries()) {
    count += refreshes - (before.get(index + offset) ?? 0);
    before.set(index + offset, refreshes);
  }
  return count;
}

/** Kills a process, halfway through. */
const killOne: Fault = async (round, { members }) => {
  if (round !== Math.ceil(EXPIRIES / 2)) return;
  await members[0]!.kill();
};

Deno.test("TokenStore: eight processes that share a file refresh once per expiry, even when one is killed", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/tokens.json`;
  await run("file", path, new FileTokenStore(path), killOne);
  await Deno.remove(folder, { recursive: true });
});

for (const [kind, connect] of Object.entries(CLIENTS)) {
  const inRedis = async (fault: (server: RedisServer) => Fault) => {
    await using server = await startRedis({ durable: true });
    await using connected = await connect(server.port);
    await run(kind, String(server.port), new RedisTokenStore(connected.client, "tokens"), fault(server));
  };

  Deno.test({
    name:
      `TokenStore: eight processes that share a Redis refresh once per expiry, even when one is killed (npm:${kind})`,
    ignore: without("redis-server"),
    fn: () => inRedis(() => killOne),
  });

  Deno.test({
    name: `TokenStore: eight processes that share a Redis lose no session when it restarts (npm:${kind})`,
    ignore: without("redis-server"),
    fn: () => inRedis((server) => async (round) => void (round % 5 === 2 && await server.restart())),
  });
}
