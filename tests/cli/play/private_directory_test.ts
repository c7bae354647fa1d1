import { assert, assertEquals } from "@std/assert";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { makePrivateDirectory } from "../../../cli/play/private_directory.ts";

Deno.test("makePrivateDirectory(): the directory for players is private, and goes with its content, or with the process", async () => {
  const before = process.listeners("exit");
  const [one, other] = [await makePrivateDirectory(), await makePrivateDirectory()];
  for (const { path } of [one, other]) {
    assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o700);
    assert(path.startsWith(join(tmpdir(), "tonearm-play-")), path);
    await writeFile(join(path, "sound"), "x");
  }
  const isThere = (path: string) => Deno.stat(path).then(() => true, () => false);
  await one.remove();
  assertEquals([await isThere(one.path), await isThere(other.path)], [false, true]);
  for (const listener of process.listeners("exit").slice(before.length)) listener.call(process, 0);
  assertEquals(await isThere(other.path), false);
  for (const { remove } of [one, other]) await remove();
  assertEquals(process.listeners("exit"), before);
});
