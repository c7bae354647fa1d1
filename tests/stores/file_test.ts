import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { FileTokenStore, withFileLock } from "../../src/stores/file.ts";

/** A folder for one test. */
async function folder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir();
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

const modeOf = async (path: string) => ((await Deno.stat(path)).mode ?? 0) & 0o777;

Deno.test("FileTokenStore gives back what it stored, and forgets it", async () => {
  await using temp = await folder();
  const path = `${temp.path}/deep/tokens.json`;
  const store = new FileTokenStore(path);
  assertEquals(await store.getAccessToken(), undefined);
  await store.setTokens("a", "r");
  const other = new FileTokenStore(path);
  assertEquals([await other.getAccessToken(), await other.getRefreshToken()], ["a", "r"]);
  await store.setTokens("b");
  assertEquals([await other.getAccessToken(), await other.getRefreshToken()], ["b", undefined]);
  await other.clearTokens();
  assertEquals(await store.getAccessToken(), undefined);
});

Deno.test("FileTokenStore lets nobody else read its file, whatever the umask", async () => {
  await using temp = await folder();
  const before = Deno.umask(0);
  try {
    await new FileTokenStore(`${temp.path}/private/tokens.json`).setTokens("a");
  } finally {
    Deno.umask(before);
  }
  assertEquals(await modeOf(`${temp.path}/private/tokens.json`), 0o600);
  assertEquals(await modeOf(`${temp.path}/private`), 0o700);
});

Deno.test("FileTokenStore reports a file that isn't its own, shows nothing of it and leaves it alone", async () => {
  await using temp = await folder();
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

Deno.test("FileTokenStore leaves nothing beside its file", async () => {
  await using temp = await folder();
  const store = new FileTokenStore(`${temp.path}/tokens.json`);
  await store.lock(() => store.setTokens("a", "r"));
  assertEquals((await Array.fromAsync(Deno.readDir(temp.path))).map(({ name }) => name), ["tokens.json"]);
});

Deno.test("FileTokenStore writes nothing once another process has its lock", async () => {
  await using temp = await folder();
  const path = `${temp.path}/tokens.json`;
  const store = new FileTokenStore(path);
  await store.setTokens("old", "r1");
  await store.lock(async () => {
    await Deno.writeTextFile(`${path}.lock`, "someone else");
    await assertRejects(() => store.setTokens("late", "r2"), Error, "taken over");
  });
  assertEquals(await store.getAccessToken(), "old");
  assertEquals(await Deno.readTextFile(`${path}.lock`), "someone else");
});

Deno.test("FileTokenStore refuses an empty path", () => {
  assertThrows(() => new FileTokenStore(""), TypeError, "path is empty");
});

Deno.test("withFileLock takes over from an owner that is gone", async () => {
  await using temp = await folder();
  const { pid } = new Deno.Command("true").spawn();
  const host = Deno.hostname();
  await waitUntilGone(pid);
  await Deno.writeTextFile(`${temp.path}/lock`, JSON.stringify({ pid, host }));
  assertEquals(await withFileLock(`${temp.path}/lock`, () => Promise.resolve("mine")), "mine");
});

async function waitUntilGone(pid: number): Promise<void> {
  const { success } = await new Deno.Command("sh", { args: ["-c", `while kill -0 ${pid} 2>/dev/null; do :; done`] })
    .output();
  assertEquals(success, true);
}

Deno.test("FileTokenStore leaves a folder that was there as it was", async () => {
  await using temp = await folder();
  await Deno.chmod(temp.path, 0o755);
  await new FileTokenStore(`${temp.path}/tokens.json`).lock(() => Promise.resolve());
  assertEquals(await modeOf(temp.path), 0o755);
});

Deno.test("FileTokenStore takes nothing over that is older than its file, or half, and removes it", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/tokens.json`;
  const store = new FileTokenStore(path);
  await store.setTokens("a", "r");
  await Deno.writeTextFile(`${path}.1.next`, JSON.stringify({ accessToken: "old" }));
  await Deno.utime(`${path}.1.next`, 1, 1);
  await Deno.writeTextFile(`${path}.2.next`, '{"accessToken":"ha');
  assertEquals(await store.lock(() => store.getAccessToken()), "a");
  assertEquals((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name), ["tokens.json"]);
  await Deno.remove(folder, { recursive: true });
});
