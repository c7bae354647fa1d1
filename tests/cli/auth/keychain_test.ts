import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ProfileStore } from "../../../cli/auth/config.ts";
import type { Profile } from "../../../cli/auth/profile.ts";
import { findKeychain } from "../../../cli/auth/keychain.ts";
import { ProfileTokenStore } from "../../../cli/auth/tokens.ts";
import { Failure } from "../../../cli/errors.ts";
import { emptyHome, type Home, type RunOptions } from "../../support/cli/cli.ts";
import { KEYRING_PROGRAMS, MemoryKeychain, startKeyring } from "../../support/cli/keyring.ts";
import { testHost } from "../../support/cli/test_host.ts";
import { without, writeProgram } from "../../support/programs.ts";

const PROFILE: Profile = {
  clientId: "app",
  clientSecret: "the-secret",
  apiUrl: "https://api.example.com",
  username: "Night Ferry",
  token: { accessToken: "access-1", refreshToken: "refresh-1", kind: "user", expiresAt: 5 },
};

interface KeychainFixture extends AsyncDisposable {
  readonly home: Home;
  readonly keychain: MemoryKeychain;
  /** Opens the store as another process would. */
  readonly store: () => ProfileStore;
  readonly file: () => Promise<string>;
}

async function keychainFixture(): Promise<KeychainFixture> {
  const home = await emptyHome();
  const keychain = new MemoryKeychain();
  const store = () => new ProfileStore(home.config, () => Promise.resolve(keychain));
  await store().write("p", PROFILE, "keychain");
  const file = () => readFile(join(home.config, "profiles", "p.json"), "utf8");
  return { home, keychain, store, file, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

Deno.test("ProfileTokenStore swaps the tokens of an encrypted profile once, even with concurrent writers", async () => {
  await using fixture = await keychainFixture();
  const { host } = testHost();
  const stores = [1, 2, 3, 4].map(() => new ProfileTokenStore(fixture.store(), "p", "user", host.signal));
  const before = await stores[0]?.read();
  assert(before);
  const swaps = await Promise.all(
    stores.map((store, index) =>
      store.compareAndSwap(before, {
        ...before,
        mark: `m${index}`,
        accessToken: `a${index}`,
        refreshToken: `r${index}`,
      })
    ),
  );
  assertEquals(swaps.filter(Boolean).length, 1);
  const after = await fixture.store().read("p");
  assertEquals(after?.token?.accessToken, `a${swaps.indexOf(true)}`);
  assertEquals(after?.clientSecret, "the-secret");
  assertEquals((await fixture.file()).includes(`"a${swaps.indexOf(true)}"`), false);
});

Deno.test("ProfileStore asks the keychain once per process, and not at all for a plain profile", async () => {
  await using fixture = await keychainFixture();
  const store = fixture.store();
  for (let round = 0; round < 5; round++) await store.update("p", (now) => now);
  assertEquals(fixture.keychain.reads, 1);
  await store.write("p", PROFILE, "file");
  await fixture.store().read("p");
  assertEquals(fixture.keychain.reads, 1);
});

Deno.test("ProfileStore rejects an encrypted profile whose host was changed", async () => {
  await using fixture = await keychainFixture();
  const path = join(fixture.home.config, "profiles", "p.json");
  const text = await fixture.file();
  for (const other of [{ apiUrl: "https://api.example.net" }, { authUrl: "https://a.example" }, { clientId: "b" }]) {
    await writeFile(path, JSON.stringify({ ...JSON.parse(text), ...other }));
    await assertRejects(() => fixture.store().read("p"), Failure, "Cannot parse the profile file");
  }
  await writeFile(path, JSON.stringify({ ...JSON.parse(text), username: "Other" }));
  assertEquals(await fixture.store().read("p").then((found) => found?.username), "Other");
});

Deno.test("findKeychain() reports why there is none, without starting a program", async () => {
  await using home = await emptyHome();
  const reason = (env: Record<string, string>, platform = "linux") => {
    const found = findKeychain(env, platform);
    return "missing" in found ? found.missing : found.name;
  };
  assertEquals(reason({ PATH: home.directory }), "there is no session bus");
  const bus = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere" };
  assertEquals(reason({ ...bus, PATH: home.directory }), "secret-tool is not installed");
  for (const TONEARM_KEYCHAIN of ["off", "0", "no", "FALSE"]) {
    assertEquals(reason({ ...bus, TONEARM_KEYCHAIN }), "TONEARM_KEYCHAIN turns the keychain off");
  }
  const folder = { PATH: home.directory, XDG_RUNTIME_DIR: home.directory, TONEARM_KEYCHAIN: "on" };
  assertEquals(reason(folder), "there is no session bus");
  await writeFile(join(home.directory, "bus"), "");
  assertEquals(reason(folder), "secret-tool is not installed");
  assertEquals(reason({ PATH: home.directory }, "darwin"), "security is not installed");
  assertEquals(reason({ PATH: home.directory }, "win32"), "powershell.exe is not installed");
});

/** The calls of a program that stores, reads and removes the key of `id-1`, with the arguments after its name. */
const CALLS = {
  linux: {
    program: "secret-tool",
    name: "Secret Service",
    set: "store --label=tonearm (id-1) service tonearm account id-1",
    get: "lookup service tonearm account id-1",
    remove: "clear service tonearm account id-1",
    input: "KEY-abc123",
  },
  darwin: {
    program: "security",
    name: "macOS keychain",
    set: "-i",
    get: "find-generic-password -s tonearm -a id-1 -w",
    remove: "delete-generic-password -s tonearm -a id-1",
    input: "add-generic-password -U -s tonearm -a id-1 -w KEY-abc123\n",
  },
  win32: {
    program: "powershell.exe",
    name: "Windows Credential Manager",
    set: "-NoProfile -NonInteractive -Command $ErrorActionPreference = 'Stop'; VAULT$key = [Console]::In.ReadLine();" +
      "$vault.Add((New-Object Windows.Security.Credentials.PasswordCredential('tonearm', 'id-1', $key)))",
    get: "-NoProfile -NonInteractive -Command $ErrorActionPreference = 'Stop'; " +
      "VAULT$vault.Retrieve('tonearm', 'id-1').Password",
    remove: "-NoProfile -NonInteractive -Command $ErrorActionPreference = 'Stop'; " +
      "VAULT$vault.Remove($vault.Retrieve('tonearm', 'id-1'))",
    input: "KEY-abc123\n",
  },
};
/** How each script for Windows begins. */
const VAULT =
  "[void][Windows.Security.Credentials.PasswordVault,Windows.Security.Credentials,ContentType=WindowsRuntime];" +
  "$vault = New-Object Windows.Security.Credentials.PasswordVault;";

// macOS and Windows aren't available here, so stand-ins record how their programs are called.
for (const [platform, { program, name, set, get, remove, input }] of Object.entries(CALLS)) {
  Deno.test({
    name: `findKeychain() calls ${program} with the key in its stdin, never in its arguments`,
    ignore: without("sh"),
    async fn() {
      await using home = await emptyHome();
      const bin = join(home.directory, "bin");
      await mkdir(bin);
      const log = join(home.directory, "log");
      // Stores its last stdin, and prints the key from it.
      const text = `#!/bin/sh\necho "$* $DBUS_SESSION_BUS_ADDRESS" >> '${log}'\ninput=$(cat; echo .)\n` +
        `[ "$input" != . ] && printf '%s' "\${input%.}" > '${log}.in'\ngrep -o 'KEY-[a-z0-9]*' '${log}.in'\n`;
      await writeProgram(join(bin, program), text);
      const env = { PATH: `${bin}:${Deno.env.get("PATH")}`, DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere" };
      const keychain = findKeychain(env, platform);
      assert(!("missing" in keychain));
      assertEquals(keychain.name, name);
      assertEquals(await keychain.set("id-1", "KEY-abc123"), true);
      assertEquals(await keychain.get("id-1"), "KEY-abc123");
      await keychain.remove("id-1");
      const calls = (await readFile(log, "utf8")).trimEnd().replaceAll(VAULT, "VAULT").split("\n");
      assertEquals(calls, [set, get, get, remove].map((call) => `${call} ${env.DBUS_SESSION_BUS_ADDRESS}`));
      assertEquals(await readFile(`${log}.in`, "utf8"), input);
    },
  });
}

Deno.test({
  name: "findKeychain(): a program that fails has no key and stores none",
  ignore: without("sh"),
  async fn() {
    await using home = await emptyHome();
    await writeProgram(join(home.directory, "security"), "#!/bin/sh\necho KEY-abc123\nexit 1\n");
    const keychain = findKeychain({ PATH: home.directory }, "darwin");
    assert(!("missing" in keychain));
    assertEquals(await keychain.get("id-1"), undefined);
    assertEquals(await keychain.set("id-1", "KEY-abc123"), false);
  },
});

/** Runs the program as a process with a keyring. */
async function tonearm(home: Home, env: RunOptions["env"], args: readonly string[], stdin = "") {
  return await home.spawn(args, { env: { TONEARM_KEYCHAIN: undefined, ...env }, stdin });
}

Deno.test({
  name: "tonearm auth: stores the key in GNOME's keyring, and eight processes share a refresh of the profile",
  ignore: without(...KEYRING_PROGRAMS),
  async fn() {
    await using keyring = await startKeyring();
    using sandbox = createSandbox();
    await using server = await sandbox.serve();
    await using home = await emptyHome({ TONEARM_API_URL: server.url, TONEARM_AUTH_URL: server.url });
    const { clientId, clientSecret } = sandbox.clientConfig;
    const run = (...args: string[]) => tonearm(home, keyring.env, args);
    const made = await tonearm(home, keyring.env, ["auth"], `${clientId}\n${clientSecret}\n`);
    assertEquals({ code: made.code, stderr: made.stderr.includes("keychain") }, { code: 0, stderr: false });
    const reply = JSON.stringify({ ...sandbox.issueTokens(4), expires_in: -1 });
    assertEquals((await tonearm(home, keyring.env, ["login", "--with-token"], reply)).code, 0);
    const profile = await readFile(join(home.config, "profiles", "default.json"), "utf8");
    assertEquals(profile.includes(clientSecret), false);
    const status = await run("auth", "status", "--offline", "--json=secrets");
    assertStringIncludes(status.stdout, "the key is in the Secret Service");
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => run("me", "--json=id")));
    for (const { code, stderr } of outcomes) assertEquals({ code, stderr }, { code: 0, stderr: "" });
    const after = await readFile(join(home.config, "profiles", "default.json"), "utf8");
    assertEquals([after === profile, JSON.parse(after).token.expiresAt > Date.now()], [false, true]);
    const names = await readdir(join(home.config, "profiles"));
    assertEquals(names.filter((name) => !/^default\.json(\.[0-9a-f]{16}\.next)?$/.test(name)), []);
    const away = await tonearm(home, {}, ["me"]);
    assertEquals(away.code, 4);
    assertStringIncludes(away.stderr, "its key is in the keychain, and there is no session bus");
    assertEquals((await run("profile", "remove", "default")).code, 0);
    const left = new Deno.Command("secret-tool", { args: ["search", "--all", "service", "tonearm"], env: keyring.env });
    const { stdout, stderr } = await left.output();
    assertEquals(new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr), "");
  },
});

Deno.test({
  name: "tonearm auth: stores the profile in a plain file when the keyring is locked and nobody can unlock it",
  ignore: without(...KEYRING_PROGRAMS),
  async fn() {
    await using keyring = await startKeyring({ locked: true });
    using sandbox = createSandbox();
    await using server = await sandbox.serve();
    await using home = await emptyHome({ TONEARM_API_URL: server.url, TONEARM_AUTH_URL: server.url });
    const { clientId, clientSecret } = sandbox.clientConfig;
    const made = await tonearm(home, keyring.env, ["auth", "--quiet"], `${clientId}\n${clientSecret}\n`);
    assertEquals({ code: made.code, stderr: made.stderr }, { code: 0, stderr: "" });
    assertStringIncludes(await readFile(join(home.config, "profiles", "default.json"), "utf8"), clientSecret);
    const status = await tonearm(home, keyring.env, ["auth", "status", "--offline", "--json=secrets"]);
    assertStringIncludes(status.stdout, "only you can read");
  },
});
