import { assertEquals } from "@std/assert";
import type { Activity } from "@tonearm/client";
import { sourceOf } from "../../src/watch/sources.ts";

const ACTIVITY = { type: "affiliation", created_at: "2026/01/02 03:04:05 +0000", origin: null } as unknown as Activity;

/** Returns the event of an activity. */
function eventOf(activity: Activity) {
  const source = sourceOf("activities");
  if ("each" in source) throw new Error("Activities are one list");
  return source.event(activity, source.list.id(activity));
}

Deno.test("sourceOf(): the event of an activity is named after its type, its time, its origin and who reposted it", () => {
  const ids = [
    eventOf(ACTIVITY),
    eventOf({ ...ACTIVITY, origin: { urn: "soundcloud:tracks:7" } } as Activity),
    eventOf({ ...ACTIVITY, origin: { urn: "soundcloud:tracks:7" }, reposter: "soundcloud:users:3" } as Activity),
  ].map(({ id }) => id);
  assertEquals(ids, [
    "activity:affiliation|2026/01/02 03:04:05 +0000|",
    "activity:affiliation|2026/01/02 03:04:05 +0000|soundcloud:tracks:7",
    "activity:affiliation|2026/01/02 03:04:05 +0000|soundcloud:tracks:7|soundcloud:users:3",
  ]);
  assertEquals(eventOf(ACTIVITY).type, "activity");
});
