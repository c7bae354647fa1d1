import { assertEquals, assertRejects } from "@std/assert";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ServiceTrack } from "@tonearm/client";
import { Failure } from "../../../cli/errors.ts";
import { PlayQueue } from "../../../cli/play/play_queue.ts";
import type { Queued } from "../../../cli/play/queue.ts";
import { forgetLeft, keepLeft, readLeft } from "../../../cli/play/resume.ts";
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
  const left = { words: ["likes"], search: false, station: false, limit: 50, index: 3, seconds: 12.5 };
  await assertRejects(() => readLeft(env), Failure, "nothing to resume");
  await keepLeft(env, left);
  assertEquals(await readLeft(env), left);
  for (const text of ["{", "{}", '{"words":"x"}', "null"]) {
    await writeFile(join(folder.path, "play.json"), text);
    await assertRejects(() => readLeft(env), Failure, "nothing to resume");
  }
  await forgetLeft(env);
  await forgetLeft(env);
});
