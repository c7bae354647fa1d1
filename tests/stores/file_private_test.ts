import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { createHash, randomUUID } from "node:crypto";
import { ServiceError } from "../../src/errors.ts";
import { FileTokenStore, readPrivateFile, updatePrivateFile, writePrivateFile } from "../../src/stores/file.ts";
import {
  absent,
  completeWrite,
  hasCode,
  removePrivateFile,
  replacePrivateFile,
} from "../../src/stores/file_private.ts";
import { emptyHome } from "../support/cli/cli.ts";

const modeOf = async (path: string) => ((await Deno.stat(path)).mode ?? 0) & 0o777;
const namesIn = async (folder: string) => (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).toSorted();
const isWhole = () => true;

/** Returns the name of the draft for a content. */
function draftOf(name: string, content: string): string {
  return `${name}.${createHash("sha256").update(content).digest("hex").slice(0, 16)}.next`;
}

Deno.test("hasCode() knows the errors of the system by their code, and nothing else", () => {
  const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });
  assertEquals(hasCode(missing, "ENOENT"), true);
  assertEquals(hasCode(missing, "EEXIST"), false);
  for (const other of [new Error("ENOENT"), { code: "ENOENT" }, "ENOENT", undefined, null]) {
    assertEquals(hasCode(other, "ENOENT"), false, String(other));
  }
});

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
  assertEquals({ code: error.code, message: error.message }, {
    code: "token_store",
    message: `Cannot use ${path}: ENOTDIR`,
  });
});

Deno.test("FileTokenStore gives its owner all of 0600 and 0700, also where the umask takes from it", async () => {
  await using home = await emptyHome();
  const before = Deno.umask(0o200);
  try {
    await new FileTokenStore(`${home.directory}/private/tokens.json`).setTokens("a");
  } finally {
    Deno.umask(before);
  }
  assertEquals(await modeOf(`${home.directory}/private/tokens.json`), 0o600);
  assertEquals(await modeOf(`${home.directory}/private`), 0o700);
});

Deno.test("replacePrivateFile() follows no link that lies where its draft goes", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/a.json`;
  await Deno.writeTextFile(`${home.directory}/another`, "of another user");
  await Deno.symlink(`${home.directory}/another`, `${home.directory}/${draftOf("a.json", "nothing")}`);
  await replacePrivateFile(path, undefined, "mine");
  assertEquals(await Deno.readTextFile(path), "mine");
  assertEquals(await Deno.readTextFile(`${home.directory}/another`), "of another user");
  assertEquals(await namesIn(home.directory), ["a.json", "another"]);
});

Deno.test("replacePrivateFile() that fails leaves its draft, and names the reason", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/a.json`;
  await Deno.mkdir(`${path}/full`, { recursive: true });
  const error = await assertRejects(() => replacePrivateFile(path, "old", "new"), ServiceError);
  assertEquals(error.code, "token_store");
  assertEquals(error.message.replace(/EISDIR|ENOTEMPTY|EEXIST/, "…"), `Cannot use ${path}: it can't be written (…)`);
  assertEquals(await Deno.readTextFile(`${home.directory}/${draftOf("a.json", "old")}`), "new");
});

Deno.test("writePrivateFile() that fails leaves nothing behind", async () => {
  await using home = await emptyHome();
  await Deno.mkdir(`${home.directory}/a.json/full`, { recursive: true });
  await assertRejects(() => writePrivateFile(`${home.directory}/a.json`, "new"));
  assertEquals(await namesIn(home.directory), ["a.json"]);
});

Deno.test("completeWrite() puts the draft in place that replaces a missing file", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/a.json`;
  await Deno.writeTextFile(`${home.directory}/${draftOf("a.json", "nothing")}`, "first");
  await completeWrite(path, isWhole);
  assertEquals(await Deno.readTextFile(path), "first");
  assertEquals(await namesIn(home.directory), ["a.json"]);
});

Deno.test("completeWrite() touches neither the drafts of other files nor files that are no drafts", async () => {
  await using home = await emptyHome();
  const kept = [draftOf("b.json", "x"), "a.json.bak", `${draftOf("a.json", "x")}.old`];
  for (const name of ["a.json", ...kept, draftOf("a.json", "outdated")]) {
    await Deno.writeTextFile(`${home.directory}/${name}`, "text");
  }
  await completeWrite(`${home.directory}/a.json`, isWhole);
  assertEquals(await namesIn(home.directory), ["a.json", ...kept].toSorted());
});

Deno.test("completeWrite() does without a folder", async () => {
  await using home = await emptyHome();
  await completeWrite(`${home.directory}/missing/a.json`, isWhole);
  await removePrivateFile(`${home.directory}/missing/a.json`);
});

Deno.test("updatePrivateFile() names its file where a write can't be completed, and changes nothing", async () => {
  await using home = await emptyHome();
  const path = `${home.directory}/a.json`;
  const draft = draftOf("a.json", "nothing");
  await Deno.mkdir(`${home.directory}/${draft}`);
  const update = (isWhole: () => boolean) => updatePrivateFile(path, isWhole, () => "new");
  const error = await assertRejects(() => update(isWhole), ServiceError);
  assertEquals(error.message, `Cannot use ${path}: a write can't be completed (EISDIR)`);
  await Deno.remove(`${home.directory}/${draft}`);
  await Deno.writeTextFile(`${home.directory}/${draft}`, "half");
  const failing = () => {
    throw new Error("no code");
  };
  const unnamed = await assertRejects(() => update(failing), ServiceError);
  assertEquals(unnamed.message, `Cannot use ${path}: a write can't be completed (unknown)`);
  assertEquals(await namesIn(home.directory), [draft]);
});

Deno.test("removePrivateFile() removes every rest of its own writes, and no other file's", async () => {
  await using home = await emptyHome();
  const own = ["a.json", draftOf("a.json", "x"), `a.json.${randomUUID()}.tmp`, `a.json.${randomUUID()}.next`];
  const kept = ["a.json.bak", "b.json", draftOf("b.json", "x"), `b.json.${randomUUID()}.tmp`];
  for (const name of [...own, ...kept]) await Deno.writeTextFile(`${home.directory}/${name}`, "text");
  await removePrivateFile(`${home.directory}/a.json`);
  assertEquals(await namesIn(home.directory), kept.toSorted());
});
