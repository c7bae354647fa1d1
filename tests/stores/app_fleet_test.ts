import { assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { control } from "../support/sandbox/control.ts";
import { type Fleet, startFleet } from "../support/sessions/fleet.ts";
import { without } from "../support/programs.ts";
import { CLIENTS, type RedisServer, startRedis } from "../support/sessions/redis.ts";

const PROCESSES = 8;
const EXPIRIES = Number(Deno.env.get("TONEARM_EXPIRIES") ?? 6);
const TOKEN_LIFE_MS = 3_600_000;

/** Returns the number of token requests so far, with the app's credentials or by refresh. */
async function tokenRequests(sandbox: Sandbox): Promise<number> {
  return (await control<{ total: number }>(sandbox, "GET /requests?path=/oauth/token")).body.total;
}

/** Runs a fleet through several expiries, starting without a token; each costs one token request. */
async function run(kind: string, place: string, fault: (round: number, fleet: Fleet) => Promise<void>) {
  using sandbox = createSandbox();
  await using server = await sandbox.serve();
  await using fleet = await startFleet(PROCESSES, server.clientConfig, kind, place, "app");
  for (let round = 0; round < EXPIRIES; round++) {
    await fault(round, fleet);
    const living = fleet.members.slice(round >= EXPIRIES / 2 ? 1 : 0);
    const reports = await Promise.all(living.map((member) => member.call()));
    assertEquals(reports.map(({ outcome }) => outcome), living.map(() => "soundcloud:users:1"), `round ${round}`);
    assertEquals(await tokenRequests(sandbox), 1, `requests for a token in round ${round}`);
    await control(sandbox, "DELETE /requests");
    sandbox.clock.advance(TOKEN_LIFE_MS);
  }
}

const killOne = async (round: number, { members }: Fleet) => {
  if (round !== Math.ceil(EXPIRIES / 2)) return;
  await members[0]!.kill();
};

Deno.test("appTokenProvider(): eight processes that share a file send one request per expiry, even when one is killed", async () => {
  const folder = await Deno.makeTempDir();
  await run("file", `${folder}/app.json`, killOne);
  await Deno.remove(folder, { recursive: true });
});

for (const kind of Object.keys(CLIENTS)) {
  const inRedis = async (fault: (server: RedisServer) => typeof killOne) => {
    await using server = await startRedis({ durable: true });
    await run(kind, String(server.port), fault(server));
  };

  Deno.test({
    name:
      `appTokenProvider(): eight processes that share a Redis send one request per expiry, even when one is killed (npm:${kind})`,
    ignore: without("redis-server"),
    fn: () => inRedis(() => killOne),
  });

  Deno.test({
    name: `appTokenProvider(): eight processes send one request per expiry, even when Redis restarts (npm:${kind})`,
    ignore: without("redis-server"),
    fn: () => inRedis((server) => async (round) => void (round % 3 === 2 && await server.restart())),
  });
}
