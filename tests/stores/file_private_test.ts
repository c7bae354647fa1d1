import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { createHash, randomUUID } from "node:crypto";
import { open, utimes } from "node:fs/promises";
import { ServiceError } from "../../src/errors.ts";
import {
  FileTokenStore,
  readPrivateFile,
  removePrivateFile,
  updatePrivateFile,
  writePrivateFile,
} from "../../src/stores/file.ts";
import { absent } from "../../src/stores/file_private.ts";
import { emptyHome } from "../support/cli/cli.ts";
import { replaced } from "../support/replaced.ts";

const modeOf = async (path: string) => ((await Deno.stat(path)).mode ?? 0) & 0o777;
const namesIn = async (folder: string) => (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).toSorted();

/** Returns the name of the folder that holds the successor of a content. */
function pendingOf(name: string, content: string): string {
  return `${name}.${createHash("sha256").update(content).digest("hex").slice(0, 16)}.next`;
}

Deno.test("absent() makes nothing of a missing file, and passes other errors on", () => {
  assertEquals(absent(Object.assign(new Error("x"), { code: "ENOENT" })), undefined);
  const denied = Object.assign(new Error("x"), { code: "EACCES" });
  assertStrictEquals(assertThrows(() => absent(denied)), denied);
});

Deno.test("readPrivateFile() names the system's reason", async () => {
  await using home = await emptyHome();
  await Deno.writeTextFile(`${home.directory}/file`, "");
  const path = `${home.directory}/file/a.json`;
  const error = await assertRejects(() => readPrivateFile(path), ServiceError);
  const { code, message } = error;
  assertEquals({ code, message }, { code: "token_store", message: `Cannot use ${path}: ENOTDIR` });
});

for (const umask of [0, 0o200]) {
  Deno.test(`FileTokenStore gives its owner all of 0600 and 0700, and nobody else anything, with the umask ${umask}`, async () => {
    await using home = await emptyHome();
    const before = Deno.umask(umask);
    try {
      await new FileTokenStore(`${home.directory}/private/tokens.json`).setTokens("a");
    } finally {
      Deno.umask(before);
    }
    assertEquals(await modeOf(`${home.directory}/private/tokens.json`), 0o600);
    assertEquals(await modeOf(`${home.directory}/private`), 0o700);
  });
}

Deno.test("writePrivateFile() that fails leaves nothing behind", async () => {
  await using home = await emptyHome();
  await Deno.mkdir(`${home.directory}/a.json/full`, { recursive: true });
  await assertRejects(() => writePrivateFile(`${home.directory}/a.json`, "new"));
  assertEquals(await namesIn(home.directory), ["a.json"]);
});

Deno.test("readPrivateFile() completes a write that stopped before its last step", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/a.json`;
  await Deno.writeTextFile(path, "old");
  const pending = `${home.directory}/${pendingOf("a.json", "old")}`;
  await Deno.mkdir(pending);
  await Deno.writeTextFile(`${pending}/record`, "new");
  assertEquals(await readPrivateFile(path), "new");
  assertEquals(await Deno.readTextFile(path), "new");
  assertEquals(await readPrivateFile(path), "new");
});

Deno.test("readPrivateFile() puts a whole draft of an older version in place, and removes half a one", async () => {
  for (const [draft, text] of [['{"a":1}', '{"a":1}'], ['{"a":', "{}"]] as const) {
    await using home = await emptyHome();
    const path = `${home.directory}/a.json`;
    await Deno.writeTextFile(path, "{}");
    await Deno.writeTextFile(`${home.directory}/${pendingOf("a.json", "{}")}`, draft);
    assertEquals(await readPrivateFile(path), text);
    assertEquals(await namesIn(home.directory), ["a.json"]);
  }
});

Deno.test("updatePrivateFile() goes on where an old copy of the file was restored", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/a.json`;
  await updatePrivateFile(path, () => "1");
  await updatePrivateFile(path, () => "2");
  await Deno.writeTextFile(path, "1");
  assertEquals(await updatePrivateFile(path, (text) => `${text}3`), "13");
  assertEquals(await Deno.readTextFile(path), "13");
});

Deno.test("updatePrivateFile(): of many writers each builds on the one before", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/a.json`;
  await Promise.all(Array.from({ length: 12 }, () => updatePrivateFile(path, (text) => `${Number(text ?? 0) + 1}`)));
  assertEquals(await Deno.readTextFile(path), "12");
});

Deno.test("FileTokenStore ends each step at a file before the next, so that what is flushed is whole", async () => {
  await using home = await emptyHome();
  const store = new FileTokenStore(`${home.directory}/a.json`);
  const file = await open(`${home.directory}/other`, "w");
  await file.close();
  const steps = Object.getPrototypeOf(file);
  const running = new Set<string>();
  using all = new DisposableStack();
  for (const name of ["write", "writeFile", "truncate", "chmod", "sync", "close"]) {
    const original = steps[name];
    const step = function (this: unknown, ...args: unknown[]) {
      assertEquals([...running], [], `before ${name}`);
      running.add(name);
      return original.apply(this, args).finally(() => running.delete(name));
    };
    all.use(replaced(steps, name, step));
  }
  const intent = { generation: 1, mark: "m", intent: { id: "i", leaseMs: 1 } };
  await store.compareAndSwap(undefined, intent);
  await store.compareAndSwap(intent, { generation: 2, mark: "n", accessToken: "a" });
  assertEquals(await store.getAccessToken(), "a");
});

Deno.test("FileTokenStore takes the room for the next pair with an intent, and none with the pair", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/a.json`;
  const store = new FileTokenStore(path);
  const intent = { generation: 1, mark: "m", intent: { id: "i", leaseMs: 1 } };
  const drafts = async () => (await namesIn(home.directory)).filter((name) => name.endsWith(".tmp"));
  await store.compareAndSwap(undefined, intent);
  const { size, ino } = await Deno.stat(`${home.directory}/${await drafts()}/record`);
  assertEquals(size > 8000, true);
  await store.compareAndSwap(intent, { generation: 2, mark: "n", accessToken: "a" });
  assertEquals((await Deno.stat(path)).ino, ino);
  assertEquals({ access: await store.getAccessToken(), drafts: await drafts() }, { access: "a", drafts: [] });
});

Deno.test("updatePrivateFile() removes what is over a minute old, and drafts of dead processes", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/a.json`;
  const dead = `${path}.${randomUUID()}.tmp`;
  const [emptied, fresh] = [`${path}.0123456789abcdef.next`, `${path}.${randomUUID()}.tmp`];
  for (const folder of [dead, emptied, fresh]) await Deno.mkdir(folder);
  const ago = (ms: number) => new Date(Date.now() - ms);
  await utimes(dead, ago(700_000), ago(700_000));
  await utimes(emptied, ago(70_000), ago(70_000));
  await utimes(fresh, ago(70_000), ago(70_000));
  await updatePrivateFile(path, () => "new");
  const left = await namesIn(home.directory);
  assertEquals(left.filter((name) => !name.endsWith(".next")).length, 2, left.join());
  assertEquals(left.includes("a.json.0123456789abcdef.next"), false);
});

Deno.test("updatePrivateFile() passes on what its function throws, and leaves nothing behind", async () => {
  await using home = await emptyHome();
  const bug = new TypeError("bug");
  const update = () => {
    throw bug;
  };
  assertStrictEquals(await assertRejects(() => updatePrivateFile(`${home.directory}/a.json`, update)), bug);
  assertEquals(await namesIn(home.directory), []);
});

Deno.test("removePrivateFile() removes every rest of its own writes, and no other file's", async () => {
  await using home = await emptyHome();
  const own = ["a.json", pendingOf("a.json", "x"), `a.json.${randomUUID()}.tmp`, `a.json.${randomUUID()}.next`];
  const kept = ["a.json.bak", "b.json", pendingOf("b.json", "x"), `b.json.${randomUUID()}.tmp`];
  for (const name of [...own, ...kept]) await Deno.writeTextFile(`${home.directory}/${name}`, "text");
  const path = `${home.directory}/a.json`;
  await Deno.mkdir(`${path}.0123456789abcdef.next`);
  await removePrivateFile(path);
  assertEquals(await namesIn(home.directory), kept.toSorted());
  await Deno.mkdir(path);
  const error = await assertRejects(() => removePrivateFile(path), ServiceError, `Cannot use ${path}: it's a folder`);
  assertEquals(error.code, "token_store");
  await removePrivateFile(`${home.directory}/missing/a.json`);
});
