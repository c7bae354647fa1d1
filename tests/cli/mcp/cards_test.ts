import { assertEquals } from "@std/assert";
import type { Activity, ServiceComment, ServicePlaylist, ServiceTrack, ServiceUser } from "@tonearm/client";
import { activityCard, commentCard, playlistCard, trackCard, userCard } from "../../../cli/mcp/cards.ts";

const USER = { urn: "soundcloud:users:1", username: "Ann" };
const TRACK = {
  ...{ kind: "track", urn: "soundcloud:tracks:2", title: "Song", user: USER, duration: 61_000, genre: "Jazz" },
  ...{ playback_count: 3, favoritings_count: 4, comment_count: 5, reposts_count: 6, bpm: 90, key_signature: "Am" },
  ...{ access: "playable", sharing: "public", license: "cc-by", created_at: "2026/01/02 03:04:05 +0000" },
  ...{ permalink_url: "https://soundcloud.com/ann/song?utm_source=x", tag_list: 'a "b c"', description: "Text" },
} as unknown as ServiceTrack;
const BRIEF = {
  ...{ urn: "soundcloud:tracks:2", title: "Song", artist: "Ann", artist_urn: "soundcloud:users:1", length: "1:01" },
  ...{ plays: 3, likes: 4, genre: "Jazz", url: "https://soundcloud.com/ann/song" },
};
const PLAYLIST = {
  ...{ kind: "playlist", urn: "soundcloud:playlists:7", title: "Set", user: USER, track_count: 2, duration: 61_000 },
  ...{ likes_count: 4, sharing: "public", genre: "Jazz", playlist_type: "album", description: "Text" },
  permalink_url: "https://soundcloud.com/ann/sets/set",
} as unknown as ServicePlaylist;
const SET = {
  ...{ urn: "soundcloud:playlists:7", title: "Set", by: "Ann", by_urn: "soundcloud:users:1", tracks: 2 },
  ...{ length: "1:01", likes: 4, type: "album", genre: "Jazz", url: "https://soundcloud.com/ann/sets/set" },
  description: "Text",
};

const track = (fields: object, isWhole?: boolean) => trackCard({ ...TRACK, ...fields } as ServiceTrack, isWhole);

Deno.test("trackCard() holds what a list needs, and with details all that is worth telling", () => {
  assertEquals(trackCard(TRACK), BRIEF);
  assertEquals(trackCard(TRACK, true), {
    ...BRIEF,
    ...{ tags: ["a", "b c"], bpm: 90, key: "Am", license: "cc-by", created: "2026/01/02 03:04:05 +0000" },
    ...{ comments: 5, reposts: 6, description: "Text" },
  });
});

Deno.test("trackCard() leaves out what has no value, but not a zero", () => {
  const { genre: _genre, artist: _artist, artist_urn: _urn, ...rest } = BRIEF;
  assertEquals(track({ genre: "", user: undefined, playback_count: 0 }), { ...rest, plays: 0 });
  const bare = track({ tag_list: "", bpm: null, key_signature: undefined, description: null }, true);
  assertEquals(Object.keys(bare).filter((name) => ["tags", "bpm", "key", "description"].includes(name)), []);
});

Deno.test("trackCard() and playlistCard() name access and sharing only where they restrict it, and no secret", () => {
  assertEquals(track({ access: "preview" }), { ...BRIEF, access: "preview" });
  const permalink_url = "https://soundcloud.com/ann/song/s-AbC123";
  assertEquals(track({ sharing: "private", permalink_url }), { ...BRIEF, sharing: "private" });
  const secret = { sharing: "private", permalink_url: "https://soundcloud.com/ann/sets/set/s-AbC123" };
  assertEquals(playlistCard({ ...PLAYLIST, ...secret } as ServicePlaylist), { ...SET, sharing: "private" });
});

Deno.test("trackCard() cuts a description after 500 characters", () => {
  assertEquals(track({ description: "x".repeat(500) }, true).description, "x".repeat(500));
  assertEquals(track({ description: "x".repeat(501) }, true).description, `${"x".repeat(500)}…`);
});

Deno.test("playlistCard() holds the fields of a playlist without its tracks", () => {
  assertEquals(playlistCard(PLAYLIST), SET);
});

Deno.test("userCard() holds the fields of a user, without those that are empty", () => {
  const user = {
    ...{ ...USER, full_name: "Ann A", city: "Ulm", country: "Germany", followers_count: 1, followings_count: 2 },
    ...{ track_count: 3, permalink_url: "https://soundcloud.com/ann", description: "Text" },
  } as unknown as ServiceUser;
  const card = {
    ...{ urn: "soundcloud:users:1", name: "Ann", full_name: "Ann A", city: "Ulm", country: "Germany", followers: 1 },
    ...{ following: 2, tracks: 3, url: "https://soundcloud.com/ann", description: "Text" },
  };
  assertEquals(userCard(user), card);
  const { city: _city, description: _description, ...rest } = card;
  assertEquals(userCard({ ...user, city: null, description: undefined } as unknown as ServiceUser), rest);
});

Deno.test("commentCard() says where in the track a comment is, unless it is on the whole track", () => {
  const comment = { body: "Nice", user: USER, timestamp: 61_000, created_at: "now" } as unknown as ServiceComment;
  assertEquals(commentCard(comment), { by: "Ann", at: "1:01", text: "Nice", created: "now" });
  assertEquals(commentCard({ ...comment, timestamp: null }), { by: "Ann", text: "Nice", created: "now" });
});

Deno.test("activityCard() holds what happened, when, and the track or playlist if it is still there", () => {
  const activity = (type: string, origin: unknown) => ({ type, created_at: "now", origin }) as unknown as Activity;
  assertEquals(activityCard(activity("track", TRACK)), { what: "track", when: "now", ...BRIEF });
  assertEquals(activityCard(activity("playlist", PLAYLIST)), { what: "playlist", when: "now", ...SET });
  assertEquals(activityCard(activity("track", null)), { what: "track", when: "now", gone: true });
});
