import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type FileHandle, open } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { ServiceError } from "../../src/errors.ts";
import { withFileLock } from "../../src/stores/file.ts";
import { emptyHome } from "../support/cli/cli.ts";
import { stopClock } from "../support/clock.ts";
import { ignoreRejection } from "../support/promises.ts";

const OWNER = { id: "0a1b2c3d", host: hostname(), socket: true, count: "000000000001" };

async function names(directory: string): Promise<string[]> {
  return await Array.fromAsync(Deno.readDir(directory), ({ name }) => name);
}

const done = () => Promise.resolve(1);

const realTimeout = setTimeout;
const realPause = () => new Promise((resolve) => realTimeout(resolve, 5));

/** Captures timers instead of running them, until disposed. */
function holdTimers(): Disposable & { held: { run: () => void; ms: number | undefined }[] } {
  const held: { run: () => void; ms: number | undefined }[] = [];
  globalThis.setTimeout = Object.assign((run: () => void, ms?: number) => held.push({ run, ms }), realTimeout);
  return { held, [Symbol.dispose]: () => void (globalThis.setTimeout = realTimeout) };
}

Deno.test("withFileLock() runs one task at a time, and leaves nothing behind", async () => {
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
  assertEquals({ most, names: await names(home.directory) }, { most: 1, names: [] });
});

Deno.test("withFileLock() releases the lock when the task fails", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await assertRejects(() => withFileLock(path, () => Promise.reject(new Error("no"))), Error, "no");
  assertEquals(await withFileLock(path, done), 1);
});

for (
  const [trial, outcome] of [
    ["paused", "withFileLock() never takes the lock of a process that is stopped, however long"],
    ["killed", "withFileLock() takes the lock of a process that is gone at once, whatever its number"],
    ["elsewhere", "withFileLock() doesn't take the lock of another machine because there is no socket here"],
    ["idle", "withFileLock() doesn't keep a process alive that has nothing else to do"],
    [
      "signs",
      "giveSign() does without where the address is too long or its folder missing; findSign() tells who is gone",
    ],
  ] as const
) {
  Deno.test(outcome, async () => {
    await using home = await emptyHome();
    const file = new URL("../support/sessions/lock_trial.ts", import.meta.url).pathname;
    // Deno requires all of --allow-net to listen on a Unix socket.
    const args = ["run", "-q", "--no-lock", "--no-config", "--no-check", "--allow-all", file, trial, home.directory];
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
    assertEquals(new TextDecoder().decode(stdout), "held\n", new TextDecoder().decode(stderr));
  });
}

Deno.test("withFileLock() takes over a lock of another machine or without a socket once its counter stands still", async () => {
  await using home = await emptyHome();
  for (const owner of [{ ...OWNER, host: "elsewhere" }, { ...OWNER, socket: false }, {}, "{"]) {
    const path = join(home.directory, "a.lock");
    await Deno.writeTextFile(path, typeof owner === "string" ? owner : JSON.stringify(owner));
    // The lock ignores the file's modification time.
    await Deno.utime(path, 0, 0);
    await assertRejects(() => withFileLock(path, done, { maxWaitMs: 30, staleMs: 60_000 }), ServiceError, path);
    assertEquals(await withFileLock(path, done, { maxWaitMs: 3000, staleMs: 40 }), 1);
  }
});

Deno.test("withFileLock() respects a lock whose owner increments the counter", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  let count = 0;
  const beat = () => Deno.writeTextFileSync(path, JSON.stringify({ ...OWNER, host: "elsewhere", count: count++ }));
  beat();
  const timer = setInterval(beat, 5);
  await assertRejects(() => withFileLock(path, done, { maxWaitMs: 500, staleMs: 250 }), ServiceError, path);
  clearInterval(timer);
});

Deno.test("withFileLock() tells the task when another process has taken the lock", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await withFileLock(path, async (lock) => {
    assert(lock.isHeld());
    await Deno.remove(path);
    await Deno.writeTextFile(path, JSON.stringify(OWNER));
    while (lock.isHeld()) await new Promise((resolve) => setTimeout(resolve, 5));
  }, { staleMs: 2000 });
  assertEquals(JSON.parse(await Deno.readTextFile(path)), OWNER);
});

Deno.test("withFileLock() stops waiting when its signal is aborted", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await Deno.writeTextFile(path, JSON.stringify({ ...OWNER, host: "elsewhere" }));
  const controller = new AbortController();
  const waiting = withFileLock(path, done, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await assertRejects(() => waiting, Error, "enough");
});

Deno.test("withFileLock() throws a ServiceError with the path when the lock can't be created", async () => {
  await using home = await emptyHome();
  await Deno.writeTextFile(join(home.directory, "file"), "");
  const path = join(home.directory, "file", "a.lock");
  const error = await assertRejects(() => withFileLock(path, done), ServiceError, path);
  assertEquals({ code: error.code, test: /ENOTDIR|EEXIST/.test(error.message) }, { code: "lock", test: true });
});

Deno.test("withFileLock() admits one process at a time when many find the same abandoned lock", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  for (let round = 0; round < 2; round++) {
    await Deno.writeTextFile(path, JSON.stringify(OWNER));
    let inside = 0;
    const tasks = Array.from({ length: 10 }, () =>
      withFileLock(path, async () => {
        assertEquals(++inside, 1);
        await Deno.readTextFile(path);
        inside--;
        // Long enough that no owner looks dead on a busy machine.
      }, { staleMs: 1000 }));
    await Promise.all(tasks);
  }
  assertEquals(await names(home.directory), []);
});

Deno.test("withFileLock() increments the counter five times per staleMs", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  using time = new FakeTime();
  const count = async () => Number(JSON.parse(await Deno.readTextFile(path)).count);
  await withFileLock(path, async () => {
    for (let beat = 0; beat < 5; beat++) {
      const before = await count();
      time.tick(1000);
      for (let looks = 0; await count() === before && looks < 1000; looks++) await realPause();
      assertEquals(await count(), before + 1, `beat ${beat + 1}`);
    }
  }, { staleMs: 5000 });
});

Deno.test("withFileLock() reports a lost lease after half of staleMs without a heartbeat", async () => {
  await using home = await emptyHome();
  await withFileLock(join(home.directory, "a.lock"), async (lock) => {
    const now = performance.now();
    try {
      performance.now = () => now + 2400;
      assertEquals(lock.isHeld(), true);
      performance.now = () => now + 2600;
      assertEquals(lock.isHeld(), false);
    } finally {
      Reflect.deleteProperty(performance, "now");
    }
    await Promise.resolve();
  });
});

Deno.test("withFileLock() ignores the breaker lock of a dead process", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await Deno.writeTextFile(path, JSON.stringify({ ...OWNER, host: "elsewhere" }));
  await Deno.writeTextFile(`${path}.break`, "left behind");
  assertEquals(await withFileLock(path, done, { maxWaitMs: 20_000, staleMs: 40 }), 1);
  assertEquals(await names(home.directory), []);
});

Deno.test("withFileLock() creates a private file, whatever the umask", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  const before = Deno.umask(0);
  try {
    const mode = await withFileLock(path, async () => (await Deno.stat(path)).mode ?? 0);
    assertEquals(mode & 0o777, 0o600);
  } finally {
    Deno.umask(before);
  }
});

Deno.test("withFileLock() looks every 15 ms whether the lock is free", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await Deno.writeTextFile(path, JSON.stringify({ ...OWNER, host: "elsewhere" }));
  using timers = holdTimers();
  const gone = new AbortController();
  const waiting = ignoreRejection(withFileLock(path, done, { signal: gone.signal }));
  for (const looks of [1, 2, 3]) {
    for (let pauses = 0; pauses < 2000 && timers.held.length < looks; pauses++) await realPause();
    assertEquals(timers.held.map(({ ms }) => ms), Array(looks).fill(15));
    timers.held.at(-1)?.run();
  }
  gone.abort(new Error("enough"));
  await assertRejects(() => waiting, Error, "enough");
});

Deno.test("withFileLock() waits 10 seconds by default, and longer than that is too long", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await Deno.writeTextFile(path, JSON.stringify({ ...OWNER, host: "elsewhere" }));
  using clock = stopClock();
  clock.stepMs = 1000;
  const error = await assertRejects(() => withFileLock(path, done, { staleMs: 1_000_000 }), ServiceError);
  assertEquals({ code: error.code, message: error.message }, {
    code: "lock",
    message: `Cannot get the lock ${path}: another process holds it`,
  });
  assert(clock.now > 11_000 && clock.now <= 13_000, `gave up after ${clock.now} ms`);
});

Deno.test("withFileLock() leaves the breaker of another process for as long as an owner's lock", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await Deno.writeTextFile(path, JSON.stringify({ ...OWNER, host: "elsewhere" }));
  await Deno.writeTextFile(`${path}.break`, "of another process");
  using clock = stopClock();
  const waiting = withFileLock(path, done, { staleMs: 1000, maxWaitMs: 60_000 });
  /** Waits until the lock has been polled completely at least once. */
  const looked = async () => {
    const before = clock.reads;
    while (clock.reads < before + 6) await realPause();
  };
  await looked();
  for (const ms of [1000, 1001, 2001]) {
    clock.now = ms;
    await looked();
    assertEquals((await names(home.directory)).includes("a.lock.break"), true, `${ms} ms`);
  }
  clock.now = 2002;
  assertEquals(await waiting, 1);
  assertEquals(await names(home.directory), []);
});

Deno.test("withFileLock() tells in its file who holds it, and has no other file meanwhile", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await withFileLock(path, async () => {
    const { id, ...owner } = JSON.parse(await Deno.readTextFile(path));
    assertMatch(id, /^[0-9a-f]{8}$/);
    assertEquals(owner, { host: hostname(), socket: false, count: "000000000000" });
    assertEquals(await names(home.directory), ["a.lock"]);
  });
});

Deno.test("withFileLock() leaves nothing of its own behind where it gives up", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "a.lock");
  await Deno.writeTextFile(path, JSON.stringify({ ...OWNER, host: "elsewhere" }));
  await assertRejects(() => withFileLock(path, done, { maxWaitMs: 1 }), ServiceError, "another process holds it");
  assertEquals(await names(home.directory), ["a.lock"]);
});

Deno.test("withFileLock() leaves nothing behind where the disk is full", async () => {
  await using home = await emptyHome();
  const file = await open(home.directory);
  const handles: FileHandle = Object.getPrototypeOf(file);
  await file.close();
  const { write } = handles;
  const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
  Object.assign(handles, { write: () => Promise.reject(full) });
  try {
    const path = join(home.directory, "a.lock");
    const error = await assertRejects(() => withFileLock(path, done), ServiceError);
    assertEquals({ code: error.code, message: error.message, cause: error.cause }, {
      code: "lock",
      message: `Cannot get the lock ${path}: the file system refused it (ENOSPC)`,
      cause: full,
    });
    assertEquals(await names(home.directory), []);
  } finally {
    Object.assign(handles, { write });
  }
});
