import { assertEquals } from "@std/assert";
import "../../../sandbox/node.ts";
import { deleteResource, relate, unrelate } from "../../../sandbox/store/relations.ts";
import { World } from "../../../sandbox/world/world.ts";

const LAG_MS = 60_000;

/** Returns the ids that a table keeps of removed rows, in order. */
function kept({ db }: World, table: string, column: string): number[] {
  return db.all<{ kept: number }>(`SELECT ${column} AS kept FROM ${table} ORDER BY 1`).map((row) => row.kept);
}

/** Each kind of removal of an item, at a time, and the items that are kept. */
const REMOVALS: Readonly<
  Record<string, (world: World, id: number, at: number) => { readonly table: string; readonly column: string }>
> = {
  like: ({ db }, id, at) => {
    relate(db, "track_likes", 9, id, 0);
    unrelate(db, "track_likes", [9, id], { at, until: at - LAG_MS });
    return { table: "removed_relations", column: "target_id" };
  },
  track: ({ db }, id, at) => {
    deleteResource(db, "tracks", id, { at, until: at - LAG_MS });
    return { table: "removed_tracks", column: "id" };
  },
  playlist: ({ db }, id, at) => {
    deleteResource(db, "playlists", id - 900, { at, until: at - LAG_MS });
    return { table: "removed_playlists", column: "id + 900" };
  },
};

for (const [what, remove] of Object.entries(REMOVALS)) {
  Deno.test(`keepThing(): a removed ${what} is kept while lists lag, and forgotten with the next removal`, () => {
    const world = new World();
    const after = (id: number, at: number) => {
      const { table, column } = remove(world, id, at);
      return kept(world, table, column);
    };
    assertEquals(after(1003, 0), [1003]);
    assertEquals(after(1004, LAG_MS - 1), [1003, 1004], "a moment before the lag is over");
    assertEquals(after(1005, LAG_MS), [1004, 1005], "when it is over");
    world.close();
  });
}

Deno.test("unrelate() and deleteResource() keep nothing without a lag", () => {
  const world = new World();
  relate(world.db, "track_likes", 9, 1003, 0);
  unrelate(world.db, "track_likes", [9, 1003]);
  deleteResource(world.db, "tracks", 1003);
  deleteResource(world.db, "playlists", 103);
  for (const table of ["removed_relations", "removed_tracks", "removed_playlists"]) {
    assertEquals(kept(world, table, "rowid"), [], table);
  }
  world.close();
});
