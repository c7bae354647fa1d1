import { assert, assertEquals, assertRejects } from "@std/assert";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nextLogin, ProfileStore } from "../../../cli/auth/config.ts";
import type { Profile } from "../../../cli/auth/profile.ts";
import type { FoundKeychain } from "../../../cli/auth/keychain.ts";
import { EXITS } from "../../../cli/errors.ts";
import { emptyHome, type Home } from "../../support/cli/cli.ts";
import { MemoryKeychain } from "../../support/cli/keyring.ts";
import { factsOf } from "../../support/cli/test_host.ts";

const PROFILE: Profile = { clientId: "a", clientSecret: "b" };
const TOKEN = { accessToken: "t", refreshToken: "r", issuedAt: 1, expiresAt: 2, kind: "user" } as const;
const SIGNED_IN: Profile = { ...PROFILE, username: "Ann", blockedUntil: 5, generation: 7, token: TOKEN };

function storeOf(home: Home, keychain: FoundKeychain = { missing: "there is none" }): ProfileStore {
  return new ProfileStore(home.config, () => Promise.resolve(keychain));
}

/** The message, code and hint of the failure of some work. */
async function failureOf(work: () => Promise<unknown>) {
  return factsOf(await assertRejects(work));
}

Deno.test("ProfileStore encrypts a profile with a key of the keychain, which other processes find there", async () => {
  await using home = await emptyHome();
  const keychain = new MemoryKeychain();
  const store = storeOf(home, keychain);
  await store.update("x", () => SIGNED_IN, "keychain");
  const text = await readFile(store.path("x"), "utf8");
  assertEquals([...keychain.keys.keys()], [JSON.parse(text).keychain]);
  assert(text.endsWith("}\n") && !/"clientSecret"|"accessToken"|"refreshToken"/.test(text), text);
  for (const key of keychain.keys.values()) assertEquals(text.includes(key), false);
  assertEquals(await storeOf(home, keychain).read("x"), SIGNED_IN);
  assertEquals(await store.keeping("x"), { keychain: "test keychain" });
  assertEquals(await storeOf(home).keeping("x"), { keychain: "keychain" });
});

Deno.test("ProfileStore keeps an encrypted profile encrypted, with the same key", async () => {
  await using home = await emptyHome();
  const keychain = new MemoryKeychain();
  await storeOf(home, keychain).write("x", PROFILE, "keychain");
  await storeOf(home, keychain).write("x", { ...PROFILE, clientSecret: "new" });
  await storeOf(home, keychain).write("x", { ...PROFILE, clientSecret: "newer" }, "keychain");
  assertEquals(keychain.keys.size, 1);
  assertEquals((await storeOf(home, keychain).read("x"))?.clientSecret, "newer");
  assertEquals(JSON.parse(await readFile(storeOf(home).path("x"), "utf8")).clientSecret, undefined);
});

Deno.test("ProfileStore keeps secrets in the file where there is no keychain, or the user wants it so", async () => {
  await using home = await emptyHome();
  const keychain = new MemoryKeychain();
  const inFile = async () => JSON.parse(await readFile(storeOf(home).path("x"), "utf8")).clientSecret;
  await storeOf(home).write("x", PROFILE, "keychain");
  assertEquals(await inFile(), "b");
  assertEquals(await storeOf(home).keeping("x"), { file: "there is none" });
  assertEquals(await storeOf(home, keychain).keeping("x"), { file: "`tonearm auth` moves them to the keychain" });
  assertEquals(await new ProfileStore(home.config).keeping("x"), { file: "no keychain was searched for" });
  await storeOf(home, keychain).write("x", PROFILE, "keychain");
  assertEquals(await inFile(), undefined);
  await storeOf(home, keychain).write("x", PROFILE, "file");
  assertEquals(await inFile(), "b");
  keychain.isLocked = true;
  await storeOf(home, keychain).write("x", PROFILE, "keychain");
  assertEquals(await inFile(), "b");
});

Deno.test("ProfileStore says why a profile can't be opened without its key, and how to go on", async () => {
  await using home = await emptyHome();
  const keychain = new MemoryKeychain();
  await storeOf(home, keychain).write("x", PROFILE, "keychain");
  keychain.isLocked = true;
  const hint = "Unlock the keychain; or run `tonearm profile remove x`, and set it up again.";
  const cannot = "Cannot open the profile x: its key is in the keychain, and";
  assertEquals(await failureOf(() => storeOf(home, keychain).read("x")), {
    ...{ kind: "auth", code: "keychain", hint },
    message: `${cannot} the test keychain is locked, or no longer has the key`,
  });
  assertEquals((await failureOf(() => storeOf(home).read("x"))).message, `${cannot} there is none`);
  const { message } = await failureOf(() => storeOf(home).update("x", (profile) => profile));
  assertEquals(message, `${cannot} there is none`);
});

Deno.test("ProfileStore removes a profile with its key, and with it the choice of that profile", async () => {
  await using home = await emptyHome();
  const keychain = new MemoryKeychain();
  const store = storeOf(home, keychain);
  await store.write("x", PROFILE, "keychain");
  await store.write("y", PROFILE, "file");
  await store.use("x");
  assertEquals(await store.remove("y"), true);
  assertEquals(await store.active(), "x");
  assertEquals(await store.remove("x"), true);
  assertEquals({ active: await store.active(), keys: keychain.keys.size }, { active: "default", keys: 0 });
  assertEquals(await store.remove("x"), false);
  assertEquals(await readdir(home.config), ["profiles"]);
});

Deno.test("ProfileStore.signOut() removes the login, and returns what there was", async () => {
  await using home = await emptyHome();
  const store = storeOf(home);
  assertEquals(await store.signOut("x"), undefined);
  await store.update("x", () => SIGNED_IN);
  assertEquals(await store.signOut("x"), SIGNED_IN);
  const { generation = 0, session, ...left } = await store.read("x") ?? PROFILE;
  assertEquals({ left, after: session?.after }, { left: PROFILE, after: ["generation 7"] });
  assert(generation > 7, String(generation));
});

Deno.test("ProfileStore.update() leaves a profile unchanged for which there is no change", async () => {
  await using home = await emptyHome();
  const store = storeOf(home);
  assertEquals(await store.update("x", () => undefined), undefined);
  assertEquals(await store.names(), []);
  await store.update("x", () => SIGNED_IN);
  assertEquals(await store.update("x", () => undefined), undefined);
  assertEquals(await store.read("x"), SIGNED_IN);
});

for (
  const [what, text] of [
    ["no JSON", "{"],
    ["no object", "7"],
    ["nothing", "null"],
    ["no secret", JSON.stringify({ clientId: "a" })],
    ["a user's name that is a number", JSON.stringify({ ...PROFILE, username: 7 })],
    ["a host that is a number", JSON.stringify({ ...PROFILE, apiUrl: 7 })],
    ["an OAuth host that is a number", JSON.stringify({ ...PROFILE, authUrl: 7 })],
    ["a redirect URI that is a number", JSON.stringify({ ...PROFILE, redirectUri: 7 })],
    ["a broken generation", JSON.stringify({ ...PROFILE, generation: 1.5 })],
    ["a time that is a text", JSON.stringify({ ...PROFILE, blockedUntil: "x" })],
    ["a token that is a text", JSON.stringify({ ...PROFILE, token: "t" })],
    ["a token without a kind", JSON.stringify({ ...PROFILE, token: { ...TOKEN, kind: undefined } })],
    ["a token without an access token", JSON.stringify({ ...PROFILE, token: { kind: "user" } })],
    ["a refresh token that is a number", JSON.stringify({ ...PROFILE, token: { ...TOKEN, refreshToken: 7 } })],
    ["a start that is a text", JSON.stringify({ ...PROFILE, token: { ...TOKEN, issuedAt: "x" } })],
    ["an end that is a text", JSON.stringify({ ...PROFILE, token: { ...TOKEN, expiresAt: "x" } })],
  ] as const
) {
  Deno.test(`ProfileStore neither reads nor overwrites a file with ${what}`, async () => {
    await using home = await emptyHome();
    const store = storeOf(home);
    const path = store.path("x");
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { mode: 0o600 });
    const failure = {
      kind: "auth",
      code: "corrupt_profile",
      message: `Cannot parse the profile file ${path}`,
      hint: "The file is unchanged. Repair it, or move it and run `tonearm auth` again.",
    } as const;
    assertEquals(await failureOf(() => store.read("x")), failure);
    assertEquals(await failureOf(() => store.update("x", () => PROFILE)), failure);
    assertEquals(await readFile(path, "utf8"), text);
  });
}

for (
  const profile of [
    { ...PROFILE, token: { accessToken: "t", kind: "app" } },
    { ...PROFILE, token: { accessToken: "t", kind: "user" }, generation: 0 },
    { ...PROFILE, apiUrl: "https://a.example", authUrl: "https://b.example", redirectUri: "x:y" },
  ] as const
) {
  Deno.test(`ProfileStore reads what an editor may have written: ${Object.keys(profile).join(", ")}`, async () => {
    await using home = await emptyHome();
    const store = storeOf(home);
    await mkdir(dirname(store.path("x")), { recursive: true });
    await writeFile(store.path("x"), JSON.stringify(profile), { mode: 0o600 });
    assertEquals<Profile | undefined>(await store.read("x"), profile);
  });
}

Deno.test("ProfileStore lists the files that it can have created, sorted, and says why it can't", async () => {
  await using home = await emptyHome();
  const store = storeOf(home);
  assertEquals(await store.names(), []);
  await mkdir(join(home.config, "profiles"), { recursive: true });
  for (const file of ["b.json", "a.json", "$(x).json", "c.txt", ".d.json"]) {
    await writeFile(join(home.config, "profiles", file), "{}");
  }
  assertEquals(await store.names(), ["a", "b"]);
  const elsewhere = new ProfileStore(join(home.config, "profiles", "a.json"));
  const path = join(home.config, "profiles", "a.json", "profiles");
  assertEquals(await failureOf(() => elsewhere.names()), {
    ...{ kind: "failed", code: "failed", message: `Cannot read ${path}: a file is in the way` },
    hint: EXITS.failed.next,
  });
});

Deno.test("nextLogin() is later than before, and than now, and names the logins before it", () => {
  const now = Date.now();
  const { generation: earliest, session: { after: none } } = nextLogin(undefined);
  assert(earliest >= now);
  assertEquals(none, []);
  assertEquals(nextLogin(PROFILE).session.after, ["generation 0"]);
  const first = nextLogin({ ...PROFILE, generation: now + 60_000 });
  const { generation, session: { after } } = first;
  assertEquals({ generation, after }, { generation: now + 60_001, after: [`generation ${now + 60_000}`] });
  const chain = [first];
  while (chain.length < 10) chain.push(nextLogin({ ...PROFILE, ...chain.at(-1)! }));
  const sids = chain.map(({ session }) => session.sid);
  assertEquals(chain[1]?.session.after, [first.session.sid, `generation ${now + 60_000}`]);
  assertEquals(chain[9]?.session.after, sids.slice(1, 9).toReversed());
  assertEquals(new Set(chain.flatMap(({ session: { sid, mark, seq } }) => [sid, mark, seq])).size, 21);
});

Deno.test("ProfileStore.path() takes only names that are plain file names; use() chooses one", async () => {
  await using home = await emptyHome();
  const store = storeOf(home);
  for (const name of ["a", "0.-_Z", "x".repeat(64)]) {
    assertEquals(store.path(name), join(home.config, "profiles", `${name}.json`));
  }
  for (const name of ["", ".a", "-a", "a/b", "a b", "x".repeat(65), "a\n"]) {
    assertEquals(await failureOf(() => Promise.resolve().then(() => store.path(name))), {
      ...{ kind: "usage", code: "usage", message: `${JSON.stringify(name)} is not a valid profile name` },
      hint: "Use letters, digits, dots, dashes and underscores.",
    });
  }
  assertEquals(await store.active(), "default");
  await store.use("work");
  assertEquals(await readFile(join(home.config, "profile"), "utf8"), "work\n");
  assertEquals(await store.active(), "work");
});
