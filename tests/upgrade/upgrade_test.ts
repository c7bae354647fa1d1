// Today's program in the home that an earlier version has left: `fixtures/` has one for each version.
// `TONEARM_GOLDEN=write` makes that of a new version.
import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { ServiceClient } from "@tonearm/client";
import { FileTokenStore } from "@tonearm/client/file";
import type { Sandbox } from "@tonearm/sandbox";
import { ProfileStore } from "../../cli/auth/config.ts";
import { readLeft } from "../../cli/play/resume.ts";
import { VERSION } from "../../cli/version.ts";
import type { Outcome } from "../support/cli/test_host.ts";
import { writeTone } from "../support/sandbox/sounds.ts";
import { APP, FileKeychain, programIn, serviceIn, SOUNDS, writeStoredFiles } from "./stored_files.ts";

const FIXTURES = fileURLToPath(new URL("fixtures/", import.meta.url));
const PACKED = "sandbox.sqlite";

/** A copy of the home of a version, with its service. */
class Upgraded implements AsyncDisposable {
  readonly home: string;
  readonly sandbox: Sandbox;
  /** Runs the program. */
  readonly run: (...words: string[]) => Promise<Outcome>;
  /** Its requests that change something, without those for tokens. */
  readonly writes: string[] = [];

  private constructor(home: string) {
    this.home = home;
    this.sandbox = serviceIn(home);
    this.run = programIn(home, this.sandbox, (input, init) => {
      const { method, url } = new Request(input, { ...init, body: null });
      if (method !== "GET" && !url.includes("/oauth/")) this.writes.push(`${method} ${new URL(url).pathname}`);
      return this.sandbox.fetch(input, init);
    });
  }

  static async open(version: string): Promise<Upgraded> {
    const home = await mkdtemp(join(tmpdir(), "tonearm-upgraded-"));
    await cp(join(FIXTURES, version), home, { recursive: true });
    await writeFile(join(home, PACKED), gunzipSync(await readFile(join(home, `${PACKED}.gz`))));
    for (const [name, hertz] of SOUNDS) await writeTone(join(home, "work", `${name}.wav`), 1, hertz);
    return new Upgraded(home);
  }

  /** The path of a file. */
  at(...parts: string[]): string {
    return join(this.home, ...parts);
  }

  /** A client whose session is in one of the token files. */
  client(name: string): ServiceClient {
    const tokenStore = new FileTokenStore(this.at("tokens", `${name}.json`));
    return new ServiceClient({ ...this.sandbox.clientConfig, ...APP, tokenStore, maxRetries: 0 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.sandbox.close();
    await rm(this.home, { recursive: true });
  }
}

/** Made elsewhere, because some files hold paths. Sounds can be made again. */
async function makeFixture(version: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), "tonearm-made-"));
  await writeStoredFiles(home);
  await writeFile(join(home, `${PACKED}.gz`), gzipSync(await readFile(join(home, PACKED)), { level: 9 }));
  for (const name of [PACKED, ...SOUNDS.map(([sound]) => join("work", `${sound}.wav`))]) await rm(join(home, name));
  await cp(home, join(FIXTURES, version), { recursive: true });
  await rm(home, { recursive: true });
}

const isMissing = !(await readdir(FIXTURES).catch((): string[] => [])).includes(VERSION);
if (isMissing && Deno.env.get("TONEARM_GOLDEN") === "write") await makeFixture(VERSION);
const versions = await readdir(FIXTURES);

Deno.test("upgrades: there are files of this version, which the next one will have to read", () => {
  assert(versions.includes(VERSION), "run TONEARM_GOLDEN=write deno task test tests/upgrade");
});

for (const version of versions) {
  for (const name of ["pair", "blocked"]) {
    Deno.test(`FileTokenStore reads the ${name} of ${version}, and refreshes it with the pair's refresh token`, async () => {
      await using upgraded = await Upgraded.open(version);
      const before = await new FileTokenStore(upgraded.at("tokens", `${name}.json`)).getRefreshToken();
      upgraded.sandbox.clock.advance(3_600_000);
      assertEquals((await upgraded.client(name).me.getMe()).username, "Ann");
      const after = await new FileTokenStore(upgraded.at("tokens", `${name}.json`)).getRefreshToken();
      assert(after);
      assertNotEquals(after, before);
      assertEquals((await upgraded.client(name).me.getMe()).username, "Ann");
    });
  }

  Deno.test(`FileTokenStore reads an access token of ${version} that has no refresh token`, async () => {
    await using upgraded = await Upgraded.open(version);
    const store = new FileTokenStore(upgraded.at("tokens", "access_only.json"));
    assert(await store.getAccessToken());
    assertEquals(await store.getRefreshToken(), undefined);
  });

  Deno.test(`FileTokenStore: a session that ${version} ended stays ended, and another one can start`, async () => {
    await using upgraded = await Upgraded.open(version);
    const store = new FileTokenStore(upgraded.at("tokens", "signed_out.json"));
    assertEquals(await store.getAccessToken(), undefined);
    assertEquals(await store.getRefreshToken(), undefined);
    await store.setTokens("a2", "r2");
    assertEquals(await store.getRefreshToken(), "r2");
  });

  Deno.test(`tonearm me: a profile of ${version} is refreshed and stays signed in`, async () => {
    await using upgraded = await Upgraded.open(version);
    const profile = async () => JSON.parse(await readFile(upgraded.at("config", "profiles", "default.json"), "utf8"));
    const { token, ...before } = await profile();
    upgraded.sandbox.clock.advance(3_600_000);
    for (const _ of [1, 2]) {
      const { code, stdout, stderr } = await upgraded.run("me", "--json=username");
      assertEquals(code, 0, stderr);
      assertEquals(JSON.parse(stdout), { username: "Ann" });
    }
    const after = await profile();
    const { generation: _, ...kept } = before;
    assertNotEquals(after.token.refreshToken, token.refreshToken);
    assertEquals({ ...after, ...kept }, after);
  });

  Deno.test(`ProfileStore opens the app's and the encrypted profile of ${version}`, async () => {
    await using upgraded = await Upgraded.open(version);
    const found = () => Promise.resolve(new FileKeychain(upgraded.home));
    const store = new ProfileStore(upgraded.at("config"), found);
    assertEquals(await store.names(), ["app", "default", "sealed"]);
    const [app, sealed] = [await store.read("app"), await store.read("sealed")];
    for (const [kind, profile] of [["app", app], ["user", sealed]] as const) {
      assertEquals(profile?.token?.kind, kind);
      assertEquals(profile?.clientSecret, APP.clientSecret);
    }
    assert(sealed?.token?.refreshToken);
  });

  Deno.test(`tonearm track: an app's token of ${version} is used, and replaced when it expires`, async () => {
    await using upgraded = await Upgraded.open(version);
    const [name = ""] = await readdir(upgraded.at("data", "tokens"));
    const file = () => readFile(upgraded.at("data", "tokens", name), "utf8");
    const before = await file();
    upgraded.sandbox.clock.advance(3_600_000);
    const { code, stderr } = await upgraded.run("as-app", "track", "ann/night-ferry");
    assertEquals(code, 0, stderr);
    assertNotEquals(await file(), before);
    assertEquals((await readdir(upgraded.at("data", "tokens"))).filter((one) => one.endsWith(".json")), [name]);
  });

  for (const [what, sound, title] of [["a finished", "tone", "Tone"], ["a lost", "lost", "Lost"]] as const) {
    Deno.test(`tonearm upload: the journal of ${version} prevents a second upload of ${what} one`, async () => {
      await using upgraded = await Upgraded.open(version);
      const run = await upgraded.run("upload", upgraded.at("work", `${sound}.wav`), "--title", title, "--json");
      assertEquals(run.code, 0, run.stderr);
      assertStringIncludes(run.stdout, "already there");
      assertEquals(upgraded.writes, []);
    });
  }

  Deno.test(`tonearm plan: the catalogue of ${version} has nothing to change`, async () => {
    await using upgraded = await Upgraded.open(version);
    const { code, stdout, stderr } = await upgraded.run("plan", upgraded.at("work", "catalogue"));
    assertEquals({ code, stdout }, { code: 0, stdout: "Nothing to change\n" }, stderr);
  });

  Deno.test(`tonearm apply: the lock of ${version} tells an edit here from a change elsewhere`, async () => {
    await using upgraded = await Upgraded.open(version);
    const sheet = upgraded.at("work", "catalogue", "tracks.csv");
    await writeFile(sheet, (await readFile(sheet, "utf8")).replace("Night ferry", "Day ferry"));
    const { code, stderr } = await upgraded.run("apply", upgraded.at("work", "catalogue"), "--yes");
    assertEquals(code, 0, stderr);
    assertEquals(upgraded.writes.length, 1);
  });

  Deno.test(`tonearm watch --state: goes on from the place of ${version}`, async () => {
    await using upgraded = await Upgraded.open(version);
    await upgraded.sandbox.control.data.add({ users: [{ permalink: "newcomer", follows: ["ann"] }] });
    const state = upgraded.at("work", "watch.json");
    const { code, stdout, stderr } = await upgraded.run("watch", "followers", "--state", state, "--once", "--jsonl");
    assertEquals(code, 0, stderr);
    assertEquals(stdout.trim().split("\n").map((line) => JSON.parse(line).user.permalink), ["newcomer"]);
  });

  Deno.test(`tonearm completes the playlists and resumes the playback of ${version}`, async () => {
    await using upgraded = await Upgraded.open(version);
    const [name = ""] = await readdir(upgraded.at("data", "playlists"));
    const stored = await readFile(upgraded.at("data", "playlists", name), "utf8");
    assertEquals((await upgraded.run("playlists")).code, 0);
    assertEquals(await readFile(upgraded.at("data", "playlists", name), "utf8"), stored);
    const { words, seconds } = await readLeft({ TONEARM_DATA_DIR: upgraded.at("data") });
    assertEquals({ words, seconds }, { words: ["ann/night-ferry"], seconds: 7 });
  });

  Deno.test(`createSandbox({ path }) opens the state of ${version}, and stores changes in it`, async () => {
    await using upgraded = await Upgraded.open(version);
    const client = upgraded.client("pair");
    const titles = async () => (await client.me.getTracks()).collection.map(({ title }) => title).toSorted();
    assertEquals(await titles(), ["Lost", "Night ferry", "Tone"]);
    const [track] = (await client.me.getTracks()).collection;
    await client.likes.likeTrack(track!.urn);
    upgraded.sandbox.close();
    using again = serviceIn(upgraded.home);
    const reopened = new ServiceClient(again.clientConfig);
    reopened.setToken(await new FileTokenStore(upgraded.at("tokens", "pair.json")).getAccessToken() ?? "");
    assertEquals((await reopened.me.getLikesTracks()).collection.map(({ urn }) => urn), [track!.urn]);
  });
}
