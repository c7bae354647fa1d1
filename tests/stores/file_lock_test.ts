import { assertEquals, assertRejects } from "@std/assert";
import timers from "node:timers";
import { ServiceError } from "../../src/errors.ts";
import { withFileLock } from "../../src/stores/file.ts";
import { emptyHome } from "../support/cli/cli.ts";
import { replaced, replaceRandom } from "../support/replaced.ts";
import { fill, isUnmountable, smallDisk } from "../support/small_disk.ts";

Deno.test("withFileLock() runs one work at a time, returns its result, and leaves nothing behind", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/deep/a.lock`;
  let inside = 0;
  const work = async (n: number) => {
    assertEquals(++inside, 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inside--;
    return n;
  };
  assertEquals(await Promise.all([1, 2, 3].map((n) => withFileLock(path, () => work(n)))), [1, 2, 3]);
  await assertRejects(() => withFileLock(path, () => Promise.reject(new TypeError("bug"))), TypeError, "bug");
  assertEquals(await Array.fromAsync(Deno.readDir(`${home.directory}/deep`)), []);
});

Deno.test("withFileLock() takes over a lock whose counter stands still, and leaves one that counts", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/a.lock`;
  for (const left of ["of a dead process 7", ""]) {
    await Deno.writeTextFile(path, left);
    const options = { staleMs: 30, maxWaitMs: 5000 };
    assertEquals(await withFileLock(path, () => Promise.resolve("mine"), options), "mine");
  }
  const released = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const held = withFileLock(path, () => (begun.resolve(), released.promise), { staleMs: 2000 });
  await begun.promise;
  const waiting = withFileLock(path, () => Promise.resolve(), { staleMs: 2000, maxWaitMs: 2500 });
  const error = await assertRejects(() => waiting, ServiceError, "another process holds it");
  assertEquals(error.code, "lock");
  released.resolve();
  await held;
});

Deno.test("withFileLock() leaves a lock that another process has taken over", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/a.lock`;
  await withFileLock(path, () => Deno.writeTextFile(path, "of the next owner 1"));
  assertEquals(await Deno.readTextFile(path), "of the next owner 1");
});

Deno.test("withFileLock() puts a lock back that changed hands while it was broken; it looks at random times", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/a.lock`;
  await Deno.writeTextFile(path, "of a dead process 7");
  const [{ setTimeout }, pauses] = [globalThis, [] as unknown[]];
  let reads = 0;
  // The time is read after the counter, and before the lock is broken.
  using _now = replaced(performance, "now", () => {
    if (++reads === 3) Deno.writeTextFileSync(path, "of the next owner 1");
    return reads * 100;
  });
  using _random = replaceRandom(() => 0.25);
  using _timer = replaced(globalThis, "setTimeout", (...timer: Parameters<typeof setTimeout>) => {
    pauses.push(timer[1]);
    return setTimeout(...timer);
  });
  const lock = withFileLock(path, () => Promise.resolve(), { staleMs: 90, maxWaitMs: 250 });
  await assertRejects(() => lock, ServiceError, "another process holds it");
  assertEquals({ pauses, lock: await Deno.readTextFile(path) }, { pauses: [37.5], lock: "of the next owner 1" });
  assertEquals(await Array.fromAsync(Deno.readDir(home.directory), ({ name }) => name), ["a.lock"]);
});

Deno.test("withFileLock(): the timer of its counter keeps no process of Node alive", async () => {
  await using home = await emptyHome();
  let beat: ReturnType<typeof timers.setInterval> | undefined;
  const keep = (work: () => void, ms: number) => beat = timers.setInterval(work, ms);
  using _ = replaced(globalThis, "setInterval", keep);
  await withFileLock(`${home.directory}/a.lock`, async () => assertEquals(await beat?.hasRef(), false));
});

Deno.test("withFileLock() ends its wait with the signal, and names a file system that refuses", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/a.lock`;
  await Deno.writeTextFile(path, "of another process");
  const gone = new AbortController();
  const waiting = withFileLock(path, () => Promise.resolve(), { signal: gone.signal });
  gone.abort(new Error("enough"));
  await assertRejects(() => waiting, Error, "enough");
  const below = `${path}/deeper/b.lock`;
  await assertRejects(() => withFileLock(below, () => Promise.resolve()), ServiceError, "the file system refused it");
});

Deno.test({
  name: "withFileLock() keeps its lock while the disk is full, and leaves none that it couldn't write",
  ignore: isUnmountable,
  async fn() {
    using disk = smallDisk(1)!;
    const path = `${disk.path}/a.lock`;
    await withFileLock(path, async () => {
      using _ = fill(disk.path);
      await new Promise((resolve) => setTimeout(resolve, 150));
      await assertRejects(() => withFileLock(`${disk.path}/b.lock`, () => Promise.resolve()), ServiceError, "refused");
    }, { staleMs: 100 });
    assertEquals(await Array.fromAsync(Deno.readDir(disk.path)), []);
  },
});
