import { assertEquals } from "@std/assert";
import "../../../sandbox/node.ts";
import { freePermalink, isTaken, slug } from "../../../sandbox/store/permalinks.ts";
import { World } from "../../../sandbox/world/world.ts";

Deno.test("slug() keeps letters without accents and digits, at most 60, with single dashes between them", () => {
  const titles = ["Night Ferry", "  Été -- 2! ", "夜", "a".repeat(70)];
  assertEquals(titles.map(slug), ["night-ferry", "ete-2", "", "a".repeat(60)]);
});

Deno.test("freePermalink() adds the next number to a title that its user has used, and names a title without letters", () => {
  const world = new World();
  const { db } = world;
  const [{ user_id, permalink, id } = { user_id: 0, permalink: "", id: 0 }] = db.all<
    { user_id: number; permalink: string; id: number }
  >("SELECT user_id, permalink, id FROM tracks ORDER BY id LIMIT 1");
  assertEquals(freePermalink(db, "tracks", user_id, permalink), `${permalink}-2`);
  assertEquals(freePermalink(db, "tracks", user_id + 1, permalink), permalink);
  assertEquals([freePermalink(db, "tracks", 1, "夜"), freePermalink(db, "playlists", 1, "!")], ["track", "playlist"]);
  assertEquals([isTaken(db, "tracks", user_id, permalink), isTaken(db, "tracks", user_id, permalink, id)], [
    true,
    false,
  ]);
  world.close();
});
