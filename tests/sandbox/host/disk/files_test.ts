import { assertEquals, assertNotEquals } from "@std/assert";
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { MediaFiles } from "../../../../sandbox/host/disk/files.ts";

const NOTHING: ReadonlySet<string> = new Set();

function write(files: MediaFiles): string {
  const path = files.newPassing();
  writeFileSync(path, "bytes");
  return path;
}

/** Runs a test with the path of a missing database in a temporary folder. */
function inFolder(test: (databasePath: string) => void): () => void {
  return () => {
    const folder = Deno.makeTempDirSync();
    test(`${folder}/state.db`);
    Deno.removeSync(folder, { recursive: true });
  };
}

Deno.test("MediaFiles: a world in memory has a folder from its first file until it is closed", () => {
  const files = new MediaFiles();
  files.sweep(NOTHING);
  const path = write(files);
  files.close();
  assertEquals(existsSync(dirname(path)), false);
  files.close();
});

Deno.test("MediaFiles: two worlds in memory share no folder", () => {
  const [one, two] = [new MediaFiles(), new MediaFiles()];
  assertNotEquals(dirname(write(one)), dirname(write(two)));
  one.close();
  two.close();
});

Deno.test(
  "MediaFiles: beside a database, kept files survive closing and temporary ones don't",
  inFolder((path) => {
    const files = new MediaFiles(path);
    write(files);
    const name = files.keep(write(files));
    files.close();
    assertEquals(readdirSync(`${path}-media`), [name]);
    assertEquals(statSync(`${path}-media`).mode & 0o777, 0o700);
    assertEquals(existsSync(new MediaFiles(path).pathOf(name)), true);
  }),
);

Deno.test(
  "MediaFiles: a sweep keeps another process's upload unless it was abandoned an hour ago",
  inFolder((path) => {
    const other = new MediaFiles(path);
    const [recent, abandoned] = [write(other), write(other)];
    utimesSync(recent, new Date(), new Date(Date.now() - 3_500_000));
    utimesSync(abandoned, new Date(), new Date(Date.now() - 3_700_000));
    new MediaFiles(path).sweep(NOTHING);
    assertEquals([existsSync(recent), existsSync(abandoned)], [true, false]);
  }),
);

Deno.test("MediaFiles: a file may be dropped twice", () => {
  const files = new MediaFiles();
  const path = write(files);
  files.drop(path);
  files.drop(path);
  assertEquals(existsSync(path), false);
  files.close();
});
