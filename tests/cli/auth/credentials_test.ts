import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { emptyHome, type Home, serveWorld, type World } from "../../support/cli/cli.ts";
import { runInProcess } from "../../support/cli/test_host.ts";

const ID = "sandbox-client";
const SECRET = "sandbox-secret";

/** A world without credentials in the environment. */
async function signedOut(world: World, env: Record<string, string> = {}): Promise<Home> {
  return await emptyHome({ ...world.address, ...env });
}

async function mode(path: string): Promise<string> {
  return ((await Deno.stat(path)).mode ?? 0).toString(8).slice(-3);
}

Deno.test("tonearm auth reads only its own lines of stdin, and leaves the rest to the next program", async () => {
  await using world = await serveWorld();
  await using home = await signedOut(world);
  const around = (command: string) => `${command} >&2 && ${command} --client-id ${ID} --profile other >&2 && cat`;
  const { code, stdout, stderr } = await home.spawn(["auth"], {
    stdin: `${ID}\n\n${SECRET}\n${SECRET}\nrest\n`,
    around,
  });
  assertEquals({ code, stdout }, { code: 0, stdout: "rest\n" }, stderr);
});

Deno.test("tonearm auth doesn't wait for the end of stdin once it has its lines", async () => {
  await using world = await serveWorld();
  await using home = await signedOut(world);
  const running = home.start(["auth"]);
  running.type(`${ID}\n`);
  running.type(`${SECRET}\n`);
  assertEquals(await running.ended, 0);
});

Deno.test("tonearm auth asks at a terminal, and does not show the secret", async () => {
  await using world = await serveWorld();
  await using home = await signedOut(world);
  const running = home.start(["auth"], { columns: 80 });
  await running.printed(/Client id: /);
  running.type(`${ID}\r`);
  await running.printed(/Client secret/);
  running.type(`${SECRET}X\x7f\r`);
  const { code, stdout } = await running.outcome;
  assertEquals(code, 0, stdout);
  assertEquals(stdout.includes(SECRET), false);
  assertEquals((await home.run(["auth", "status"])).code, 0);
});

/** Unusable profile files, and their messages. */
const UNREADABLE = {
  empty: { message: "Cannot parse", make: (path: string) => Deno.writeTextFile(path, "") },
  folder: { message: "it's a folder", make: (path: string) => Deno.mkdir(path) },
  "another user's": {
    message: "it belongs to another user",
    make: async (path: string) => {
      await Deno.writeTextFile(path, '{"clientId":"theirs","clientSecret":"theirs"}');
      await Deno.chown(path, 12345, 12345);
    },
  },
};

for (const [kind, { message, make }] of Object.entries(UNREADABLE)) {
  Deno.test({
    name: `tonearm: a profile file that is ${kind} is named, exit 4, and stays unchanged`,
    ignore: kind === "another user's" && (Deno.build.os === "windows" || Deno.uid() !== 0),
    async fn() {
      await using world = await serveWorld();
      await using home = await signedOut(world);
      const file = join(home.config, "profiles", "default.json");
      await Deno.mkdir(join(home.config, "profiles"), { recursive: true });
      await make(file);
      const before = await stateOf(file);
      for (const argv of [["me"], ["auth", "status"], ["auth"], ["login", "--no-browser"], ["logout"]]) {
        const { code, stderr } = await home.run(argv, { stdin: `${ID}\n${SECRET}\n` });
        assertEquals(code, 4, `${argv.join(" ")}: ${stderr}`);
        assertStringIncludes(stderr, file);
        assertStringIncludes(stderr, message);
        assertEquals(stderr.includes("theirs"), false);
      }
      if (kind !== "empty") assertEquals((await home.run(["profile", "remove", "default"])).code, 4);
      assertEquals(await stateOf(file), before);
      assertMatch((await home.run(["profile", "list"])).stdout, /^default\tyes\tunreadable\t/);
    },
  });
}

async function stateOf(path: string): Promise<unknown[]> {
  const { isDirectory, uid, mode } = await Deno.stat(path);
  return [isDirectory, uid, mode, isDirectory ? "" : await Deno.readTextFile(path)];
}

Deno.test("tonearm auth: the environment overrides a profile, and only its application's token is stored", async () => {
  await using world = await serveWorld();
  await using home = await signedOut(world, { TONEARM_CLIENT_ID: ID, TONEARM_CLIENT_SECRET: SECRET });
  assertEquals((await home.run(["search", "window", "--limit", "1"])).code, 0);
  const token = world.sandbox.issueTokens(3).access_token;
  const me = await home.run(["me", "--json=id"], { env: { TONEARM_TOKEN: token } });
  assertEquals(JSON.parse(me.stdout), { id: 3 });
  const files = (await Array.fromAsync(walk(home.directory))).filter((path) => !path.endsWith(".next/kept"));
  assertEquals({ fileCount: files.length, mode: await mode(files[0]!) }, { fileCount: 1, mode: "600" });
  assertMatch(files[0]!, /tokens\/app-[0-9a-f]{16}\.json$/);
});

async function* walk(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* walk(join(folder, name));
    else yield join(folder, name);
  }
}

Deno.test("tonearm auth status shows no user of a profile that the environment overrides", async () => {
  await using world = await serveWorld();
  await using home = await signedOut(world);
  await Deno.mkdir(join(home.config, "profiles"), { recursive: true });
  const token = { accessToken: "t", kind: "user" };
  const profile = { clientId: ID, clientSecret: SECRET, username: "Ada", token };
  await Deno.writeTextFile(join(home.config, "profiles", "default.json"), JSON.stringify(profile));
  const status = async (env: Record<string, string>) =>
    JSON.parse((await home.run(["auth", "status", "--offline", "--json"], { env })).stdout);
  assertEquals((await status({})).user, "Ada");
  assertEquals((await status({ TONEARM_CLIENT_ID: ID, TONEARM_CLIENT_SECRET: SECRET })).user, null);
  await home.run(["auth"], { stdin: `${ID}\n${SECRET}\n` });
  assertEquals((await status({})).user, "Ada", "the credentials of the same application keep the login");
});

Deno.test("tonearm auth: the credentials of a profile are sent to no other host", async () => {
  await using world = await serveWorld();
  await using home = await signedOut(world);
  await home.run(["auth"], { stdin: `${ID}\n${SECRET}\n` });
  const { code, stderr } = await home.run(["search", "lofi"], { env: { TONEARM_API_URL: "http://127.0.0.1:1" } });
  assertEquals(code, 4);
  assertStringIncludes(stderr, `are for ${world.url}`);
});

Deno.test("tonearm logout --revoke refreshes the token, and revokes the access of every machine", async () => {
  await using world = await serveWorld();
  await using home = await signedOut(world);
  await home.run(["auth"], { stdin: `${ID}\n${SECRET}\n` });
  const file = join(home.config, "profiles", "default.json");
  const { access_token: accessToken, refresh_token: refreshToken } = world.sandbox.issueTokens(2);
  const elsewhere = world.sandbox.issueTokens(2).access_token;
  const profile = JSON.parse(await Deno.readTextFile(file));
  const token = { accessToken, refreshToken, kind: "user", expiresAt: Date.now() - 1 };
  const text = JSON.stringify({ ...profile, username: "yoru", token });
  await Deno.writeTextFile(file, text);
  const down = await home.run(["logout", "--revoke"], { env: { TONEARM_AUTH_URL: "http://127.0.0.1:1" } });
  assertEquals({ code: down.code, text: await Deno.readTextFile(file) }, { code: 4, text });
  const { stdout, stderr } = await home.run(["logout", "--revoke", "--json"]);
  assertEquals(JSON.parse(stdout), { profile: "default", signed_out: true, revoked: true });
  assertEquals(stderr, "");
  assertEquals((await home.run(["me"], { env: { TONEARM_TOKEN: elsewhere } })).code, 4);
  const after = JSON.parse(await Deno.readTextFile(file));
  assertEquals(after.clientId, ID);
  assertEquals(after.token, undefined);
  assertEquals(after.username, undefined);
  const again = await home.run(["logout", "--revoke"]);
  assertEquals(again, { code: 0, stdout: "default was not signed in\n", stderr: "" });
});

Deno.test("tonearm login --pairing shows a code, and waits for approval as long as --wait-for says", async () => {
  await using world = await serveWorld();
  await using home = await signedOut(world, { TONEARM_CLIENT_ID: ID, TONEARM_CLIENT_SECRET: SECRET });
  const running = home.start(["login", "--pairing"]);
  const [address = ""] = /http\S+activate\/\S+/.exec(await running.printedError(/activate\S+\s/)) ?? [];
  const consent = new URLSearchParams({ user: "2", decision: "allow" });
  await (await fetch(address, { method: "POST", body: consent })).body?.cancel();
  const { code, stdout, stderr } = await running.outcome;
  assertEquals(code, 0, stderr);
  assertMatch(stdout, /^Signed in as /);
  const profile = JSON.parse(await Deno.readTextFile(join(home.config, "profiles", "default.json")));
  assertEquals(profile.token.kind, "user");
  assertEquals(typeof profile.token.refreshToken, "string");
  const late = await home.run(["login", "--pairing", "--wait-for", "0.1"]);
  assertEquals(late.code, 4, late.stderr);
  assertStringIncludes(late.stderr, "The access was not allowed in time");
});

const APPLICATION = { TONEARM_CLIENT_ID: "app", TONEARM_CLIENT_SECRET: "app-secret", TONEARM_TOKEN: "" };

Deno.test("tonearm login --with-token tells a broken service from a rejected token", async () => {
  const fetch = () => Promise.resolve(new Response("oh no", { status: 500 }));
  const env = { ...APPLICATION, TONEARM_API_URL: "https://api.example", TONEARM_AUTH_URL: "https://auth.example" };
  const { code, stderr } = await runInProcess(["login", "--with-token", "--retries=0"], { stdin: "t\n", env, fetch });
  assertEquals(code, 1, stderr);
  assertEquals(stderr.includes("rejected"), false, stderr);
});
