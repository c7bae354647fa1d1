import { assert, assertEquals, assertRejects } from "@std/assert";
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { pid } from "node:process";
import { withFileLock } from "../../src/stores/file_lock.ts";

/** A folder of a test's own. */
async function folder(): Promise<AsyncDisposable & { readonly path: string; readonly lock: string }> {
  const path = await mkdtemp(join(tmpdir(), "tonearm-lock-"));
  return { path, lock: join(path, "a.lock"), [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** Writes a lock that was touched some time ago. */
async function writeLock(path: string, owner: object, ageMs: number): Promise<void> {
  await writeFile(path, JSON.stringify({ id: "another", ...owner }));
  const moment = new Date(Date.now() - ageMs);
  await utimes(path, moment, moment);
}

const take = (lock: string, staleMs: number) =>
  withFileLock(lock, () => Promise.resolve("mine"), { staleMs, maxWaitMs: 50 });

for (
  const [whose, owner] of [["this process", { pid, host: hostname() }], ["another machine", {
    pid: 1,
    host: "elsewhere",
  }]] as const
) {
  Deno.test(`withFileLock() takes the lock of ${whose} once it was silent for longer than staleMs, and no sooner`, async () => {
    await using at = await folder();
    await writeLock(at.lock, owner, 40_000);
    await assertRejects(() => take(at.lock, 60_000), Error, "another process keeps it");
    await writeLock(at.lock, owner, 80_000);
    assertEquals(await take(at.lock, 60_000), "mine");
    assertEquals(await readdir(at.path), []);
  });
}

Deno.test("withFileLock() takes the lock of a process of this machine that is gone, however young", async () => {
  await using at = await folder();
  const gone = new Deno.Command(Deno.execPath(), { args: ["eval", "0"] }).spawn();
  await gone.status;
  await writeLock(at.lock, { pid: gone.pid, host: hostname() }, 0);
  assertEquals(await take(at.lock, 60_000), "mine");
});

Deno.test("withFileLock() touches its lock several times within staleMs, so that long work keeps it", async () => {
  await using at = await folder();
  await withFileLock(at.lock, async ({ isHeld }) => {
    const old = new Date(Date.now() - 3_600_000);
    for (let beat = 0; beat < 3; beat++) {
      await utimes(at.lock, old, old);
      const since = performance.now();
      while ((await stat(at.lock)).mtimeMs < Date.now() - 1_800_000) {
        assert(performance.now() - since < 20_000, "the lock isn't touched");
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    assertEquals(await isHeld(), true);
  }, { staleMs: 400 });
});

Deno.test("withFileLock() removes the breaker of a process that was killed while it broke a lock", async () => {
  await using at = await folder();
  await writeLock(at.lock, { pid: 1, host: "elsewhere" }, 80_000);
  await writeLock(`${at.lock}.break`, { pid: 1, host: "elsewhere" }, 80_000);
  assertEquals(await take(at.lock, 60_000), "mine");
  assertEquals(await readdir(at.path), []);
});

Deno.test("withFileLock() waits for one who breaks the lock at the moment, for as long as it is told to and no longer", async () => {
  await using at = await folder();
  await writeLock(at.lock, { pid: 1, host: "elsewhere" }, 80_000);
  await writeLock(`${at.lock}.break`, { pid, host: hostname() }, 0);
  await assertRejects(() => take(at.lock, 60_000), Error, "another process keeps it");
  const controller = new AbortController();
  const waiting = withFileLock(at.lock, () => Promise.resolve("mine"), { staleMs: 60_000, signal: controller.signal });
  controller.abort();
  await assertRejects(() => waiting, Error, "aborted");
  assertEquals((await readdir(at.path)).toSorted(), ["a.lock", "a.lock.break"]);
});

Deno.test("withFileLock() shows its files to nobody else", async () => {
  await using at = await folder();
  const lock = join(at.path, "new", "a.lock");
  await withFileLock(lock, async () => {
    assertEquals((await stat(lock)).mode & 0o777, 0o600);
    assertEquals((await stat(join(at.path, "new"))).mode & 0o777, 0o700);
  });
});
