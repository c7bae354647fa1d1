import { assertEquals } from "@std/assert";
import { documentedMethods, nearestOperation } from "../../../sandbox/document/undocumented.ts";

Deno.test("sandbox routing: the nearest operation preferably has the same method, whatever slashes it has", () => {
  assertEquals(nearestOperation("DELETE", "/playlist/1"), "DELETE /playlists/{playlist_urn}");
  assertEquals(nearestOperation("GET", "//tracks/1184"), "GET /tracks/{track_urn}");
  assertEquals(documentedMethods("/playlists/1"), ["GET", "PUT", "DELETE"]);
});
