import { assertEquals, assertRejects } from "@std/assert";
import { hostname } from "node:os";
import { join } from "node:path";
import { withFileLock } from "../../src/stores/file.ts";
import { emptyHome } from "../support/cli.ts";

const OURS = { pid: Deno.pid, host: hostname(), id: "x" };

async function names(directory: string): Promise<string[]> {
  return await Array.fromAsync(Deno.readDir(directory), ({ name }) => name);
}

Deno.test("withFileLock() lets one task in at a time, and leaves nothing behind", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  let inside = 0;
  let most = 0;
  const tasks = Array.from({ length: 20 }, (_, index) =>
    withFileLock(path, async () => {
      most = Math.max(most, ++inside);
      await Deno.readTextFile(path);
      inside--;
      return index;
    }));
  assertEquals(await Promise.all(tasks), Array.from({ length: 20 }, (_, index) => index));
  assertEquals([most, await names(home.directory)], [1, []]);
});

Deno.test("withFileLock() lets go when the task fails", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await assertRejects(() => withFileLock(path, () => Promise.reject(new Error("no"))), Error, "no");
  assertEquals(await withFileLock(path, () => Promise.resolve(1)), 1);
});

Deno.test("withFileLock() gives up after a while when the owner lives", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await Deno.writeTextFile(path, JSON.stringify(OURS));
  await assertRejects(() => withFileLock(path, () => Promise.resolve(1), { maxWaitMs: 30 }), Error, path);
  assertEquals(await Deno.readTextFile(path), JSON.stringify(OURS));
});

Deno.test("withFileLock() stops waiting when it is told to", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await Deno.writeTextFile(path, JSON.stringify(OURS));
  const controller = new AbortController();
  const waiting = withFileLock(path, () => Promise.resolve(1), { signal: controller.signal });
  controller.abort();
  await assertRejects(() => waiting);
});

Deno.test("withFileLock() breaks a lock that nobody can own, or that is too old", async () => {
  await using home = await emptyHome();
  for (const content of ["", "{", '{"pid":-1,"host":"x"}', JSON.stringify({ ...OURS, pid: 2 ** 22 + 1 })]) {
    const path = join(home.directory, "a.lock");
    await Deno.writeTextFile(path, content);
    assertEquals(await withFileLock(path, () => Promise.resolve(1), { maxWaitMs: 1000 }), 1, content);
  }
  const old = join(home.directory, "old.lock");
  await Deno.writeTextFile(old, JSON.stringify({ ...OURS, host: "another machine" }));
  await Deno.utime(old, 0, 0);
  assertEquals(await withFileLock(old, () => Promise.resolve(1), { maxWaitMs: 1000 }), 1);
});

Deno.test("withFileLock() leaves the young lock of another machine alone", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await Deno.writeTextFile(path, JSON.stringify({ ...OURS, host: "another machine" }));
  await assertRejects(() => withFileLock(path, () => Promise.resolve(1), { maxWaitMs: 30 }), Error, path);
});

Deno.test("a program that may send no signals takes no lock of a process that lives", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await Deno.writeTextFile(path, JSON.stringify({ ...OURS, pid: Deno.pid }));
  const module = new URL("../../src/stores/file_lock.ts", import.meta.url).href;
  const program = `import { withFileLock } from ${JSON.stringify(module)};
    await withFileLock(${
    JSON.stringify(path)
  }, () => console.log("taken"), { maxWaitMs: 30 }).catch(() => console.log("kept"));`;
  const file = join(home.directory, "take.ts");
  await Deno.writeTextFile(file, program);
  const rights = ["--no-prompt", "--allow-read", "--allow-write", "--allow-sys=hostname"];
  const args = ["run", "-q", "--no-lock", "--no-config", ...rights, file];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args }).output();
  assertEquals(new TextDecoder().decode(stdout), "kept\n");
});

Deno.test("many who find the same stale lock still come in one at a time", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  for (let round = 0; round < 10; round++) {
    await Deno.writeTextFile(path, JSON.stringify({ ...OURS, pid: 2 ** 22 + 1 }));
    let inside = 0;
    const tasks = Array.from({ length: 10 }, () =>
      withFileLock(path, async () => {
        assertEquals(++inside, 1);
        await Deno.readTextFile(path);
        inside--;
      }));
    await Promise.all(tasks);
  }
  assertEquals(await names(home.directory), []);
});
