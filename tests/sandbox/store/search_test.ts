import { assertEquals } from "@std/assert";
import "../../../sandbox/node.ts";
import { indexRow, searchTracks, type TrackQuery } from "../../../sandbox/store/search.ts";
import { World } from "../../../sandbox/world/world.ts";

/** The most hits that a search ranks. */
const RANKED = 1000;
const ANY = { from: undefined, to: undefined };
const EVERYTHING: Omit<TrackQuery, "q"> = {
  ...{ genres: [], tags: [], ids: undefined, bpm: ANY, duration: ANY, createdAt: ANY, fuzzyGenres: true },
};

/** Creates a world with this number of tracks, of which the first has the shortest title; returns their ids. */
function worldOf(count: number): { world: World; ids: readonly number[] } {
  const world = new World({ empty: true, users: [{ permalink: "anna" }] });
  const { db } = world;
  const ids = db.transaction(() =>
    Array.from({ length: count }, (_, n) => {
      const { lastId } = db.run(
        `INSERT INTO tracks (user_id, permalink, title, duration, created_at, last_modified, secret_token)
        VALUES (1, ?, ?, 1000, ?, 0, 's-')`,
        `track-${n}`,
        n === 0 ? "ferry" : "ferry at night and by day",
        n,
      );
      indexRow(db, "tracks", lastId);
      return lastId;
    })
  );
  return { world, ids };
}

const firstOf = ({ db }: World, q: string) => searchTracks(db, { ...EVERYTHING, q }, 0, 1)[0]?.id;

Deno.test("searchTracks() shows the best of a thousand hits first, and the newest of more", () => {
  const { world, ids } = worldOf(RANKED + 1);
  const { db } = world;
  for (const q of ["ferry", "ferr"]) assertEquals(firstOf(world, q), ids.at(-1), `${q} has ${RANKED + 1} hits`);
  db.run("DELETE FROM tracks_fts WHERE rowid = ?", ids[1] ?? 0);
  for (const q of ["ferry", "ferr"]) assertEquals(firstOf(world, q), ids[0], `${q} has ${RANKED} hits`);
  world.close();
});
