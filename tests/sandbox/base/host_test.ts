import { assertEquals, assertThrows } from "@std/assert";
import { readAll } from "../../../sandbox/base/content.ts";
import type { FileStore } from "../../../sandbox/base/host.ts";
import { MediaFiles } from "../../../sandbox/host/disk/files.ts";
import { MemoryFiles } from "../../../sandbox/web/files.ts";
import { temporaryFolder } from "../../support/folder.ts";

const STORES: Readonly<Record<string, (folder: string) => FileStore>> = {
  "in memory": () => new MemoryFiles(),
  "on the disk": (folder) => new MediaFiles(`${folder}/state.db`),
};

/** Writes a file in pieces, and returns its name. */
async function write(files: FileStore, ...pieces: string[]): Promise<string> {
  const file = await files.create();
  for (const piece of pieces) await file.write(new TextEncoder().encode(piece));
  await file.flush();
  await file.close();
  await file.close();
  return file.name;
}

const textOf = async (files: FileStore, asset: string, size: number) =>
  new TextDecoder().decode(await readAll(files.content(asset, size).read()));

for (const [where, open] of Object.entries(STORES)) {
  Deno.test(`FileStore ${where}: returns the first bytes of what was written in pieces`, async () => {
    await using folder = await temporaryFolder();
    const files = open(folder.path);
    const file = await files.create();
    const piece = new TextEncoder().encode("abc");
    await file.write(piece);
    piece.fill(0);
    const begun = file.content(3);
    await file.write(new TextEncoder().encode("def"));
    const read = async (size: number) => new TextDecoder().decode(await readAll(file.content(size).read(1)));
    assertEquals(await Promise.all([read(5), read(6)]), ["bcde", "bcdef"]);
    assertEquals(new TextDecoder().decode(await readAll(begun.read())), "abc");
    await file.close();
    files.close();
  });

  Deno.test(`FileStore ${where}: keeps files under names of its own, and sweeps those that nothing refers to`, async () => {
    await using folder = await temporaryFolder();
    const files = open(folder.path);
    const [one, two] = [files.keep(await write(files, "on", "e")), files.keep(await write(files, "two"))];
    const passing = await write(files, "passing");
    files.restore(await write(files, "again"), two);
    assertEquals([await textOf(files, one, 3), await textOf(files, two, 5)], ["one", "again"]);
    files.sweep(new Set([one]));
    assertEquals([one, two, passing].map((name) => files.has(name)), [true, false, false]);
    assertEquals(await textOf(files, files.keep(passing), 7), "passing", "a sweep leaves what isn't kept yet");
    files.close();
  });

  Deno.test(`FileStore ${where}: opens no file that it didn't name`, async () => {
    await using folder = await temporaryFolder();
    const files = open(folder.path);
    for (const name of ["../secret", "asset-/../../x", "/etc/passwd", "", "asset-1", await write(files, "passing")]) {
      assertThrows(() => files.content(name, 1), RangeError, "Cannot open the file ");
      assertEquals(files.has(name), false);
    }
    files.close();
  });
}
