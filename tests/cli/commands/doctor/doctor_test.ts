import { assert, assertEquals, assertMatch } from "@std/assert";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { emptyHome, type Home, serveWorld, stubServer } from "../../../support/cli/cli.ts";

interface Check {
  readonly name: string;
  readonly state: string;
  readonly found: string;
  readonly advice: string | null;
}

async function checks(home: Home, env: Record<string, string | undefined> = {}): Promise<Map<string, Check>> {
  const { stdout } = await home.run(["doctor", "--json", "--retries", "0"], { env });
  return new Map(JSON.parse(stdout).map((check: Check) => [check.name, check]));
}

Deno.test("tonearm doctor reports a healthy set-up with exit 0", async () => {
  await using world = await serveWorld();
  const { code, stdout, stderr } = await world.home.run(["doctor"]);
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  assertMatch(stdout, /^ok\tversions\ttonearm \d+\.\d+\.\d+, \w+ \d/);
  assertMatch(stdout, /\nok\tapi host\thttp.* answered within \d+ ms\nok\tlogin host\t/);
  assertMatch(stdout, /\nok\tcredentials\tNight Ferry's, from token\n/);
});

Deno.test("tonearm doctor names an unreachable host, and continues with the other checks", async () => {
  await using world = await serveWorld();
  const env = { TONEARM_API_URL: "http://127.0.0.1:9" };
  const found = await checks(world.home, env);
  assertEquals(found.get("api host")?.state, "problem");
  assertMatch(found.get("api host")?.advice ?? "", /Check the connection/);
  assertEquals(found.get("login host")?.state, "ok");
  assertEquals((await world.home.run(["doctor", "--retries", "0"], { env })).code, 1);
});

Deno.test("tonearm doctor compares the clock with the hosts' dates", async () => {
  for (const [offset, state] of [[0, "ok"], [120, "warning"], [-4000, "problem"]] as const) {
    const date = () => new Date(Date.now() - offset * 1000).toUTCString();
    await using service = stubServer(() => new Response("{}", { headers: { date: date() } }));
    await using home = await emptyHome({
      TONEARM_API_URL: service.url,
      TONEARM_AUTH_URL: service.url,
      TONEARM_TOKEN: "t",
    });
    const clock = (await checks(home)).get("clock");
    assertEquals(clock?.state, state);
    if (offset !== 0) assertMatch(clock?.found ?? "", offset > 0 ? /1[12]\d s ahead/ : /(399\d|400\d) s behind/);
  }
});

Deno.test("tonearm doctor gives advice when credentials or a player are missing", async () => {
  await using world = await serveWorld();
  const found = await checks(world.home, { TONEARM_TOKEN: undefined, PATH: world.home.directory });
  assertMatch(found.get("credentials")?.advice ?? "", /tonearm auth/);
  assertEquals(found.get("player")?.state, "warning");
  assertMatch(found.get("player")?.advice ?? "", /Install mpv/);
});

Deno.test("tonearm doctor notices a profile that others can read", async () => {
  await using world = await serveWorld();
  const env = { TONEARM_TOKEN: undefined };
  await world.home.run(["auth"], { env, stdin: "sandbox-client\nsandbox-secret\n" });
  assertEquals((await checks(world.home, env)).get("storage")?.state, "ok");
  const path = join(world.home.config, "profiles", "default.json");
  await chmod(path, 0o644);
  const storage = (await checks(world.home, env)).get("storage");
  assertEquals(storage?.state, "problem");
  assertEquals(storage?.advice, `Run \`chmod 600 ${path}\``);
});

Deno.test("tonearm doctor reports a rejected token without showing it", async () => {
  await using world = await serveWorld();
  const { code, stdout, stderr } = await world.home.run(["doctor"], { env: { TONEARM_TOKEN: "very-secret-token" } });
  assertEquals(code, 1);
  assertMatch(stdout, /problem\tcredentials\tSoundCloud rejected the token of TONEARM_TOKEN/);
  assert(!(stdout + stderr).includes("very-secret-token"));
});
