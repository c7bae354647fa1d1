import { assertEquals, assertRejects } from "@std/assert";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../../../cli/errors.ts";
import { type FileState, Journal, type Progress } from "../../../cli/upload/journal.ts";
import { emptyHome, type Home } from "../../support/cli/cli.ts";
import { watchFlushes } from "../../support/sessions/disks.ts";

const { signal } = new AbortController();

function reading<T>(home: Home, task: (journal: Journal) => Promise<T>): Promise<T> {
  return Journal.with(join(home.data, "uploads", "a.jsonl"), signal, task);
}

async function soundIn(home: Home, name: string, text: string): Promise<FileState> {
  const file = join(home.directory, name);
  await writeFile(file, text);
  return { file, size: text.length };
}

Deno.test("Journal remembers the progress of each file; only a completely sent file may be a track", async () => {
  await using home = await emptyHome();
  await reading(home, async (journal) => {
    await journal.sending("a", "A");
    await journal.sending("b", "B");
    await journal.sent("b", "B", 5);
    await journal.sent("c", "C", 5);
    await journal.refused("c");
    await journal.done("d", "soundcloud:tracks:1");
  });
  const progress = await reading(
    home,
    (journal) =>
      Promise.resolve(["a", "b", "c", "d", "e"].map((key): Progress["state"] => journal.progressOf(key).state)),
  );
  assertEquals(progress, ["open", "sent", "open", "done", "open"]);
  assertEquals(await reading(home, (journal) => Promise.resolve(journal.holds("soundcloud:tracks:1"))), true);
});

Deno.test("Journal.keyOf() depends only on the content, and distinguishes equal files of one run", async () => {
  await using home = await emptyHome();
  const [one, same, other] = [
    await soundIn(home, "one", "sound"),
    await soundIn(home, "same", "sound"),
    await soundIn(home, "other", "noise"),
  ];
  const first = await reading(home, async (journal) => [
    await journal.keyOf(one),
    await journal.keyOf(same),
    await journal.keyOf(other),
  ]);
  assertEquals(new Set(first).size, 3);
  const second = await reading(home, async (journal) => [await journal.keyOf(same), await journal.keyOf(one)]);
  assertEquals(second, first.slice(0, 2));
});

Deno.test("Journal.knows() a sound that was sent, whatever its name, and none that was only begun", async () => {
  await using home = await emptyHome();
  const files = [await soundIn(home, "one", "sound"), await soundIn(home, "same", "sound")];
  const known = () => Promise.all(files.map(({ file }) => Journal.knows(join(home.data, "uploads", "a.jsonl"), file)));
  await reading(home, async (journal) => journal.sending(await journal.keyOf(files[0]!), "A"));
  assertEquals(await known(), [false, false]);
  await reading(home, async (journal) => journal.sent(await journal.keyOf(files[0]!), "A", 5));
  assertEquals(await known(), [true, true]);
});

Deno.test("Journal ignores a truncated line, and doesn't append the next one to it", async () => {
  await using home = await emptyHome();
  await reading(home, (journal) => journal.done("a", "soundcloud:tracks:1"));
  await appendFile(join(home.data, "uploads", "a.jsonl"), '{"key":"b","sta');
  await reading(home, (journal) => journal.done("c", "soundcloud:tracks:3"));
  const states = await reading(
    home,
    (journal) => Promise.resolve(["a", "b", "c"].map((key) => journal.progressOf(key).state)),
  );
  assertEquals(states, ["done", "open", "done"]);
});

Deno.test("Journal.with() fails before anything is sent if it can't be written, with advice", async () => {
  const failure = await assertRejects(
    () => Journal.with("/proc/no/uploads/a.jsonl", signal, () => Promise.resolve()),
    Failure,
    "Cannot create the folder",
  );
  assertEquals(failure.hint?.includes("TONEARM_DATA_DIR"), true);
});

Deno.test("Journal.with() and knows() fail if it can't be read: an upload would be repeated", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "uploads", "a.jsonl");
  await Deno.mkdir(path, { recursive: true });
  const message = `Cannot read ${path}: it is a folder`;
  await assertRejects(() => Journal.with(path, signal, () => Promise.resolve()), Failure, message);
  const { file } = await soundIn(home, "a.wav", "sound");
  await assertRejects(() => Journal.knows(path, file), Failure, message);
});

Deno.test("Journal writes each line to disk before the next step", async () => {
  await using home = await emptyHome();
  await reading(home, async (journal) => {
    await journal.sending("a", "A");
    using flushes = await watchFlushes(journal.path);
    await journal.done("a", "soundcloud:tracks:1");
    assertEquals(flushes.found.map(({ bytes }) => bytes), [(await Deno.stat(journal.path)).size]);
  });
});
