import { assertEquals, assertRejects } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import { poll, watched } from "../support/watch/lists.ts";

const track = (id: number, created_at: string, comment_count = 0) => ({
  urn: `soundcloud:tracks:${id}`,
  created_at,
  comment_count,
});

const comment = (id: number) => ({ urn: `soundcloud:comments:${id}`, created_at: "2026/01/05 00:00:00 +0000" });
const commentsOf = (id: number) => `/tracks/soundcloud:tracks:${id}/comments`;

Deno.test("eventsOf() takes the comments of a track for new unless it is older than those that were known at first", async () => {
  const lists = {
    "/me/tracks": [track(2, "2026/01/02 00:00:00 +0000", 1), track(1, "2026/01/01 23:59:59 +0000", 1)],
    [commentsOf(1)]: [comment(10)],
    [commentsOf(2)]: [comment(20)],
  };
  const { progress } = watched("comments", lists, { "": { ids: [], newest: Date.UTC(2026, 0, 2) } });
  assertEquals(await poll(progress), ["comment:soundcloud:comments:20"]);
  assertEquals(await poll(progress), []);
});

Deno.test("eventsOf() reads the comments of five tracks in turn, also from a stored position, and those whose count has changed", async () => {
  const tracks = Array.from({ length: 12 }, (_, id) => track(id, "2026/01/01 00:00:00 +0000"));
  const lists = { "/me/tracks": tracks };
  let { progress, requests } = watched("comments", lists, {});
  await poll(progress);
  const polledAt = async () => {
    ({ progress, requests } = watched("comments", lists, progress.places));
    await poll(progress);
    return requests.slice(1).map((path) => Number(/\d+/.exec(path)));
  };
  assertEquals(await polledAt(), [5, 6, 7, 8, 9]);
  assertEquals(await polledAt(), [0, 1, 2, 10, 11]);
  tracks[11] = track(11, "2026/01/01 00:00:00 +0000", 1);
  assertEquals(await polledAt(), [3, 4, 5, 6, 7, 11]);
});

Deno.test("eventsOf() leaves out a track that is gone, but not one whose 404 isn't SoundCloud's", async () => {
  const tracks = [track(2, "2026/01/02 00:00:00 +0000"), track(1, "2026/01/02 00:00:00 +0000")];
  const since = { "": { ids: [], newest: Date.UTC(2026, 0, 1) } };
  const gone = watched(
    "comments",
    { "/me/tracks": tracks, [commentsOf(1)]: [comment(10)], [commentsOf(2)]: 404 },
    since,
  );
  assertEquals(await poll(gone.progress), ["comment:soundcloud:comments:10"]);
  const away = watched("comments", { "/me/tracks": tracks, [commentsOf(2)]: -404 }, since);
  await assertRejects(() => poll(away.progress), ServiceError, "404");
});
