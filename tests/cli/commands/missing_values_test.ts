import { assertEquals } from "@std/assert";
import { runInProcess } from "../../support/cli/test_host.ts";

/** Prints what a command makes of one reply of the service: in a pipe, or at a terminal. */
async function shown(line: string, reply: unknown, columns?: number): Promise<string[]> {
  const { code, stdout, stderr } = await runInProcess(line.split(" "), {
    env: { TONEARM_TOKEN: "t", TONEARM_CONFIG_DIR: "/nonexistent", NO_COLOR: "1", TERM: "dumb" },
    fetch: () => Promise.resolve(Response.json(reply)),
    columns,
  });
  assertEquals(code, 0, stdout + stderr);
  return stdout.split(/\r?\n/).filter((line) => line !== "");
}

const pageOf = (...collection: unknown[]) => ({ collection, next_href: null });

const TRACK = { kind: "track", id: 1, urn: "soundcloud:tracks:1", title: "A", duration: 0 };
const USER = { kind: "user", id: 1, urn: "soundcloud:users:1", username: "Ann" };
const PLAYLIST = { kind: "playlist", id: 1, urn: "soundcloud:playlists:1", title: "P", duration: 0 };
const COMMENT = { kind: "comment", id: 1, urn: "soundcloud:comments:1", body: "Hm" };
const TRACK_NAMES = "title,artist,length,plays,likes,access,bpm,key,date,genre,reposts,comments,license,url,urn";

for (
  const [line, item, row] of [
    [`tracks --columns ${TRACK_NAMES}`, TRACK, "A\t\t–\t\t\t\t\t\t\t\t\t\t\t\tsoundcloud:tracks:1"],
    [
      "followers --columns user,place,followers,tracks,following,playlists,plan,url,urn",
      USER,
      "Ann\t\t\t\t\t\t\t\tsoundcloud:users:1",
    ],
    [
      "playlists --columns title,by,tracks,length,likes,sharing,date,url,urn",
      PLAYLIST,
      "P\t\t\t–\t\t\t\t\tsoundcloud:playlists:1",
    ],
    ["comments 1 --columns at,by,comment,on,urn", COMMENT, "–\t\tHm\t\tsoundcloud:comments:1"],
    ["comments 1 --columns at", { ...COMMENT, timestamp: "61000" }, "1:01"],
    ["feed", { type: "track", created_at: null, origin: null }, "track\t\t\t–\t–"],
    [
      "feed",
      { type: "playlist-repost", created_at: "2026/01/02", origin: { title: "P" } },
      "playlist repost\tP\t\t–\t2026-01-02",
    ],
  ] as const
) {
  Deno.test(`tonearm ${line} leaves cells empty for what the service leaves out: ${row.trim()}`, async () => {
    const [shownRow = ""] = await shown(line, pageOf(item));
    assertEquals(shownRow.trimEnd(), row.trimEnd());
  });
}

Deno.test("tonearm track shows only what the service sends", async () => {
  assertEquals(await shown("track 1", TRACK, 80), [
    "A",
    "– · – plays · – likes · – comments",
    "urn       soundcloud:tracks:1",
    "length    –",
    "created   –",
  ]);
  assertEquals(await shown("track 1", TRACK), ["title\tA", "urn\tsoundcloud:tracks:1", "length\t–", "created\t–"]);
});

Deno.test("tonearm track says who may hear it, and shows all that the service sends", async () => {
  const facts = { sharing: "private", playback_count: 1, favoritings_count: 1, comment_count: 1, genre: "Dub" };
  const more = { tag_list: "slow", bpm: 0, license: "cc-by", description: " Hello\nyou " };
  const heads = [];
  for (const access of ["playable", "preview", "blocked"]) {
    const [, head] = await shown("track 1", { ...TRACK, ...facts, access, duration: 61_000 }, 80);
    heads.push(head);
  }
  const head = "1:01 · Dub · 1 play · 1 like · 1 comment · private";
  assertEquals(heads, [head, `${head} · preview only`, `${head} · blocked here`]);
  assertEquals((await shown("track 1", { ...TRACK, ...facts, ...more }, 80)).slice(2), [
    ...["urn       soundcloud:tracks:1", "length    –", "created   –", "tags      slow", "license   cc-by"],
    ...["Hello", "you"],
  ]);
});

Deno.test("tonearm user shows a full name that isn't the name, and the website", async () => {
  assertEquals(await shown("user 1", { ...USER, full_name: "Ann" }, 80), [
    "Ann",
    "– followers · – following · – tracks · – playlists",
    "urn       soundcloud:users:1",
    "since     –",
  ]);
  const more = {
    full_name: "Ann Other",
    website: "https://ann.example",
    city: "Cork",
    plan: "Free",
    description: "Hi",
  };
  assertEquals(await shown("user 1", { ...USER, ...more, followers_count: 1, playlist_count: 1, track_count: 1 }, 80), [
    "Ann by Ann Other",
    "Cork · 1 follower · – following · 1 track · 1 playlist",
    ...["urn       soundcloud:users:1", "website   https://ann.example", "since     –", "plan      Free", "Hi"],
  ]);
});

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
