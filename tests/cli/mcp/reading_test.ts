import { assertEquals, assertMatch } from "@std/assert";
import { callTool, type Service } from "./calls.ts";

const [USER, TRACK, LIST] = ["soundcloud:users:9", "soundcloud:tracks:1", "soundcloud:playlists:2"];
const SHARED = {
  ...{
    title: "Song",
    duration: 61_000,
    access: "playable",
    sharing: "public",
    tag_list: "mellow",
    description: "Text",
  },
  ...{ user: { urn: USER, username: "Ann" }, permalink_url: "https://soundcloud.com/ann/x", username: "Ann" },
};
const track = { ...SHARED, kind: "track", urn: TRACK };
const playlist = { ...SHARED, kind: "playlist", urn: LIST, track_count: 2 };
const user = { ...SHARED, kind: "user", urn: USER };
const comment = { body: "Nice", user, timestamp: 61_000, created_at: "now" };

const BY = { artist: "Ann", artist_urn: USER };
const TRACK_CARD = { urn: TRACK, title: "Song", ...BY, length: "1:01", url: "https://soundcloud.com/ann/x" };
const USER_CARD = { urn: USER, name: "Ann", url: "https://soundcloud.com/ann/x", description: "Text" };
const LIST_CARD = {
  ...{ urn: LIST, title: "Song", by: "Ann", by_urn: USER, tracks: 2, length: "1:01" },
  ...{ url: "https://soundcloud.com/ann/x", description: "Text" },
};
const COMMENT_CARD = { by: "Ann", at: "1:01", text: "Nice", created: "now" };

const TRACKS = "linked_partitioning=true&limit=10";

/** A list of a tool: the request for its first page, an item of the service and the item for the model. */
interface Listed {
  readonly request: string;
  readonly item: object;
  readonly card: object;
}

const ofTracks = (request: string): Listed => ({ request, item: track, card: TRACK_CARD });
const ofUsers = (request: string): Listed => ({ request, item: user, card: USER_CARD });
const ofLists = (request: string): Listed => ({ request, item: playlist, card: LIST_CARD });

/** The calls that list something, as `tool {arguments}`. */
const LISTS: Readonly<Record<string, Listed>> = {
  'search {"query":"x"}': ofTracks(`/tracks?q=x&${TRACKS}&offset=0&access=playable`),
  'search {"query":"x","kind":"users","limit":3}': ofUsers("/users?q=x&linked_partitioning=true&limit=3&offset=0"),
  'search {"query":"x","kind":"playlists","limit":50}': ofLists(
    "/playlists?q=x&linked_partitioning=true&limit=50&offset=0",
  ),
  'search {"query":"x","genre":"Jazz","bpm_from":70,"bpm_to":90}': ofTracks(
    `/tracks?q=x&${TRACKS}&offset=0&access=playable&genres=Jazz&bpm[from]=70&bpm[to]=90`,
  ),
  'search {"query":"x","bpm_from":70}': ofTracks(`/tracks?q=x&${TRACKS}&offset=0&access=playable&bpm[from]=70`),
  'search {"query":"x","bpm_to":90}': ofTracks(`/tracks?q=x&${TRACKS}&offset=0&access=playable&bpm[to]=90`),
  'list {"what":"tracks"}': ofTracks(`/me/tracks?${TRACKS}`),
  [`list {"what":"tracks","of":"${USER}","limit":2}`]: ofTracks(
    `/users/${USER}/tracks?linked_partitioning=true&limit=2`,
  ),
  'list {"what":"likes"}': ofTracks(`/me/likes/tracks?${TRACKS}`),
  [`list {"what":"likes","of":"${USER}"}`]: ofTracks(`/users/${USER}/likes/tracks?${TRACKS}`),
  'list {"what":"reposts","of":"me"}': ofTracks(`/me/reposts/tracks?${TRACKS}`),
  [`list {"what":"reposts","of":"${USER}"}`]: ofTracks(`/users/${USER}/reposts/tracks?${TRACKS}`),
  'list {"what":"playlists"}': ofLists(`/me/playlists?${TRACKS}&show_tracks=false`),
  [`list {"what":"playlists","of":"${USER}"}`]: ofLists(`/users/${USER}/playlists?${TRACKS}&show_tracks=false`),
  'list {"what":"followers"}': ofUsers("/me/followers?limit=10"),
  [`list {"what":"followers","of":"${USER}"}`]: ofUsers(`/users/${USER}/followers?limit=10`),
  'list {"what":"following"}': ofUsers("/me/followings?limit=10"),
  [`list {"what":"following","of":"${USER}"}`]: ofUsers(`/users/${USER}/followings?limit=10`),
  [`playlist_tracks {"playlist":"${LIST}"}`]: ofTracks(`/playlists/${LIST}/tracks?${TRACKS}&offset=0`),
  'list {"what":"feed","limit":7}': {
    request: "/me/feed?limit=7",
    item: { type: "track", created_at: "now", origin: track },
    card: { what: "track", when: "now", ...TRACK_CARD },
  },
  [`comments {"track":"${TRACK}"}`]: {
    request: `/tracks/${TRACK}/comments?${TRACKS}`,
    item: comment,
    card: COMMENT_CARD,
  },
};

/** Splits `tool {arguments}`. */
function parts(call: string): [string, Record<string, unknown>] {
  const [tool = ""] = call.split(" ");
  return [tool, JSON.parse(call.slice(tool.length))];
}

for (const [call, { request, item, card }] of Object.entries(LISTS)) {
  Deno.test(`tonearm mcp: ${call} reads a page and gives the cursor of the next one`, async () => {
    const [tool, given] = parts(call);
    const next_href = "https://api.soundcloud.com/next?page=2";
    const first = await callTool(tool, given, { service: () => ({ collection: [item], next_href }) });
    const { items, cursor } = JSON.parse(first.text);
    assertEquals(first.sent.map(({ line }) => line), [`GET ${request}`]);
    assertEquals(items, [card]);
    const last = await callTool(tool, { ...given, cursor }, { service: () => ({ collection: [item, item] }) });
    assertEquals(last.sent.map(({ line }) => line), ["GET /next?page=2"]);
    assertEquals(JSON.parse(last.text), { items: [card, card] });
  });
}

Deno.test('tonearm mcp: list {"what":"history"} cuts the recent plays, and has them of no other user', async () => {
  const service: Service = () => ({ collection: [track, track, track] });
  const { text, sent } = await callTool("list", { what: "history", limit: 2 }, { service });
  assertEquals(JSON.parse(text), { items: [TRACK_CARD, TRACK_CARD] });
  assertEquals(sent.map(({ line }) => line), ["GET /me/recently-played/tracks"]);
  const { isError, text: refusal } = await callTool("list", { what: "history", of: USER }, { service });
  assertEquals(isError, true);
  assertEquals(refusal, 'The history is available for the signed-in user only. Leave out "of".');
});

for (
  const [name, request, item, card] of [
    ["me", "/me", user, USER_CARD],
    [USER, `/users/${USER}`, user, USER_CARD],
    [LIST, `/playlists/${LIST}?show_tracks=false`, playlist, LIST_CARD],
    [TRACK, `/tracks/${TRACK}`, track, { ...TRACK_CARD, tags: ["mellow"], description: "Text" }],
    ["12", "/tracks/12", track, { ...TRACK_CARD, tags: ["mellow"], description: "Text" }],
  ] as const
) {
  Deno.test(`tonearm mcp: look_up ${name} gives the details`, async () => {
    const { text, sent } = await callTool("look_up", { names: [name] }, { service: () => item });
    assertEquals(sent.map(({ line }) => line), [`GET ${request}`]);
    assertEquals(JSON.parse(text), { items: [card] });
  });
}

Deno.test("tonearm mcp: look_up gives the details of the names that it finds, and says why others fail", async () => {
  const service: Service = (line) => line.includes("999") ? new Response('{"code":404}', { status: 404 }) : track;
  const { isError, text } = await callTool("look_up", { names: [TRACK, "soundcloud:tracks:999"] }, { service });
  const { items: [found, lost] } = JSON.parse(text);
  assertEquals(isError, false);
  assertEquals(found.urn, TRACK);
  assertEquals(lost.name, "soundcloud:tracks:999");
  assertMatch(lost.error, /404/);
  assertEquals((await callTool("look_up", { names: ["soundcloud:tracks:999"] }, { service })).isError, true);
});

Deno.test("tonearm mcp: look_up resolves a name without a slash as a user's, and one with a slash as a track's", async () => {
  const service = (found: object): Service => () => found;
  const named = await callTool("look_up", { names: ["ann"] }, { service: service(user) });
  assertEquals(named.sent.map(({ line }) => line), [
    "GET /resolve?url=https://soundcloud.com/ann",
    `GET /users/${USER}`,
  ]);
  const slashed = await callTool("look_up", { names: ["ann/x"] }, { service: service(track) });
  assertEquals(slashed.sent.map(({ line }) => line), [
    "GET /resolve?url=https://soundcloud.com/ann/x",
    `GET /tracks/${TRACK}`,
  ]);
});

Deno.test("tonearm mcp: play_link gives the title, the page, and what restricts it", async () => {
  const page = { title: "Song", url: "https://soundcloud.com/ann/x" };
  const linkOf = async (fields: object) =>
    JSON.parse((await callTool("play_link", { track: TRACK }, { service: () => ({ ...track, ...fields }) })).text);
  assertEquals(await linkOf({}), page);
  assertEquals(await linkOf({ access: "preview" }), { ...page, access: "preview" });
});

for (
  const cursor of ["", "//evil.example/x", "/tracks?q= x", "https://evil.example/", "tracks", "/tracks\n", "/a b"]
) {
  Deno.test(`tonearm mcp: the cursor of ${JSON.stringify(cursor)} is refused without a request`, async () => {
    const { isError, text, sent } = await callTool("list", { what: "feed", cursor: btoa(cursor) });
    assertEquals(isError, true);
    assertEquals(text, "This cursor is not from an earlier page. Leave it out to begin at the start.");
    assertEquals(sent, []);
  });
}

for (
  const call of [
    'search {"query":""}',
    'search {"query":"x","limit":0}',
    'search {"query":"x","limit":51}',
    'search {"query":"x","limit":1.5}',
    'search {"query":"x","kind":"songs"}',
    'look_up {"names":[]}',
    `look_up {"names":${JSON.stringify(Array(21).fill("me"))}}`,
    'list {"what":"songs"}',
  ]
) {
  Deno.test(`tonearm mcp: ${call.slice(0, 50)} is refused without a request`, async () => {
    const { isError, text, sent } = await callTool(...parts(call));
    assertEquals({ isError, sent }, { isError: true, sent: [] });
    assertMatch(text, /Input validation error/);
  });
}
