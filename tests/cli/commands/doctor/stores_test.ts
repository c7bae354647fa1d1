import { POSTGRES_TABLE } from "@tonearm/client/postgres";
import { assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { execute } from "../../../chaos/stores.ts";
import { emptyHome } from "../../../support/cli/cli.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { without } from "../../../support/programs.ts";
import { startPostgres } from "../../../support/sessions/postgres.ts";
import { startRedis, tell } from "../../../support/sessions/redis.ts";

/** Runs `tonearm doctor --store`. */
async function examine(place: string): Promise<{ code: number; stdout: string; stderr: string }> {
  await using home = await emptyHome();
  return await home.run(["doctor", "--store", place]);
}

Deno.test({
  name: "tonearm doctor --store names what can lose a session in Redis, until its remedy is applied",
  ignore: without("redis-server"),
  async fn() {
    await using redis = await startRedis({ durable: "rdb" });
    const url = `redis://127.0.0.1:${redis.port}`;
    const first = await examine(url);
    assertEquals(first.code, 1);
    assertMatch(first.stdout, /^problem\tstore\tRedis keeps no append-only file.*\tSet `appendonly yes`\n$/);
    await tell(redis.port, "CONFIG", "SET", "appendonly", "yes");
    const { code, stdout } = await examine(url);
    assertEquals({ code, stdout }, { code: 0, stdout: `ok\tstore\t${url} keeps sessions safely\n` });
  },
});

Deno.test({
  name: "tonearm doctor --store names what can lose a session in PostgreSQL, until its remedy is applied",
  ignore: without("postgres"),
  async fn() {
    await using server = await startPostgres();
    assertMatch((await examine(server.url)).stdout, /tonearm_sessions.*\tCheck the connection, and create the table/);
    await execute(server.url, POSTGRES_TABLE);
    assertEquals((await examine(server.url)).code, 0);
  },
});

Deno.test("tonearm doctor --store checks a file, and names a server that it can't reach without its password", async () => {
  for (const wrong of ["", "mysql://127.0.0.1", "postgres://me@host:port/x"]) {
    assertEquals((await examine(wrong)).code, 2, wrong);
  }
  await using folder = await temporaryFolder();
  assertEquals((await examine(`${folder.path}/me.json`)).code, 0);
  for (const scheme of ["redis", "postgres"]) {
    const { code, stdout, stderr } = await examine(`${scheme}://me:very-secret@127.0.0.1:1/0`);
    assertEquals(code, 1);
    assertMatch(stdout, /^problem\tstore\t.*127\.0\.0\.1/);
    assertNotMatch(stdout + stderr, /very-secret/);
  }
});
