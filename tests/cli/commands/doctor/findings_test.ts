import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { type Check, findings } from "../../../../cli/commands/doctor/checks.ts";
import { EXITS } from "../../../../cli/errors.ts";
import { VERSION } from "../../../../cli/version.ts";
import { emptyHome } from "../../../support/cli/cli.ts";
import { envOf, runInProcess, testContext, testHost, type TestHostOptions } from "../../../support/cli/test_host.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const CLOCK_ADVICE = "Set the clock or synchronise it: otherwise tokens seem to expire too early or too late.";

/** Runs the checks with an empty home against hosts that answer everything with these headers. */
async function check(
  headers: Record<string, string> = {},
  { env, ...options }: TestHostOptions = {},
): Promise<Map<string, Check>> {
  await using home = await emptyHome({ TONEARM_TOKEN: "t" });
  const fetch = () => Promise.resolve(Response.json({ username: "Ann" }, { headers }));
  const context = testContext(testHost({ fetch, now: () => NOW, ...options, env: home.env(env) }));
  try {
    return new Map((await findings(context)).map((one) => [one.name, one]));
  } finally {
    await context.close();
  }
}

for (
  const [seconds, state, found] of [
    [0, "ok", "agrees with SoundCloud"],
    [1, "ok", "agrees with SoundCloud"],
    [-1, "ok", "agrees with SoundCloud"],
    [2, "ok", "2 s ahead of SoundCloud"],
    [-2, "ok", "2 s behind SoundCloud"],
    [30, "ok", "30 s ahead of SoundCloud"],
    [31, "warning", "31 s ahead of SoundCloud"],
    [-31, "warning", "31 s behind SoundCloud"],
    [300, "warning", "300 s ahead of SoundCloud"],
    [301, "problem", "301 s ahead of SoundCloud"],
    [-301, "problem", "301 s behind SoundCloud"],
  ] as const
) {
  Deno.test(`findings(): a clock with a difference of ${seconds} s: ${state}`, async () => {
    const date = new Date(NOW - seconds * 1000).toUTCString();
    const advice = state === "ok" ? null : CLOCK_ADVICE;
    assertEquals((await check({ date })).get("clock"), { name: "clock", state, found, advice });
  });
}

Deno.test("findings() compares no clock without a valid date, nor with that of a sandbox", async () => {
  assertEquals((await check()).has("clock"), false);
  assertEquals((await check({ date: "soon" })).has("clock"), false);
  assertEquals(
    (await check({ date: new Date(0).toUTCString(), via: "1.1 sandbox.cloudfront.net (CloudFront)" })).get("clock"),
    { name: "clock", state: "ok", found: "the sandbox has its own clock", advice: null },
  );
});

Deno.test("findings() asks both hosts of SoundCloud, or those of the environment", async () => {
  const asked = async (env: Record<string, string>) => {
    const urls: string[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      if (init?.method === "HEAD") urls.push(String(input));
      return Promise.resolve(Response.json({ username: "Ann" }));
    };
    const found = await check({}, { env, fetch });
    return { urls, hosts: ["api host", "login host"].map((name) => found.get(name)?.found.replace(/\d+ ms/, "N ms")) };
  };
  assertEquals(await asked({}), {
    urls: ["https://api.soundcloud.com", "https://secure.soundcloud.com"],
    hosts: ["https://api.soundcloud.com responded within N ms", "https://secure.soundcloud.com responded within N ms"],
  });
  const own = { TONEARM_API_URL: "https://api.example", TONEARM_AUTH_URL: "https://login.example" };
  assertEquals((await asked(own)).urls, ["https://api.example", "https://login.example"]);
});

Deno.test("findings() names the reason why a host isn't reached, and what to check", async () => {
  const fetch = () => Promise.reject(Object.assign(new TypeError("x"), { code: "ECONNREFUSED" }));
  const found = await check({}, { fetch });
  assertEquals(found.get("api host"), {
    name: "api host",
    state: "problem",
    found: "https://api.soundcloud.com can't be reached: connection refused",
    advice: "Check the connection, a proxy or firewall, and TONEARM_API_URL and TONEARM_AUTH_URL if you set them.",
  });
  assertEquals(found.get("credentials")?.state, "problem");
  assertEquals(found.get("credentials")?.advice, null);
});

Deno.test("findings() names the versions, the user, and a host that is set wrongly", async () => {
  const found = await check({}, { env: { TONEARM_API_URL: "http://insecure.example" } });
  const { deno } = process.versions;
  const versions = `tonearm ${VERSION}, deno ${deno}, ${process.platform} ${process.arch}`;
  if (deno) assertEquals(found.get("versions"), { name: "versions", state: "ok", found: versions, advice: null });
  assertEquals(found.get("hosts")?.state, "problem");
  assertMatch(found.get("hosts")?.found ?? "", /TONEARM_API_URL/);
  assertEquals((await check()).get("credentials"), {
    name: "credentials",
    state: "ok",
    found: "Ann's, from token",
    advice: null,
  });
});

Deno.test("findings() needs no host for the built-in sandbox, and ends when it is interrupted", async () => {
  const signal = AbortSignal.abort(new Error("Ctrl-C"));
  const found = await check({}, { env: { TONEARM_SANDBOX: "1", TONEARM_TOKEN: "" } });
  assertEquals(found.get("hosts"), {
    name: "hosts",
    state: "ok",
    found: "the built-in sandbox; no network is used",
    advice: null,
  });
  await assertRejects(() => check({}, { signal }), Error, "Ctrl-C");
});

Deno.test("findings() says who may read the profile", async () => {
  using sandbox = createSandbox();
  await using home = await emptyHome();
  const env = { ...envOf(sandbox), TONEARM_CONFIG_DIR: home.config, TONEARM_TOKEN: "" };
  const fetch: typeof globalThis.fetch = (input, init) => sandbox.fetch(String(input), init);
  const stdin = "sandbox-client\nsandbox-secret\n";
  await runInProcess(["auth"], { env: { ...env, TONEARM_KEYCHAIN: "off" }, fetch, stdin });
  const path = join(home.config, "profiles", "default.json");
  const found = await check({}, { env, fetch, now: Date.now });
  assertEquals(found.get("credentials"), {
    name: "credentials",
    state: "ok",
    found: "an application's, from profile default",
    advice: "Run `tonearm login` for commands that act for you.",
  });
  assertEquals(found.get("storage")?.found, `${path}, which only you can read`);
  await chmod(path, 0o640);
  assertEquals((await check({}, { env, fetch, now: Date.now })).get("storage"), {
    name: "storage",
    state: "problem",
    found: `Other users can read ${path}`,
    advice: `Run \`chmod 600 ${path}\``,
  });
});

Deno.test("findings() says which player there is, and recommends mpv", async () => {
  await using home = await emptyHome();
  const player = async () => (await check({}, { env: { PATH: home.directory } })).get("player");
  const install = "Install mpv (mpv.io) to play with all keys.";
  const name = "player";
  assertEquals(await player(), {
    ...{ name, state: "warning", found: "none" },
    advice: `${install} ${EXITS.no_player.next}`,
  });
  for (const [program, advice] of [["ffplay", install], ["mpv", null]] as const) {
    const path = join(home.directory, program);
    await writeFile(path, "", { mode: 0o755 });
    assertEquals(await player(), { name, state: "ok", found: path, advice });
  }
});
