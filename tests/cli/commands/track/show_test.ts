import { assertEquals } from "@std/assert";
import { shown, TRACK } from "../../../support/cli/shown.ts";

Deno.test("tonearm track shows only what the service sends", async () => {
  assertEquals(await shown("track 1", TRACK, 80), [
    "A",
    "– · – plays · – likes · – comments",
    "urn       soundcloud:tracks:1",
    "length    –",
    "created   –",
  ]);
  assertEquals(await shown("track 1", TRACK), ["title\tA", "urn\tsoundcloud:tracks:1", "length\t–", "created\t–"]);
});

Deno.test("tonearm track says who may hear it, and shows all that the service sends", async () => {
  const facts = { sharing: "private", playback_count: 1, favoritings_count: 1, comment_count: 1, genre: "Dub" };
  const more = { tag_list: "slow", bpm: 0, license: "cc-by", description: " Hello\nyou " };
  const heads = [];
  for (const access of ["playable", "preview", "blocked"]) {
    const [, head] = await shown("track 1", { ...TRACK, ...facts, access, duration: 61_000 }, 80);
    heads.push(head);
  }
  const head = "1:01 · Dub · 1 play · 1 like · 1 comment · private";
  assertEquals(heads, [head, `${head} · preview only`, `${head} · blocked here`]);
  assertEquals((await shown("track 1", { ...TRACK, ...facts, ...more }, 80)).slice(2), [
    ...["urn       soundcloud:tracks:1", "length    –", "created   –", "tags      slow", "license   cc-by"],
    ...["Hello", "you"],
  ]);
});
