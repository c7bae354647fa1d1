import { assert, assertEquals, assertRejects } from "@std/assert";
import { readSwapped, swapFile } from "../../src/stores/file_swap.ts";
import { MemoryDisk } from "../support/sessions/disks.ts";

/** A disk whose changes fail from a number on. */
function failingDisk(): { disk: MemoryDisk; limit(changes: number): void } {
  let left = Infinity;
  const step = (isChange: boolean) => isChange && left-- <= 0 ? Promise.reject(new Error("EIO")) : Promise.resolve();
  return { disk: new MemoryDisk(new Map(), step), limit: (changes) => left = changes };
}

/** What another process reads. */
function readElsewhere({ files }: MemoryDisk): Promise<string | undefined> {
  return readSwapped(new MemoryDisk(new Map(files)), "a.json");
}

/** The record of an intent, with room for what follows; its text is another one in each case. */
async function withIntent(disk: MemoryDisk, id: string): Promise<string> {
  const intent = JSON.stringify({ intent: id });
  await swapFile(disk, "a.json", () => intent, true);
  return intent;
}

for (let steps = 0; steps < 8; steps++) {
  Deno.test(`swapFile(): a process that dies after ${steps} changes leaves the old content or the new one, and nothing written is lost`, async () => {
    const { disk, limit } = failingDisk();
    const intent = await withIntent(disk, `dies-${steps}`);
    const pair = JSON.stringify({ pair: steps });
    limit(steps);
    await swapFile(disk, "a.json", (text) => text === intent ? pair : undefined).catch(() => undefined);
    const isWritten = [...disk.files.values()].includes(pair);
    assertEquals(await readElsewhere(disk), isWritten ? pair : intent);
    assertEquals(isWritten, steps >= 2, "the room is there, so the first changes write the pair");
  });
}

for (const [steps, failed] of [[1, "write"], [3, "rename"]] as const) {
  Deno.test(`swapFile() publishes on its next attempt what it could not ${failed}`, async () => {
    const { disk, limit } = failingDisk();
    const intent = await withIntent(disk, `again-${steps}`);
    const write = () => swapFile(disk, "a.json", (text) => text === intent ? '{"pair":1}' : undefined);
    limit(steps);
    await assertRejects(write, Error, "EIO");
    limit(Infinity);
    await write();
    assertEquals(await readSwapped(disk, "a.json"), '{"pair":1}');
    assert(![...disk.files.keys()].some((path) => path.includes(".tmp")), "no draft is left");
  });
}

Deno.test("readSwapped() leaves room that nobody has used alone", async () => {
  const disk = new MemoryDisk();
  const intent = await withIntent(disk, "unused");
  const before = [...disk.files];
  const room = before.filter(([path]) => path.endsWith(".tmp/record")).map(([, text]) => text.length);
  assertEquals(room, [intent.length + 8192], "the next record is as long, and a pair longer");
  assertEquals(await readSwapped(disk, "a.json"), intent);
  assertEquals([...disk.files], before);
});

Deno.test("swapFile() leaves no draft that the disk is too full for", async () => {
  class FullDisk extends MemoryDisk {
    override async makeDraft(folder: string, size: number): Promise<void> {
      await super.makeDraft(folder, size);
      throw new Error("ENOSPC");
    }
  }
  const disk = new FullDisk();
  await assertRejects(() => swapFile(disk, "a.json", () => "{}", true), Error, "ENOSPC");
  assertEquals([...disk.files], []);
});

Deno.test("swapFile() withdraws a content that came too late, with the room for the next one", async () => {
  const files = new Map([["a.json", "old"]]);
  let isLate = true;
  const overtake = () => {
    if (isLate && [...files.keys()].some((path) => path.endsWith(".next/record"))) {
      files.set("a.json", "of another process");
      isLate = false;
    }
    return Promise.resolve();
  };
  const disk = new MemoryDisk(files, overtake);
  const written = await swapFile(disk, "a.json", (text) => text === "old" ? "new" : undefined, true);
  assertEquals({ written, files: [...files], reserves: [...disk.reserves] }, {
    written: undefined,
    files: [["a.json", "of another process"]],
    reserves: [],
  });
});
