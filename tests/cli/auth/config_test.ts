import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { ProfileStore } from "../../../cli/auth/config.ts";
import { addressesFor, findSource, profileName } from "../../../cli/auth/credentials.ts";
import { Failure } from "../../../cli/errors.ts";
import { configDirectory, dataDirectory, writePrivately } from "../../../cli/host/paths.ts";
import { emptyHome } from "../../support/cli/cli.ts";

const PROFILE = { clientId: "a", clientSecret: "b" };

Deno.test("tonearm: directories follow the program's variables, then XDG, then the home directory", () => {
  assertEquals(configDirectory({ TONEARM_CONFIG_DIR: "/c", XDG_CONFIG_HOME: "/x", HOME: "/h" }), "/c");
  assertEquals(configDirectory({ XDG_CONFIG_HOME: "/x", HOME: "/h" }), "/x/tonearm");
  assertEquals(configDirectory({ HOME: "/h" }), "/h/.config/tonearm");
  assertEquals(dataDirectory({ TONEARM_DATA_DIR: "/d", HOME: "/h" }), "/d");
  assertEquals(dataDirectory({ XDG_DATA_HOME: "/x" }), "/x/tonearm");
  assertEquals(dataDirectory({ HOME: "/h" }), "/h/.local/share/tonearm");
});

Deno.test("writePrivately() replaces a file atomically, and leaves no temporary file when it fails", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "d", "file");
  await writePrivately(path, "one");
  await writePrivately(path, "two");
  assertEquals(await Deno.readTextFile(path), "two");
  await Deno.mkdir(join(home.directory, "d", "taken"));
  await assertRejects(() => writePrivately(join(home.directory, "d", "taken"), "x"));
  const left = await Array.fromAsync(Deno.readDir(join(home.directory, "d")), ({ name }) => name);
  assertEquals(left.sort(), ["file", "taken"]);
});

Deno.test("tonearm: readers never see a half-written profile", async () => {
  await using home = await emptyHome();
  const store = new ProfileStore(home.config);
  await store.write("p", PROFILE);
  let writing = true;
  const writer = (async () => {
    for (let round = 0; round < 50; round++) await store.write("p", { ...PROFILE, username: "x".repeat(round * 100) });
  })().finally(() => writing = false);
  let reads = 0;
  for (; writing; reads++) assertEquals((await store.read("p"))?.clientId, "a");
  await writer;
  assert(reads > 0);
});

Deno.test("tonearm: options override the environment, and the environment overrides the store", async () => {
  await using home = await emptyHome();
  const store = new ProfileStore(home.config);
  for (const name of ["default", "work"]) await store.write(name, PROFILE);
  const env = { TONEARM_CONFIG_DIR: home.config };
  const kindOf = async (more: Record<string, string>, choice = {}) => {
    const source = await findSource({ env: { ...env, ...more }, settings: choice, profiles: store });
    return source.kind === "profile" ? source.name : source.kind;
  };
  assertEquals(await kindOf({}), "default");
  assertEquals(await kindOf({ TONEARM_PROFILE: "work" }), "work");
  assertEquals(await kindOf({ TONEARM_PROFILE: "work", TONEARM_TOKEN: "t" }), "token");
  assertEquals(await kindOf({ TONEARM_CLIENT_ID: "i", TONEARM_CLIENT_SECRET: "s" }), "app");
  assertEquals(await kindOf({ TONEARM_TOKEN: "t" }, { profile: "work" }), "work");
  assertEquals(await kindOf({ TONEARM_CLIENT_ID: "i", TONEARM_CLIENT_SECRET: "s" }, { profile: "work" }), "work");
  assertEquals(await kindOf({ TONEARM_TOKEN: "t" }, { sandbox: true }), "sandbox");
  await store.use("work");
  assertEquals(await kindOf({}), "work");
  assertEquals(await profileName({ env, settings: {}, profiles: store }), "work");
});

Deno.test("tonearm: URLs come from the environment, then from the profile, and credentials stay with their hosts", async () => {
  const source = {
    kind: "profile",
    name: "p",
    profile: { ...PROFILE, apiUrl: "http://127.0.0.1:1", authUrl: "http://127.0.0.1:2" },
  } as const;
  assertEquals(addressesFor({}, source), { baseUrl: "http://127.0.0.1:1", authUrl: "http://127.0.0.1:2" });
  assertEquals(addressesFor({ TONEARM_API_URL: "http://127.0.0.1:1/~x/" }, source).baseUrl, "http://127.0.0.1:1/~x");
  assertEquals(addressesFor({ TONEARM_API_URL: "https://api.example.com" }, undefined), {
    baseUrl: "https://api.example.com",
  });
  const refused = [{ TONEARM_API_URL: "http://127.0.0.1:9" }, { TONEARM_AUTH_URL: "https://evil.example" }, {
    TONEARM_API_URL: "ftp://x",
  }, { TONEARM_API_URL: "nonsense" }];
  for (const env of refused) {
    await assertRejects(() => Promise.resolve().then(() => addressesFor(env, source)), Failure);
  }
});
