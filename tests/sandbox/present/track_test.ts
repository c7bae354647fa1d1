import { assertEquals } from "@std/assert";
import "../../../sandbox/node.ts";
import { Call } from "../../../sandbox/http/call.ts";
import { presentTrack } from "../../../sandbox/present/track.ts";
import { findTrack } from "../../../sandbox/store/lookups.ts";
import { World } from "../../../sandbox/world/world.ts";

const OWNER = 1;
const OTHER = 2;

/** Presents a track of the first user, changed to these columns, to a user; null is an app. */
function presented(columns: Readonly<Record<string, string | number | null>>, viewer: number | null) {
  const world = new World();
  try {
    const { db } = world;
    const id = db.get<{ id: number }>("SELECT id FROM tracks WHERE user_id = ? AND sharing = 'public'", OWNER)?.id ?? 0;
    for (const [name, value] of Object.entries(columns)) {
      db.run(`UPDATE tracks SET ${name} = ? WHERE id = ?`, value, id);
    }
    const track = findTrack(db, id);
    if (track === undefined) throw new Error("the first user has no track");
    const call = new Call(new Request(`https://api.sandbox.test/tracks/${id}`), { world });
    call.caller = { clientId: "sandbox-client", userId: viewer, gatewayBurst: null };
    return presentTrack(call, track);
  } finally {
    world.close();
  }
}

const COUNTS = { favoritings_count: 5, playback_count: 6, comment_count: 7, reposts_count: 8, download_count: 9 };

/** Which counts somebody sees of a track with these settings. */
const SEEN = [
  { reveal_stats: 1, reveal_comments: 1, viewer: OTHER, stats: true, comments: true },
  { reveal_stats: 1, reveal_comments: 0, viewer: OTHER, stats: true, comments: false },
  { reveal_stats: 0, reveal_comments: 1, viewer: OTHER, stats: false, comments: true },
  { reveal_stats: 0, reveal_comments: 0, viewer: OTHER, stats: false, comments: false },
  { reveal_stats: 0, reveal_comments: 0, viewer: null, stats: false, comments: false },
  { reveal_stats: 0, reveal_comments: 0, viewer: OWNER, stats: true, comments: true },
];

for (const { viewer, stats, comments, ...settings } of SEEN) {
  const user = viewer === OWNER ? "its owner" : "another user";
  const who = viewer === null ? "an app" : user;
  Deno.test(`presentTrack() shows ${who} the counts that ${JSON.stringify(settings)} reveals`, () => {
    const json = presented({ ...settings, ...COUNTS }, viewer);
    assertEquals<unknown>({
      ...{ likes: json.favoritings_count, plays: json.playback_count, comments: json.comment_count },
      ...{ reposts: json.reposts_count, downloads: json.download_count },
      ...{ reveal_stats: json.reveal_stats, reveal_comments: json.reveal_comments },
    }, {
      ...{ likes: stats ? 5 : null, plays: stats ? 6 : null, comments: comments ? 7 : null, reposts: 8, downloads: 9 },
      ...{ reveal_stats: settings.reveal_stats === 1, reveal_comments: settings.reveal_comments === 1 },
    });
  });
}

for (const flag of ["commentable", "downloadable", "streamable"]) {
  Deno.test(`presentTrack() shows ${flag} as true or false`, () => {
    assertEquals([1, 0].map((value) => presented({ [flag]: value }, OTHER)[flag]), [true, false]);
  });
}

Deno.test("presentTrack() shows the address of a download only if there is one", () => {
  const path = (json: Record<string, unknown>) => String(json.download_url).replace(/.*\//, "");
  assertEquals([1, 0].map((downloadable) => path(presented({ downloadable }, OTHER))), ["download", "null"]);
});

Deno.test("presentTrack() shows a user whether they like the track and how often they played it, an app neither", () => {
  const seen = (viewer: number | null) => {
    const { user_favorite, user_playback_count } = presented({}, viewer);
    return {
      isFavorite: typeof user_favorite,
      favorite: viewer === null && user_favorite,
      plays: typeof user_playback_count,
    };
  };
  assertEquals([seen(null), seen(OTHER)], [
    { isFavorite: "boolean", favorite: false, plays: "object" },
    { isFavorite: "boolean", favorite: false, plays: "number" },
  ]);
});
