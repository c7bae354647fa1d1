import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { envOf, runInProcess, screenLines } from "../../../support/cli/test_host.ts";
import { PLAYLIST, shown, TRACK, USER } from "../../../support/cli/shown.ts";

const pageOf = (...collection: unknown[]) => ({ collection, next_href: null });
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

for (
  const [argv, columns] of [
    ["playlists", "TITLE BY TRACKS LENGTH LIKES URN"],
    ["followers", "USER PLACE FOLLOWERS TRACKS URN"],
    ["comments 1184", "AT BY COMMENT ON"],
    ["feed", "WHAT TITLE BY LENGTH ON URN"],
    ["likes", "TITLE ARTIST LENGTH PLAYS LIKES ACCESS URN"],
    ["web-profiles night-ferry", "SERVICE TITLE ADDRESS"],
    ["playlists --columns title,by,sharing,date,url", "TITLE BY SHARING DATE URL"],
    ["followers --columns user,following,playlists,plan,url", "USER FOLLOWING PLAYLISTS PLAN URL"],
    ["comments 1184 --columns at,urn", "AT URN"],
  ] as const
) {
  Deno.test(`tonearm ${argv}: a terminal shows the columns ${columns}`, async () => {
    using sandbox = createSandbox();
    const env = { NO_COLOR: "1", TONEARM_CONFIG_DIR: "/nonexistent", ...envOf(sandbox) };
    const { stdout } = await runInProcess(argv.split(" "), { env, fetch: sandbox.fetch, columns: 400 });
    assertEquals(screenLines(stdout)[0]?.trim().split(/ +/).join(" "), columns);
  });
}
