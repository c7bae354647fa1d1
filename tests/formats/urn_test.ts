import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parseUrn, toUrn } from "../../src/formats/urn.ts";

for (
  const [text, kind, id] of [
    ["soundcloud:tracks:1", "tracks", "1"],
    ["soundcloud:users:12345678901234567890", "users", "12345678901234567890"],
    ["soundcloud%3Aplaylists%3a7", "playlists", "7"],
    ["soundcloud:system-playlists:artist-stations:9", "system-playlists", "artist-stations:9"],
  ] as const
) {
  Deno.test(`parseUrn() parses ${text}`, () => {
    assertEquals(parseUrn(text), { kind, id });
  });
}

for (
  const text of [
    "",
    "1",
    "soundcloud:tracks",
    "soundcloud:tracks:",
    "soundcloud::1",
    "spotify:track:1",
    "soundcloud:tracks:1 ",
    "soundcloud:tracks:1/../2",
    "soundcloud:tracks:1\n",
    "x soundcloud:tracks:1",
  ]
) {
  Deno.test(`parseUrn() returns undefined for ${JSON.stringify(text)}`, () => {
    assertEquals(parseUrn(text), undefined);
  });
}

Deno.test("toUrn() builds a URN from a number, digits or a URN", () => {
  assertEquals(toUrn("tracks", 1), "soundcloud:tracks:1");
  assertEquals(toUrn("users", "0123"), "soundcloud:users:0123");
  assertEquals(toUrn("tracks", "soundcloud:tracks:1"), "soundcloud:tracks:1");
  assertEquals(toUrn("tracks", "soundcloud%3Atracks%3A1"), "soundcloud:tracks:1");
});

Deno.test("toUrn() builds a station's URN from its two parts or its URN", () => {
  assertEquals(toUrn("system-playlists", "track-stations:7"), "soundcloud:system-playlists:track-stations:7");
  const urn = "soundcloud:system-playlists:artist-stations:9";
  assertEquals(toUrn("system-playlists", urn), urn);
  assertEquals(toUrn("system-playlists", encodeURIComponent(urn)), urn);
});

for (
  const id of [
    7,
    "7",
    "track-stations",
    "track-stations:",
    ":7",
    "soundcloud:tracks:7",
    "soundcloud:system-playlists:7",
  ]
) {
  Deno.test(`toUrn() rejects ${JSON.stringify(id)} for a system playlist`, () => {
    assertThrows(() => toUrn("system-playlists", id), TypeError, "as an id of system-playlists");
  });
}

for (
  const id of ["", "abc", "1,2", "-1", -1, 1.5, NaN, "soundcloud:users:1", "soundcloud:tracks:1,soundcloud:tracks:2"]
) {
  Deno.test(`toUrn() rejects ${JSON.stringify(id)} for a track`, () => {
    assertThrows(() => toUrn("tracks", id), TypeError, "as an id of tracks");
  });
}

Deno.test("parseUrn() parses every URN that toUrn() builds", () => {
  const kind = fc.constantFrom("tracks", "users", "playlists", "comments");
  fc.assert(fc.property(kind, fc.bigInt({ min: 0n, max: 2n ** 80n }), (kind, id) => {
    const urn = toUrn(kind, `${id}`);
    assertEquals(parseUrn(urn), { kind, id: `${id}` });
    assertEquals(parseUrn(encodeURIComponent(urn)), { kind, id: `${id}` });
    assertEquals(toUrn(kind, urn), urn);
  }));
});

Deno.test("parseUrn() never throws, and its result covers the whole text", () => {
  const piece = fc.constantFrom("soundcloud", "tracks", ":", "%3A", "1", "/", " ", "-", "é");
  fc.assert(fc.property(fc.string({ unit: piece }), (text) => {
    const urn = parseUrn(text);
    return !urn || `soundcloud:${urn.kind}:${urn.id}` === text.replaceAll("%3A", ":");
  }));
});
