import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { execFileSync } from "node:child_process";
import { chmod, readdir, readFile, readlink, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  appendDurably,
  LONGEST_MS,
  removeDrafts,
  replaceFile,
  UPGRADE_FOLDER,
  withDraft,
} from "../../../cli/host/replace_file.ts";
import { explain } from "../../../cli/errors.ts";
import { emptyHome } from "../../support/cli/cli.ts";
import { fill, isUnmountable, smallDisk } from "../../support/small_disk.ts";

const UUID = "123e4567-e89b-42d3-a456-426614174000";
const LEFT = [`plan.json.${UUID}.tmp`, `${UPGRADE_FOLDER}Ab1234`];

Deno.test("replaceFile() replaces the file, and removes what runs of earlier days left, but nothing else", async () => {
  await using home = await emptyHome();
  const { directory } = home;
  const young = `tracks.csv.${UUID}.tmp`;
  for (const name of [...LEFT, young, "mine.tmp", "plan.json"]) await writeFile(join(directory, name), "before");
  assertEquals(LONGEST_MS, 86_400_000);
  const old = (Date.now() - LONGEST_MS) / 1000 - 1;
  for (const name of [...LEFT, "mine.tmp"]) await utimes(join(directory, name), old, old);
  await replaceFile(join(directory, "plan.json"), "after");
  assertEquals(await readFile(join(directory, "plan.json"), "utf8"), "after");
  assertEquals((await readdir(directory)).toSorted(), ["mine.tmp", "plan.json", young]);
  await removeDrafts(directory);
  assertEquals((await readdir(directory)).toSorted(), ["mine.tmp", "plan.json"]);
});

Deno.test("replaceFile() keeps the mode of a file, and a file that has the content; appendDurably() makes it private", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "new", "plan.json");
  const drafts = join(home.directory, "drafts");
  await replaceFile(path, Uint8Array.of(97), drafts);
  await chmod(path, 0o640);
  const before = await stat(path);
  await replaceFile(path, "a");
  assertEquals((await stat(path)).ino, before.ino);
  await replaceFile(path, "b");
  const { ino, mode } = await stat(path);
  assertEquals({ mode: mode & 0o777, text: await readFile(path, "utf8") }, { mode: 0o640, text: "b" });
  assertNotEquals(ino, before.ino);
  assertEquals(await readdir(drafts), []);
  assertEquals(await readdir(join(home.directory, "new")), ["plan.json"]);
  for (const text of ["one\n", "two\n"]) await appendDurably(`${path}l`, text);
  assertEquals((await stat(`${path}l`)).mode & 0o777, 0o600);
  assertEquals(await readFile(`${path}l`, "utf8"), "one\ntwo\n");
});

for (const write of [replaceFile, (path: string, text: string) => withDraft(path, (draft) => writeFile(draft, text))]) {
  Deno.test(`${write.name || "withDraft"}() keeps a link, and writes into a pipe`, async () => {
    await using home = await emptyHome();
    const at = (name: string) => join(home.directory, name);
    await writeFile(at("target"), "before");
    await symlink("target", at("link"));
    await write(at("link"), "after");
    const [to, text] = [await readlink(at("link")), await readFile(at("target"), "utf8")];
    assertEquals({ to, text }, { to: "target", text: "after" });
    execFileSync("mkfifo", [at("pipe")]);
    const [read] = await Promise.all([readFile(at("pipe"), "utf8"), write(at("pipe"), "after")]);
    assertEquals({ read, isPipe: (await stat(at("pipe"))).isFIFO() }, { read: "after", isPipe: true });
    assertEquals((await readdir(home.directory)).toSorted(), ["link", "pipe", "target"]);
  });
}

Deno.test({
  name: "replaceFile() on a full disk keeps the file as it was, and the error names it",
  ignore: isUnmountable,
  async fn() {
    using disk = smallDisk(1)!;
    const path = join(disk.path, "tracks.csv");
    await writeFile(path, "before");
    using _ = fill(disk.path);
    const error = await assertRejects(() => replaceFile(path, "after"));
    assertEquals(explain(error).message, `Cannot write ${path}: no space left on the device`);
    assertEquals(await readFile(path, "utf8"), "before");
    assertEquals((await readdir(disk.path)).toSorted(), ["ballast", "tracks.csv"]);
  },
});
