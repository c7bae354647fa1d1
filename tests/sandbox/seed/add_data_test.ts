import { assertEquals } from "@std/assert";
import "../../../sandbox/node.ts";
import { type Range, searchByText, searchTracks } from "../../../sandbox/store/search.ts";
import { World } from "../../../sandbox/world/world.ts";

const ANY: Range = { from: undefined, to: undefined };
const FILTERS = { genres: [], tags: [], ids: undefined, bpm: ANY, duration: ANY, createdAt: ANY, fuzzyGenres: true };

Deno.test("addData(): added users, tracks and playlists are found by a search", () => {
  const world = new World({
    empty: true,
    users: [{ permalink: "ann", username: "Zephyrine" }],
    tracks: [{ title: "Nightferry", user: "ann" }],
    playlists: [{ title: "Quayside", user: "ann", tracks: ["nightferry"] }],
  });
  const { db } = world;
  assertEquals(searchByText(db, "users", "zephyrine", 0, 9).map(({ username }) => username), ["Zephyrine"]);
  assertEquals(searchTracks(db, { ...FILTERS, q: "nightferry" }, 0, 9).map(({ title }) => title), ["Nightferry"]);
  assertEquals(searchByText(db, "playlists", "quayside", 0, 9).map(({ title }) => title), ["Quayside"]);
  world.close();
});

Deno.test("addData() keeps the order of a playlist's tracks, and quotes a tag of several words", () => {
  const world = new World({
    empty: true,
    users: [{ permalink: "ann" }],
    tracks: ["One", "Two", "Three"].map((title) => ({ title, user: "ann", tags: ["late night", "tape"] })),
    playlists: [{ title: "All", user: "ann", tracks: ["three", "one", "two"] }],
  });
  const titles = world.db.all<{ title: string }>(
    "SELECT title FROM playlist_tracks JOIN tracks ON tracks.id = track_id ORDER BY position",
  ).map(({ title }) => title);
  assertEquals(titles, ["Three", "One", "Two"]);
  assertEquals(world.db.get<{ tag_list: string }>("SELECT tag_list FROM tracks")?.tag_list, '"late night" tape');
  world.close();
});
