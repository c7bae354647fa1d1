import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { execFileSync } from "node:child_process";
import { ServiceError } from "../../src/errors.ts";
import { FileTokenStore, updatePrivateFile, writePrivateFile } from "../../src/stores/file.ts";
import { temporaryFolder } from "../support/folder.ts";
import { watchFlushes } from "../support/sessions/disks.ts";

Deno.test("FileTokenStore returns what it stored, and clears it", async () => {
  await using temp = await temporaryFolder();
  const path = `${temp.path}/deep/tokens.json`;
  const store = new FileTokenStore(path);
  assertEquals(await store.getAccessToken(), undefined);
  await store.setTokens("a", "r");
  const other = new FileTokenStore(path);
  assertEquals(await other.getAccessToken(), "a");
  assertEquals(await other.getRefreshToken(), "r");
  await store.setTokens("b");
  assertEquals(await other.getAccessToken(), "b");
  assertEquals(await other.getRefreshToken(), undefined);
  await other.clearTokens();
  assertEquals(await store.getAccessToken(), undefined);
});

Deno.test("FileTokenStore reports a foreign file without showing its content, and leaves it unchanged", async () => {
  await using temp = await temporaryFolder();
  const path = `${temp.path}/tokens.json`;
  const store = new FileTokenStore(path);
  for (const text of ["{secret", '"secret"', '{"accessToken":1}', '{"accessToken":"secret","refreshToken":2}', ""]) {
    await Deno.writeTextFile(path, text);
    const error = await assertRejects(() => store.getAccessToken(), Error, "isn't a token file");
    assertEquals(error.message.includes("secret"), false);
    await assertRejects(() => store.setTokens("a"), Error, "isn't a token file");
    assertEquals(await Deno.readTextFile(path), text);
  }
});

Deno.test("FileTokenStore rejects an empty path", () => {
  assertThrows(() => new FileTokenStore(""), TypeError, "path is empty");
});

Deno.test("FileTokenStore names the path of a folder or a pipe, and leaves it", async () => {
  await using temp = await temporaryFolder();
  execFileSync("mkfifo", [`${temp.path}/pipe`]);
  for (const [path, state] of [[temp.path, "a folder"], [`${temp.path}/pipe`, "a device, a pipe or a socket"]]) {
    const store = new FileTokenStore(path!);
    const message = `Cannot use ${path}: it's ${state}`;
    assertEquals((await assertRejects(() => store.read(), ServiceError, message)).code, "token_store");
    await assertRejects(() => store.compareAndSwap(undefined, { generation: 1 }), ServiceError, message);
    await assertRejects(() => store.setTokens("a"), ServiceError, message);
  }
});

Deno.test({
  name: "FileTokenStore neither reads nor replaces a file of another user",
  ignore: Deno.build.os === "windows" || Deno.uid() !== 0,
  async fn() {
    await using temp = await temporaryFolder();
    const path = `${temp.path}/tokens.json`;
    const store = new FileTokenStore(path);
    await store.setTokens("a");
    await Deno.chown(path, 12345, 12345);
    const text = await Deno.readTextFile(path);
    await assertRejects(() => store.read(), ServiceError, "belongs to another user");
    await assertRejects(() => store.setTokens("b"), ServiceError, path);
    assertEquals(await Deno.readTextFile(path), text);
  },
});

Deno.test("FileTokenStore leaves a tombstone after a sign-out", async () => {
  await using temp = await temporaryFolder();
  const store = new FileTokenStore(`${temp.path}/tokens.json`);
  await store.setTokens("a", "r");
  const before = (await store.read())!;
  await store.clearTokens();
  const { generation, accessToken, refreshToken } = (await store.read())!;
  const isLater = generation > before.generation;
  assertEquals(isLater, true);
  assertEquals(accessToken, undefined);
  assertEquals(refreshToken, undefined);
  assertEquals(await store.compareAndSwap(before, { ...before, accessToken: "late" }), false);
});

Deno.test("FileTokenStore names its file and the problem", async () => {
  await using temp = await temporaryFolder();
  const path = `${temp.path}/tokens.json`;
  await Deno.writeTextFile(path, "{}");
  const error = await assertRejects(() => new FileTokenStore(path).read(), ServiceError);
  assertEquals(error.code, "token_store");
  assertEquals(error.message, `Cannot use ${path}: it isn't a token file`);
  const below = `${path}/deeper/tokens.json`;
  const update = () => updatePrivateFile(below, () => "text");
  const missing = await assertRejects(update, ServiceError);
  assertEquals(missing.message.replace(/ENOTDIR|EEXIST/, "…"), `Cannot use ${below}: its folder can't be created (…)`);
});

Deno.test("writePrivateFile() flushes the file before the rename, and the folder before it resolves", async () => {
  await using temp = await temporaryFolder();
  const path = `${temp.path}/a.txt`;
  await Deno.writeTextFile(path, "old");
  using flushes = await watchFlushes(path, () => Deno.readTextFileSync(path));
  await writePrivateFile(path, "newer");
  assertEquals(flushes.found, [{ bytes: 5, seen: "old" }, { bytes: "folder", seen: "newer" }]);
});
