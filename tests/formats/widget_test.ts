import { assertEquals, assertThrows } from "@std/assert";
import { getWidgetUrl } from "../../src/formats/widget.ts";

function resource(url: string): string | null {
  const { origin, pathname, searchParams } = new URL(url);
  assertEquals(origin + pathname, "https://w.soundcloud.com/player/");
  return searchParams.get("url");
}

for (
  const [id, expected] of [
    [1, "https://api.soundcloud.com/tracks/1"],
    ["42", "https://api.soundcloud.com/tracks/42"],
    ["soundcloud:tracks:7", "https://api.soundcloud.com/tracks/7"],
    ["soundcloud:playlists:7", "https://api.soundcloud.com/playlists/7"],
    ["1&auto_play=true", "https://api.soundcloud.com/tracks/1%26auto_play%3Dtrue"],
  ] as const
) {
  Deno.test(`getWidgetUrl() returns a player URL for ${expected}`, () => {
    assertEquals(resource(getWidgetUrl(id)), expected);
  });
}

Deno.test("getWidgetUrl() encodes the track URL as one parameter", () => {
  assertEquals(
    getWidgetUrl(123),
    "https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F123",
  );
});

Deno.test("getWidgetUrl() rejects an empty id", () => {
  assertThrows(() => getWidgetUrl(""), TypeError, "as an id");
});
