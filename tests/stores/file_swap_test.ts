import { assert, assertEquals, assertRejects } from "@std/assert";
import { type Disk, readSwapped, swapFile } from "../../src/stores/file_swap.ts";

/** A file system in memory: files by their path; a folder is what lies under it. From a step on, every change fails. */
class MemoryDisk implements Disk {
  readonly files = new Map<string, string>();
  /** Changes until the disk fails for its process. */
  left = Infinity;

  /** The same files, as another process sees them. */
  elsewhere(): MemoryDisk {
    const other = new MemoryDisk();
    for (const [path, text] of this.files) other.files.set(path, text);
    return other;
  }

  #change(): void {
    if (this.left-- <= 0) throw new Error("EIO");
  }

  #under(folder: string): string[] {
    return [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`));
  }

  read(path: string): Promise<string | undefined> {
    return Promise.resolve(this.files.get(path));
  }

  // deno-lint-ignore require-await -- a failure is a rejection
  async makeDraft(folder: string, size: number): Promise<void> {
    this.#change();
    this.files.set(`${folder}/kept`, "").set(`${folder}/record`, " ".repeat(size));
  }

  // deno-lint-ignore require-await -- a failure is a rejection
  async write(path: string, text: string): Promise<void> {
    this.#change();
    this.files.set(path, text.slice(0, text.length / 2));
    this.#change();
    this.files.set(path, text);
    this.#change();
  }

  // deno-lint-ignore require-await -- a failure is a rejection
  async rename(from: string, to: string): Promise<void> {
    this.#change();
    const moved = this.files.has(from) ? [from] : this.#under(from);
    if (moved.length === 0 || (!this.files.has(from) && this.#under(to).length > 0)) throw new Error("ENOENT");
    for (const path of moved) {
      this.files.set(to + path.slice(from.length), this.files.get(path)!);
      this.files.delete(path);
    }
  }

  // deno-lint-ignore require-await -- a failure is a rejection
  async remove(path: string): Promise<void> {
    this.#change();
    for (const name of [path, ...this.#under(path)]) this.files.delete(name);
  }

  look(path: string): Promise<{ isFolder: boolean; ageMs: number } | undefined> {
    const isFolder = this.#under(path).length > 0;
    return Promise.resolve(isFolder || this.files.has(path) ? { isFolder, ageMs: 0 } : undefined);
  }

  beside(path: string): Promise<string[]> {
    const names = [...this.files.keys()].filter((name) => name.startsWith(`${path}.`));
    return Promise.resolve([...new Set(names.map((name) => name.split("/")[0]!))]);
  }

  fingerprint(text: string): string {
    return [...text].reduce((sum, char) => sum * 31n + BigInt(char.charCodeAt(0)), 7n).toString(16).slice(-16)
      .padStart(16, "0");
  }
}

/** The record of an intent, with room for what follows; its text is another one in each case. */
async function withIntent(disk: MemoryDisk, id: string): Promise<string> {
  const intent = JSON.stringify({ intent: id });
  await swapFile(disk, "a.json", () => intent, true);
  return intent;
}

for (let steps = 0; steps < 8; steps++) {
  Deno.test(`swapFile(): a process that dies after ${steps} changes leaves the old content or the new one, and nothing written is lost`, async () => {
    const disk = new MemoryDisk();
    const intent = await withIntent(disk, `dies-${steps}`);
    const pair = JSON.stringify({ pair: steps });
    disk.left = steps;
    await swapFile(disk, "a.json", (text) => text === intent ? pair : undefined).catch(() => undefined);
    const isWritten = [...disk.files.values()].includes(pair);
    assertEquals(await readSwapped(disk.elsewhere(), "a.json"), isWritten ? pair : intent);
    assertEquals(isWritten, steps >= 2, "the room is there, so the first changes write the pair");
  });
}

Deno.test("swapFile() publishes on its next attempt what it could not rename", async () => {
  const disk = new MemoryDisk();
  const intent = await withIntent(disk, "again");
  const write = () => swapFile(disk, "a.json", (text) => text === intent ? '{"pair":1}' : undefined);
  disk.left = 3;
  await assertRejects(write, Error, "EIO");
  disk.left = Infinity;
  await write();
  assertEquals(await readSwapped(disk, "a.json"), '{"pair":1}');
  assert(![...disk.files.keys()].some((path) => path.includes(".tmp")), "no draft is left");
});

Deno.test("readSwapped() leaves room that nobody has used alone", async () => {
  const disk = new MemoryDisk();
  const intent = await withIntent(disk, "unused");
  const before = [...disk.files];
  assertEquals(await readSwapped(disk, "a.json"), intent);
  assertEquals([...disk.files], before);
});
