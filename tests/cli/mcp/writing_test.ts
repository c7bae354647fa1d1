import { assertEquals, assertStringIncludes } from "@std/assert";
import { callTool, type Service } from "./calls.ts";

const [USER, TRACK, LIST] = ["soundcloud:users:9", "soundcloud:tracks:1", "soundcloud:playlists:2"];
const SHARED = {
  ...{ title: "Song", duration: 61_000, access: "playable", sharing: "public", tag_list: "", description: null },
  ...{ user: { urn: USER, username: "Ann" }, permalink_url: "https://soundcloud.com/ann/x", username: "Ann" },
};
const CARD = { urn: TRACK, title: "Song", artist: "Ann", artist_urn: USER, length: "1:01" };
const TRACK_CARD = { ...CARD, url: "https://soundcloud.com/ann/x" };
const LIST_CARD = {
  ...{ urn: LIST, title: "Song", by: "Ann", by_urn: USER, tracks: 2, length: "1:01" },
  url: "https://soundcloud.com/ann/x",
};

/** A service with a track, and with a playlist of the tracks 5 and 6 that can be changed. */
function changeable(): Service {
  let tracks: readonly unknown[] = [{ urn: "soundcloud:tracks:5" }, { urn: "soundcloud:tracks:6" }];
  return (line, body) => {
    if (!line.includes("/playlists")) return { ...SHARED, kind: "track", urn: TRACK };
    if (line.startsWith("PUT")) {
      tracks = (body as { playlist: { tracks?: readonly unknown[] } }).playlist.tracks ?? tracks;
    }
    return line.includes("/tracks?")
      ? { collection: tracks }
      : { ...SHARED, kind: "playlist", urn: LIST, track_count: tracks.length, tracks };
  };
}

/** Calls a tool with `--write`; the requests that change something are returned with their bodies. */
async function call(tool: string, given: object) {
  const { isError, text, sent } = await callTool(tool, given, { service: changeable(), options: ["--write"] });
  const writes = sent.filter(({ line }) => !line.startsWith("GET "));
  return { isError, text, writes };
}

const tracks = (...ids: number[]) => ids.map((id) => ({ urn: `soundcloud:tracks:${id}` }));
const created = (playlist: object) => [{ line: "POST /playlists", body: { playlist } }];
const changed = (...playlists: object[]) =>
  playlists.map((playlist) => ({ line: `PUT /playlists/${LIST}`, body: { playlist } }));

for (
  const [what, given, writes] of [
    [
      "makes a private playlist",
      { title: "New", add: ["1", "soundcloud:tracks:2"], description: "D" },
      created({ sharing: "private", title: "New", description: "D", tracks: tracks(1, 2) }),
    ],
    [
      "makes a public one if told so",
      { title: "New", sharing: "public" },
      created({ sharing: "public", title: "New", tracks: [] }),
    ],
    ["changes fields", { playlist: LIST, title: "New", description: "" }, changed({ title: "New", description: "" })],
    ["adds tracks at the end", { playlist: LIST, add: ["1"] }, changed({ tracks: tracks(5, 6, 1) })],
    [
      "removes tracks, then adds others",
      { playlist: LIST, add: ["1"], remove: ["5"] },
      changed({ tracks: tracks(6) }, { tracks: tracks(6, 1) }),
    ],
    [
      "moves a track to a position from one",
      { playlist: LIST, move: { track: "6", position: 1 } },
      changed({ tracks: tracks(6, 5) }),
    ],
    ["changes nothing where nothing is named", { playlist: LIST }, []],
  ] as const
) {
  Deno.test(`tonearm mcp: edit_playlist ${what}`, async () => {
    const result = await call("edit_playlist", given);
    assertEquals({ ...result, text: JSON.parse(result.text) }, {
      ...{ isError: false, text: { ...LIST_CARD, tracks: what === "adds tracks at the end" ? 3 : 2 } },
      writes: writes.map((one) => ({ ...one })),
    });
  });
}

Deno.test("tonearm mcp: edit_track changes the named fields, and replaces all tags", async () => {
  const given = { title: "New", sharing: "private", genre: "", license: "cc-by" };
  const { text, writes } = await call("edit_track", { track: TRACK, ...given, tags: ["a", "b c"] });
  assertEquals(writes, [{ line: `PUT /tracks/${TRACK}`, body: { track: { ...given, tag_list: 'a "b c"' } } }]);
  assertEquals(JSON.parse(text), TRACK_CARD);
  const { writes: [cleared] } = await call("edit_track", { track: TRACK, tags: [] });
  assertEquals(cleared?.body, { track: { tag_list: "" } });
});

for (
  const [action, names, writes] of [
    ["like", [TRACK, LIST], [`POST /likes/tracks/${TRACK}`, `POST /likes/playlists/${LIST}`]],
    ["unlike", [TRACK, LIST], [`DELETE /likes/tracks/${TRACK}`, `DELETE /likes/playlists/${LIST}`]],
    ["repost", [TRACK, LIST], [`POST /reposts/tracks/${TRACK}`, `POST /reposts/playlists/${LIST}`]],
    ["unrepost", [TRACK, LIST], [`DELETE /reposts/tracks/${TRACK}`, `DELETE /reposts/playlists/${LIST}`]],
    ["follow", [USER], [`PUT /me/followings/${USER}`]],
    ["unfollow", [USER], [`DELETE /me/followings/${USER}`]],
  ] as const
) {
  Deno.test(`tonearm mcp: react ${action} does it to each name, in order`, async () => {
    const result = await call("react", { action, names });
    assertEquals(result.writes.map(({ line }) => line), [...writes]);
    assertEquals(JSON.parse(result.text), { items: names.map((name) => ({ [action]: name })) });
  });

  Deno.test(`tonearm mcp: react ${action} waits for the service, and reports that it refuses`, async () => {
    const service = () => Response.json({ code: 403 }, { status: 403 });
    assertEquals((await callTool("react", { action, names }, { service, options: ["--write"] })).isError, true);
  });
}

for (const change of [{ title: "New" }, { add: ["1"] }, { remove: ["5"] }, { move: { track: "6", position: 1 } }]) {
  Deno.test(`tonearm mcp: edit_playlist reports that the service refuses to ${Object.keys(change)}`, async () => {
    const allows = changeable();
    const service: Service = (line, body) =>
      line.startsWith("PUT") ? Response.json({ code: 403 }, { status: 403 }) : allows(line, body);
    const given = { playlist: LIST, ...change };
    assertEquals((await callTool("edit_playlist", given, { service, options: ["--write"] })).isError, true);
  });
}

for (const [name, card, path] of [[TRACK, TRACK_CARD, "tracks"], [LIST, LIST_CARD, "playlists"]] as const) {
  Deno.test(`tonearm mcp: delete of one of the ${path} says what would go, until its title confirms`, async () => {
    for (const confirm of [undefined, "", "song"]) {
      const { text, writes } = await call("delete", { name, ...(confirm !== undefined && { confirm }) });
      assertEquals(JSON.parse(text), { not_deleted: card, next: 'Ask the user, then call again with confirm: "Song"' });
      assertEquals(writes, []);
    }
    const { text, writes } = await call("delete", { name, confirm: "Song" });
    assertEquals(writes.map(({ line }) => line), [`DELETE /${path}/${name}`]);
    assertEquals(JSON.parse(text), { deleted: name, title: "Song" });
  });
}

for (
  const [tool, given, message] of [
    ["edit_track", { track: TRACK }, "Nothing to change. Name a field."],
    ["edit_track", { track: LIST, title: "x" }, "is not a track"],
    ["edit_playlist", { add: ["1"] }, "A new playlist needs a title"],
    ["edit_playlist", { title: "x", add: [LIST] }, "is not a track"],
    ["edit_playlist", { playlist: TRACK, title: "x" }, "is not a playlist"],
    ["edit_playlist", { playlist: LIST, move: { track: "6", position: 0 } }, "Input validation error"],
    ["react", { action: "like", names: [USER] }, USER],
    ["react", { action: "follow", names: [TRACK] }, "is not a user"],
    ["react", { action: "love", names: [TRACK] }, "Input validation error"],
    ["delete", { name: USER }, USER],
    ["upload", { path: "x.wav" }, "Uploads are off. To allow them, the user starts the server with --root FOLDER."],
  ] as const
) {
  Deno.test(`tonearm mcp: ${tool} ${JSON.stringify(given)} is refused, and changes nothing`, async () => {
    const { isError, text, writes } = await call(tool, given);
    assertEquals({ isError, writes }, { isError: true, writes: [] });
    assertStringIncludes(text, message);
  });
}

Deno.test("tonearm mcp: react does what it can, and says which name failed", async () => {
  const service: Service = (line) => line.includes("999") ? new Response('{"code":404}', { status: 404 }) : {};
  const given = { action: "like", names: [TRACK, "soundcloud:tracks:999"] };
  const { text } = await callTool("react", given, { service, options: ["--write"] });
  const { items: [done, lost] } = JSON.parse(text);
  assertEquals({ done, name: lost.name }, { done: { like: TRACK }, name: "soundcloud:tracks:999" });
  assertStringIncludes(lost.error, "404");
});
