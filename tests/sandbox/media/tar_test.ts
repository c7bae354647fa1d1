import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { memoryContent, readAll } from "../../../sandbox/base/content.ts";
import { Inflow, readTar, writeTar } from "../../../sandbox/media/tar.ts";
import { tone } from "../../support/sandbox/sounds.ts";
import { temporaryFolder } from "../../support/folder.ts";

/** Splits bytes into chunks of an unusual size. */
async function* pieces(bytes: Uint8Array, size = 333): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

Deno.test("writeTar(): tar reads an archive and extracts identical files", async () => {
  await using at = await temporaryFolder();
  const files = [["state.db", tone(0.1)], ["media/one", new Uint8Array(512)], [
    "media/none",
    new Uint8Array(0),
  ]] as const;
  const archive = await readAll(writeTar(files.map(([name, bytes]) => [name, memoryContent(bytes)] as const)));
  Deno.writeFileSync(join(at.path, "a.tar"), archive);
  const { success } = await new Deno.Command("tar", { args: ["-xf", "a.tar"], cwd: at.path }).output();
  assert(success);
  for (const [name, bytes] of files) assertEquals(Deno.readFileSync(join(at.path, name)), bytes);
  const read: [string, Uint8Array][] = [];
  for await (const file of readTar(new Inflow(pieces(archive)))) read.push([file.name, await readAll(file.read())]);
  assertEquals(read, files.map(([name, bytes]) => [name, bytes]));
});

Deno.test("readTar(): a changed header counts as damage", async () => {
  const archive = await readAll(writeTar([["one", memoryContent(tone(0.1))]]));
  for (const [at, letter] of [[0, 120], [130, 49], [150, 49]] as const) {
    const changed = archive.slice();
    changed[at] = letter;
    await assertRejects(() => readTar(new Inflow(pieces(changed)))[Symbol.asyncIterator]().next(), Error, "damaged");
  }
});
