import { assertEquals, assertRejects } from "@std/assert";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ServiceTrack } from "@tonearm/client";
import { PlayQueue } from "../../../cli/play/play_queue.ts";
import type { Queued } from "../../../cli/play/queue.ts";
import { forgetLeft, keepLeft, readLeft } from "../../../cli/play/resume.ts";
import { factsOf } from "../../support/cli/test_host.ts";
import { temporaryFolder } from "../../support/folder.ts";

/** Creates a queue of these tracks, and records what it reads from its source. */
function queueOf(...names: readonly string[]) {
  const taken: string[] = [];
  async function* source(): AsyncGenerator<Queued> {
    for (const word of names) {
      taken.push(word);
      yield await Promise.resolve(
        word === "broken" ? { word, error: new Error("gone") } : { word, track: { urn: word } as ServiceTrack },
      );
    }
  }
  return { queue: new PlayQueue(source(), () => 0), taken };
}

const words = async (queue: PlayQueue, steps: readonly ("next" | "skip" | "back")[]) => {
  const seen: (string | undefined)[] = [];
  for (const step of steps) {
    seen.push((step === "back" ? queue.previous() : await queue.next(step === "skip"))?.word);
  }
  return seen;
};

Deno.test("PlayQueue moves forward and back, and reads its source only when needed", async () => {
  const { queue, taken } = queueOf("a", "b", "c");
  assertEquals(await words(queue, ["next", "next", "back", "back", "next"]), ["a", "b", "a", "a", "b"]);
  assertEquals(taken, ["a", "b"]);
  assertEquals(await words(queue, ["next", "next", "next"]), ["c", undefined, undefined]);
});

Deno.test("PlayQueue repeats everything, or one track until it is skipped", async () => {
  const { queue } = queueOf("a", "b");
  assertEquals(queue.cycleRepeat(), "all");
  assertEquals(await words(queue, ["next", "next", "next"]), ["a", "b", "a"]);
  assertEquals(queue.cycleRepeat(), "one");
  assertEquals(await words(queue, ["next", "next", "skip", "next"]), ["a", "a", "b", "b"]);
  assertEquals(queue.cycleRepeat(), "off");
  assertEquals(await words(queue, ["next"]), [undefined]);
});

Deno.test("PlayQueue doesn't repeat unplayable tracks forever", async () => {
  const { queue } = queueOf("broken", "broken");
  queue.cycleRepeat();
  assertEquals(await words(queue, ["next", "next", "next"]), ["broken", "broken", undefined]);
});

Deno.test("PlayQueue shuffles only the upcoming tracks", async () => {
  const { queue } = queueOf("a", "b", "c", "d");
  await queue.next();
  await queue.shuffle();
  assertEquals(queue.items.map(({ word }) => word), ["a", "c", "d", "b"]);
  assertEquals({ at: queue.at, isShuffled: queue.isShuffled }, { at: 0, isShuffled: true });
});

Deno.test("tonearm play --resume continues where it stopped, and ignores an unreadable state", async () => {
  await using folder = await temporaryFolder();
  const env = { TONEARM_DATA_DIR: folder.path };
  const left = { words: ["likes"], search: true, station: true, limit: 50, index: 3, seconds: 12.5 };
  const nothing = {
    ...{ kind: "not_found", message: "There is nothing to resume", code: "not_found" } as const,
    hint: "`tonearm play` saves the position when you leave it with q or Ctrl-C.",
  };
  const path = join(folder.path, "play.json");
  assertEquals(factsOf(await assertRejects(() => readLeft(env))), nothing);
  await keepLeft(env, left);
  assertEquals(await readLeft(env), left);
  assertEquals(await readFile(path, "utf8"), `${JSON.stringify(left)}\n`);
  await writeFile(path, JSON.stringify({ ...left, search: 1, station: "yes", limit: 0, index: 0, seconds: 0 }));
  assertEquals(await readLeft(env), { ...left, search: false, station: false, limit: 0, index: 0, seconds: 0 });
  const wrong = [{ words: "x" }, { limit: -1 }, { index: -1 }, { seconds: -1 }, { seconds: undefined }];
  for (const text of ["{", "{}", "null", ...wrong.map((fields) => JSON.stringify({ ...left, ...fields }))]) {
    await writeFile(path, text);
    assertEquals(factsOf(await assertRejects(() => readLeft(env))), nothing, text);
  }
  for (let round = 0; round < 2; round++) await forgetLeft(env);
  assertEquals(await readdir(folder.path), []);
  await writeFile(path, "");
  await keepLeft({ TONEARM_DATA_DIR: path }, left);
});
