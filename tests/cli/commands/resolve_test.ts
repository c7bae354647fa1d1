import { assertEquals } from "@std/assert";
import { PLAYLIST, shown, USER } from "../../support/cli/shown.ts";

Deno.test("tonearm resolve shows a playlist's kind, tags and sharing, if the service sends them", async () => {
  const line = "resolve soundcloud:playlists:1";
  assertEquals(await shown(line, PLAYLIST, 80), [
    "P",
    "– tracks · – · – likes",
    "urn       soundcloud:playlists:1",
    "created   –",
  ]);
  const more = {
    playlist_type: "album",
    tag_list: "slow",
    sharing: "private",
    user: USER,
    track_count: 1,
    likes_count: 1,
  };
  assertEquals(await shown(line, { ...PLAYLIST, ...more, created_at: "2026/01/02", description: "Hi" }, 80), [
    "P by Ann",
    "1 track · – · 1 like · private",
    ...["urn       soundcloud:playlists:1", "created   2026-01-02", "type      album", "tags      slow", "Hi"],
  ]);
});
