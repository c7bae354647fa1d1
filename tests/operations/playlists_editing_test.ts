import { assertEquals, assertRejects } from "@std/assert";
import { playlists, ServiceError } from "../../mod.ts";
import { recorder } from "../support/calls.ts";

function playlist(...ids: number[]): { track_count: number; tracks: { urn: string }[] } {
  return { track_count: ids.length, tracks: ids.map((id) => ({ urn: `soundcloud:tracks:${id}` })) };
}

function written(session: ReturnType<typeof recorder>): unknown {
  return session.sent.find(({ method }) => method === "PUT")?.body;
}

Deno.test("addTracks() reads every track, including blocked ones, without a cache", async () => {
  const session = recorder(playlist(1), {}, playlist(1, 2));
  await playlists.addTracks(session, 9, [2]);
  const reads = session.sent.filter(({ method }) => method === "GET");
  assertEquals(reads.map(({ query, route }) => [query?.access, route.skipCache && route.skipDedupe]), [
    ["playable,preview,blocked", true],
    ["playable,preview,blocked", true],
  ]);
});

Deno.test("addTracks() writes nothing when nothing changes, and returns the playlist", async () => {
  for (
    const edit of [
      (session: ReturnType<typeof recorder>) => playlists.addTracks(session, 9, new Set([2, "1"])),
      (session: ReturnType<typeof recorder>) => playlists.removeTracks(session, 9, [3]),
      (session: ReturnType<typeof recorder>) => playlists.moveTrack(session, 9, 2, 1),
    ]
  ) {
    const session = recorder(playlist(1, 2));
    assertEquals(await edit(session), playlist(1, 2) as never);
    assertEquals(session.sent.map(({ method }) => method), ["GET"]);
  }
});

for (const reply of [undefined, null, {}, { tracks: {} }, { tracks: [null] }, { tracks: [{ id: -1 }] }]) {
  Deno.test(`addTracks() rejects ${JSON.stringify(reply)}, because writing would delete missing tracks`, async () => {
    const session = recorder(reply);
    const error = await assertRejects(() => playlists.addTracks(session, 9, [4]), ServiceError);
    assertEquals({ code: error.code, sent: session.sent.length }, { code: "invalid_body", sent: 1 });
  });
}

Deno.test("addTracks() rejects when the service hides tracks, because writing would delete them", async () => {
  const session = recorder({ ...playlist(1, 2), track_count: 3 });
  const error = await assertRejects(() => playlists.addTracks(session, 9, [4]), ServiceError, "only 2 of its 3");
  assertEquals({ code: error.code, sent: session.sent.length }, { code: "hidden_tracks", sent: 1 });
});

Deno.test("addTracks() with force continues without the hidden tracks", async () => {
  const session = recorder({ ...playlist(1, 2), track_count: 3 }, {}, playlist(1, 2, 4));
  await playlists.addTracks(session, 9, [4], { force: true });
  assertEquals(written(session), { playlist: { tracks: playlist(1, 2, 4).tracks } });
});

/** Replies of a service on which another writer replaces the list after each write. */
const overwritten = (times: number) => Array.from({ length: times }, () => [playlist(1), {}, playlist(1, 3)]).flat();

Deno.test("addTracks() throws when another writer overwrites each try, and names what is missing", async () => {
  const session = recorder(...overwritten(5));
  const error = await assertRejects(() => playlists.addTracks(session, 9, [2]), ServiceError, "it lacks");
  assertEquals({ code: error.code, sent: session.sent.length }, { code: "not_written", sent: 15 });
  assertEquals(error.message.includes("it lacks soundcloud:tracks:2; it has soundcloud:tracks:3"), true, error.message);
});

Deno.test("addTracks() tries again on the list of the other writer, and keeps its tracks", async () => {
  const session = recorder(...overwritten(2), playlist(1, 3), {}, playlist(1, 3, 2));
  assertEquals(await playlists.addTracks(session, 9, [2]), playlist(1, 3, 2) as never);
  const last = JSON.stringify(session.sent.at(-2)?.body);
  assertEquals(last, JSON.stringify({ playlist: { tracks: playlist(1, 3, 2).tracks } }));
});

Deno.test("addTracks() is done when the other writer's list holds its tracks", async () => {
  const session = recorder(playlist(1), {}, playlist(3, 2, 1));
  assertEquals(await playlists.addTracks(session, 9, [2]), playlist(3, 2, 1) as never);
});

Deno.test("addTracks() never makes a playlist of more than 500 tracks", async () => {
  const full = playlist(...Array.from({ length: 499 }, (_, id) => id + 1));
  const session = recorder(full);
  await assertRejects(() => playlists.addTracks(session, 9, [500, 501]), RangeError, "500");
  assertEquals(session.sent.length, 1);
});

Deno.test("addTracks() adds a track once even if it's given twice, and keeps one that is in the playlist twice", async () => {
  const session = recorder(playlist(7, 7), {}, playlist(7, 7, 5, 6));
  await playlists.addTracks(session, 9, [5, "soundcloud:tracks:5", 6, "6", 7]);
  assertEquals(written(session), { playlist: { tracks: playlist(7, 7, 5, 6).tracks } });
});

Deno.test("removeTracks() removes a track wherever it is", async () => {
  const session = recorder(playlist(1, 2, 1), {}, playlist(2));
  await playlists.removeTracks(session, 9, [1]);
  assertEquals(written(session), { playlist: { tracks: playlist(2).tracks } });
});

for (const [track, position, after] of [[1, 2, [2, 3, 1]], [3, 0, [3, 1, 2]], [2, 2, [1, 3, 2]]] as const) {
  Deno.test(`moveTrack() moves ${track} of 1, 2, 3 to position ${position}: ${after}`, async () => {
    const session = recorder(playlist(1, 2, 3), {}, playlist(...after));
    await playlists.moveTrack(session, 9, track, position);
    assertEquals(written(session), { playlist: { tracks: playlist(...after).tracks } });
  });
}

Deno.test("moveTrack() moves the track again where another writer's list has another order", async () => {
  const session = recorder(playlist(1, 2, 3), {}, playlist(2, 1, 3), playlist(2, 1, 3), {}, playlist(3, 2, 1));
  assertEquals(await playlists.moveTrack(session, 9, 3, 0), playlist(3, 2, 1) as never);
});

Deno.test("moveTrack() rejects a missing track and an invalid position", async () => {
  await assertRejects(() => playlists.moveTrack(recorder(playlist(1)), 9, 2, 0), RangeError, "not in the playlist");
  await assertRejects(() => playlists.moveTrack(recorder(playlist(1)), 9, 1, 1), RangeError, "position");
});

Deno.test("addTracks() recognises tracks that have only a numeric id", async () => {
  const session = recorder({ track_count: 1, tracks: [{ id: 1 }] }, {}, playlist(1, 2));
  await playlists.addTracks(session, 9, [1, 2]);
  assertEquals(written(session), { playlist: { tracks: playlist(1, 2).tracks } });
});

Deno.test("addTracks() and removeTracks() reject a string, which is an iterable of letters", async () => {
  for (const edit of [playlists.addTracks, playlists.removeTracks]) {
    const session = recorder(playlist(1));
    await assertRejects(() => edit(session, 9, "12"), TypeError, "must be a list");
    assertEquals(session.sent.length, 0);
  }
});
