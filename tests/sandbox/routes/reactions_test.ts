import { assertEquals, assertObjectMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { caller, type Reply, sandboxApi } from "../../support/api.ts";

const OK = '{"status":"200 - OK"}';

/** The replies to a reaction, and to its end. */
const REACTIONS: Readonly<Record<string, readonly [made: Partial<Reply>, ended: Partial<Reply>]>> = {
  "/likes/tracks/1020": [{ status: 200, text: OK }, { status: 200, text: OK }],
  "/likes/playlists/101": [{ status: 200, text: OK }, { status: 200, text: OK }],
  "/reposts/tracks/1020": [{ status: 201, text: "" }, { status: 200, text: "" }],
  "/reposts/playlists/101": [{ status: 201, text: "" }, { status: 200, text: "" }],
};

for (const [path, [made, ended]] of Object.entries(REACTIONS)) {
  Deno.test(`${path}: POST answers ${made.status}, even the second time; DELETE answers 200, then 404`, async () => {
    using api = sandboxApi({ user: 9 });
    assertObjectMatch(await api.post(path), made);
    assertObjectMatch(await api.post(path), made);
    assertObjectMatch(await api.delete(path), ended);
    assertEquals((await api.delete(path)).status, 404);
  });
}

Deno.test("sandbox reactions: a like is counted once for the resource and the user, and subtracted when removed", async () => {
  using api = sandboxApi({ user: 9 });
  const counts = async () =>
    [
      (await api.get("/tracks/1020")).body.favoritings_count,
      (await api.get("/playlists/101")).body.likes_count,
      (await api.get("/me")).body.likes_count,
    ].map(Number);
  const before = await counts();
  for (const path of ["/likes/tracks/1020", "/likes/playlists/101", "/likes/tracks/1020"]) await api.post(path);
  assertEquals(await counts(), before.map((count, i) => count + (i === 2 ? 2 : 1)));
  await api.delete("/likes/tracks/1020");
  await api.delete("/likes/playlists/101");
  assertEquals(await counts(), before);
});

Deno.test("sandbox reactions: likes and reposts appear in their user's lists, latest first", async () => {
  using api = sandboxApi({ user: 9 });
  for (const kind of ["likes", "reposts"]) {
    for (const id of [1030, 1020, 1040]) await api.post(`/${kind}/tracks/${id}`);
    for (const owner of ["me", "users/9"]) {
      const { items } = await api.get(`/${owner}/${kind}/tracks`);
      assertEquals(items.map(({ id }) => id), [1040, 1020, 1030]);
    }
  }
});

Deno.test("sandbox reactions: liking a missing or private resource is a 404", async () => {
  using sandbox = createSandbox();
  const owner = caller(sandbox);
  const hidden = (await owner.get("/me/tracks?limit=200")).items.find(({ sharing }) => sharing === "private");
  const api = caller(sandbox, 9);
  for (const id of ["999999", "soundcloud:playlists:101", hidden?.urn]) {
    assertEquals((await api.post(`/likes/tracks/${id}`)).status, 404, id);
  }
  assertEquals((await owner.post(`/likes/tracks/${hidden?.urn}`)).status, 200);
});

Deno.test("sandbox reactions: too many writes in an hour are a 429 with a spam warning", async () => {
  using sandbox = createSandbox({ config: { spamThreshold: 4 } });
  sandbox.clock.freeze();
  const api = caller(sandbox, 9);
  await api.post("/likes/tracks/1020");
  await api.post("/reposts/tracks/1020");
  await api.put("/me/followings/2");
  await api.post("/tracks/1020/comments", { comment: { body: "one" } });
  const { status, body, headers } = await api.post("/likes/tracks/1021");
  assertEquals(status, 429);
  assertEquals(body.code, 429);
  assertEquals(body.spam_warning_urn, "soundcloud:spam-warnings:1");
  assertEquals(body.link, "https://developers.soundcloud.com/docs/api/rate-limits#errors");
  assertEquals(headers.get("retry-after"), null);
  assertEquals((await api.post("/likes/tracks/1020")).status, 200, "what is liked already costs nothing");
  assertEquals((await caller(sandbox, 2).post("/likes/tracks/1021")).status, 200, "the limit is the user's");
  sandbox.config.retryAfter = true;
  assertEquals((await api.put("/me/followings/3")).headers.get("retry-after"), "3600");
  sandbox.clock.advance(3_600_000);
  assertEquals((await caller(sandbox, 9).post("/likes/tracks/1021")).status, 200, "an hour later it starts anew");
});

Deno.test("sandbox reactions: a comment is 201 with its author, and appears under the track", async () => {
  using sandbox = createSandbox({ clock: "2026-02-03T04:05:06Z" });
  sandbox.clock.freeze();
  const api = caller(sandbox, 9);
  const before = Number((await api.get("/tracks/1020")).body.comment_count);
  const { status, body } = await api.post("/tracks/1020/comments", {
    comment: { body: "この音 <b>", timestamp: 1234 },
  });
  assertEquals(status, 201);
  const { kind, timestamp, created_at, track_urn, user_urn } = body;
  assertEquals({ kind, body: body.body, timestamp, created_at, track_urn, user_urn }, {
    kind: "comment",
    body: "この音 <b>",
    timestamp: 1234,
    created_at: "2026/02/03 04:05:06 +0000",
    track_urn: "soundcloud:tracks:1020",
    user_urn: "soundcloud:users:9",
  });
  assertEquals((await api.get("/tracks/1020/comments")).items[0], body);
  assertEquals((await api.get("/tracks/1020")).body.comment_count, before + 1);
});

Deno.test("sandbox reactions: comments accept an offset", async () => {
  using api = sandboxApi();
  for (const body of ["a", "b", "c"]) await api.post("/tracks/1020/comments", { comment: { body } });
  const { items } = await api.get("/tracks/1020/comments?offset=1&limit=2");
  assertEquals(items.map(({ body }) => body), ["b", "a"]);
});
