import { assert, assertEquals, assertMatch } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { FileTokenStore } from "../../src/stores/file.ts";
import { ProfileStore } from "../../cli/auth/config.ts";
import { type Folder, temporaryFolder } from "../support/folder.ts";
import { runWith } from "../support/cli/hostile.ts";

const isUnix = Deno.build.os !== "windows";

/** What is in a folder, sorted. */
async function namesIn({ path }: Folder): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name).sort();
}

async function modeOf(path: string): Promise<string> {
  return (((await Deno.lstat(path)).mode ?? 0) & 0o777).toString(8);
}

/** Leaves what a process leaves that is killed in the middle of a write. */
async function killedWhileWriting(path: string, content: string): Promise<void> {
  const before = await Deno.readTextFile(path);
  const fingerprint = createHash("sha256").update(before).digest("hex").slice(0, 16);
  await Deno.writeTextFile(`${path}.${fingerprint}.next`, content);
}

Deno.test("FileTokenStore leaves no temporary file with tokens after a sign-out", async () => {
  await using temp = await temporaryFolder();
  const path = join(temp.path, "tokens.json");
  const store = new FileTokenStore(path);
  await store.setTokens("a");
  await killedWhileWriting(path, '{"accessToken":"secret"}');
  await store.clearTokens();
  for (const name of (await namesIn(temp)).filter((name) => name !== "tokens.json")) {
    assertEquals(await Array.fromAsync(Deno.readDir(join(temp.path, name)), ({ name }) => name), ["kept"]);
  }
  assertEquals((await Deno.readTextFile(path)).includes("secret"), false);
  assertEquals(await store.getAccessToken(), undefined);
  await store.clearTokens();
});

Deno.test("ProfileStore leaves no temporary file of a removed profile", async () => {
  await using temp = await temporaryFolder();
  const store = new ProfileStore(temp.path);
  await store.write("work", { clientId: "id", clientSecret: "s" });
  await killedWhileWriting(store.path("work"), "secret");
  assertEquals(await store.remove("work"), true);
  assertEquals(await Array.fromAsync(Deno.readDir(join(temp.path, "profiles"))), []);
});

Deno.test({
  name: "FileTokenStore: a file that others could read becomes private when tokens are written",
  ignore: !isUnix,
  async fn() {
    await using temp = await temporaryFolder();
    const path = join(temp.path, "tokens.json");
    await Deno.writeTextFile(path, '{"accessToken":"old"}', { mode: 0o666 });
    await Deno.chmod(path, 0o666);
    using reader = await Deno.open(path);
    const bytes = new Uint8Array(99);
    await new FileTokenStore(path).setTokens("new");
    assertEquals(await modeOf(path), "600");
    // Whoever had the old file open goes on reading the old one.
    const length = await reader.read(bytes) ?? 0;
    assertEquals(new TextDecoder().decode(bytes.subarray(0, length)), '{"accessToken":"old"}');
  },
});

Deno.test({
  name: "FileTokenStore: a symbolic link is replaced, and its target stays unchanged",
  ignore: !isUnix,
  async fn() {
    await using temp = await temporaryFolder();
    const [path, target] = [join(temp.path, "tokens.json"), join(temp.path, "target")];
    await Deno.writeTextFile(target, '{"accessToken":"planted"}', { mode: 0o644 });
    await Deno.symlink(target, path);
    await new FileTokenStore(path).setTokens("secret");
    assert(!(await Deno.lstat(path)).isSymlink);
    assertEquals([await modeOf(path), await modeOf(target)], ["600", "644"]);
    assertEquals(await Deno.readTextFile(target), '{"accessToken":"planted"}');
  },
});

Deno.test({
  name: "tonearm: an existing directory keeps its mode; files in it are private",
  ignore: !isUnix,
  async fn() {
    await using temp = await temporaryFolder();
    const profiles = join(temp.path, "profiles");
    const profile = { clientId: "id", clientSecret: "s", token: { accessToken: "t", kind: "user" } } as const;
    await Deno.mkdir(profiles, { recursive: true });
    await Deno.chmod(profiles, 0o777);
    await new ProfileStore(temp.path).write("default", profile);
    await Deno.chmod(join(profiles, "default.json"), 0o644);
    const fetch = () => Promise.resolve(Response.json({ access_token: "t" }));
    const { stdout } = await runWith(["doctor"], { fetch, isTTY: false, env: { TONEARM_CONFIG_DIR: temp.path } });
    assertMatch(stdout, /problem\tstorage\t.*Other users can read/);
    await new ProfileStore(temp.path).write("default", profile);
    assertEquals([await modeOf(profiles), await modeOf(join(profiles, "default.json"))], ["777", "600"]);
  },
});
