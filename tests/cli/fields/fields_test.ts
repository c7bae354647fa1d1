import { assertEquals } from "@std/assert";
import type { ServicePlaylist, ServiceTrack } from "@tonearm/client";
import { isSame, orderTags, playlistFields, trackFields } from "../../../cli/fields/fields.ts";

/** What tracks and playlists have in common, with every field set. */
const SHARED = {
  title: "Title",
  sharing: "public",
  description: "one\r\ntwo\rthree",
  genre: "Jazz",
  tag_list: 'night "slow train"',
  license: "cc-by",
  ...{ release_year: 2026, release_month: 1, release_day: 2 },
  label_name: "Label",
  release: "R1",
  purchase_url: "https://shop.example/1",
};
const TRACK = {
  ...SHARED,
  permalink_url: "https://soundcloud.com/ann/caf%C3%A9/s-abc",
  ...{ bpm: 90.5, key_signature: "Am", isrc: "I1", embeddable_by: "me" },
  ...{ streamable: true, downloadable: false, commentable: true, reveal_stats: false, reveal_comments: true },
} as unknown as ServiceTrack;
const PLAYLIST = {
  ...SHARED,
  ...{ permalink: "set", playlist_type: "album", purchase_title: "Buy", ean: "E1" },
} as unknown as ServicePlaylist;

/** The common fields as a file has them. */
const WRITTEN = {
  ...{
    title: "Title",
    sharing: "public",
    description: "one\ntwo\nthree",
    genre: "Jazz",
    tags: ["night", "slow train"],
  },
  ...{ license: "cc-by", release_date: "2026-01-02", label_name: "Label", release: "R1" },
  purchase_url: "https://shop.example/1",
};
/** The common fields where the service has no value. */
const NONE = { description: "", genre: "", tags: [], release_date: "", label_name: "", release: "", purchase_url: "" };
const NULLS = Object.fromEntries(
  ["description", "genre", "tag_list", "release_year", "release_month", "release_day", "label_name", "release"].map((
    name,
  ) => [name, null]),
);

Deno.test("trackFields() writes every field of a track", () => {
  assertEquals(trackFields(TRACK), {
    ...WRITTEN,
    ...{ permalink: "café", bpm: "90.5", key: "Am", isrc: "I1", embeddable_by: "me" },
    ...{ streamable: true, downloadable: false, commentable: true, reveal_stats: false, reveal_comments: true },
  });
});

Deno.test("trackFields() writes an empty text where the service has no value, and leaves out what it doesn't tell", () => {
  const { reveal_stats: _stats, reveal_comments: _comments, ...track } = TRACK;
  const bare = { ...track, ...NULLS, purchase_url: null, bpm: null, key_signature: null, isrc: null };
  assertEquals(trackFields({ ...bare, permalink_url: "" } as unknown as ServiceTrack), {
    ...WRITTEN,
    ...NONE,
    ...{ permalink: "", bpm: "", key: "", isrc: "", embeddable_by: "me" },
    ...{ streamable: true, downloadable: false, commentable: true },
  });
  assertEquals(trackFields({ ...TRACK, bpm: undefined } as unknown as ServiceTrack).bpm, "");
  assertEquals(trackFields({ ...TRACK, bpm: 0 } as unknown as ServiceTrack).bpm, "0");
});

Deno.test("playlistFields() writes every field of a playlist, and an empty text where the service has no value", () => {
  assertEquals(playlistFields(PLAYLIST), {
    ...WRITTEN,
    ...{ permalink: "set", set_type: "album", purchase_title: "Buy", ean: "E1" },
  });
  const bare = { ...PLAYLIST, ...NULLS, playlist_type: "", purchase_url: null, purchase_title: null, ean: null };
  assertEquals(playlistFields(bare as unknown as ServicePlaylist), {
    ...WRITTEN,
    ...NONE,
    ...{ permalink: "set", set_type: "playlist", purchase_title: "", ean: "" },
  });
});

for (const part of ["release_year", "release_month", "release_day"]) {
  for (const missing of [null, 0, undefined]) {
    Deno.test(`trackFields() writes no release date where ${part} is ${missing}`, () => {
      assertEquals(trackFields({ ...TRACK, [part]: missing } as unknown as ServiceTrack).release_date, "");
    });
  }
}

Deno.test("trackFields() pads a release date", () => {
  const track = { ...TRACK, release_year: 987, release_month: 12, release_day: 31 };
  assertEquals(trackFields(track as unknown as ServiceTrack).release_date, "0987-12-31");
});

Deno.test("trackFields() and playlistFields() add the hidden tags only where the service returns none of their kind", () => {
  const hidden = ["b:c=2", "a:b=1"];
  const shown = ["night", "slow train", "a:b=1", "b:c=2"];
  assertEquals(trackFields(TRACK, hidden).tags, shown);
  assertEquals(playlistFields(PLAYLIST, hidden).tags, shown);
  assertEquals(trackFields({ ...TRACK, tag_list: "x:y=1 night" } as ServiceTrack, hidden).tags, ["night", "x:y=1"]);
});

Deno.test("orderTags() keeps the order of visible tags, sorts machine tags after them, and drops repeated ones", () => {
  assertEquals(orderTags(["z:a=1", "two", "a:z=1", "one", "two", "z:a=1"]), ["two", "one", "a:z=1", "z:a=1"]);
  assertEquals(orderTags(["12:30", "a=b", "a:b", "a:=c", "a: b=c"]), ["12:30", "a=b", "a:b", "a:=c", "a: b=c"]);
});

Deno.test("isSame() compares texts, switches and tags by their content", () => {
  assertEquals([isSame(["a"], ["a"]), isSame("a", "a"), isSame(undefined, undefined)], [true, true, true]);
  assertEquals([isSame(["a"], ["b"]), isSame("", undefined), isSame("true", true)], [false, false, false]);
});
