import { assertEquals, assertObjectMatch, assertStringIncludes } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { Conformance, type OperationRecord, type Violation } from "../../../sandbox/document/conformance.ts";
import { API_TABLE } from "../../../sandbox/contract/operations.ts";
import { callApi, control } from "../../support/sandbox/control.ts";
import { writeWav } from "../../support/sandbox/sounds.ts";

interface Report {
  readonly documented: number;
  readonly called: number;
  readonly uncalled: string[];
  readonly operations: OperationRecord[];
  readonly violationCount: number;
  readonly violations: Violation[];
}

/** Repeatable reads: without and with paging, with every parameter, and of missing resources. */
const READS = `
  /me /me/activities?limit=3 /me/activities/all/own /me/activities/tracks /me/feed?access=playable,blocked
  /me/feed/tracks?limit=200 /me/recently-played/tracks /me/likes/tracks /me/likes/tracks?linked_partitioning=true&limit=2
  /me/likes/playlists /me/likes/playlists?linked_partitioning=true /me/followings?limit=2 /me/followings/tracks
  /me/followings/{followed} /me/followings/1 /me/followers /me/followers/{follower} /me/playlists
  /me/playlists?show_tracks=false&linked_partitioning=true /me/tracks /me/tracks?linked_partitioning=true&limit=1&sort=asc
  /me/reposts/tracks /me/reposts/playlists
  /tracks?q=a /tracks?q=a&linked_partitioning=true&limit=200&access=playable,preview,blocked /tracks?q=nothing+at+all+here
  /tracks?urns=soundcloud:tracks:1001,soundcloud:tracks:1003&access=playable,preview,blocked
  /tracks?genres=Pop&bpm[from]=90&duration[to]=900000&created_at[from]=2015-01-01+00:00:00 /tracks?limit=0 /tracks?offset=x
  /playlists?q=the /playlists?q=a&linked_partitioning=true&show_tracks=false /users?q=a
  /users?urns=soundcloud:users:1,soundcloud:users:2 /resolve?url=https://soundcloud.com/night-ferry /resolve?url=nowhere
  /tracks/{track} /tracks/9 /tracks/{mine} /tracks/{track}/preview /tracks/9/preview /tracks/{track}/streams
  /tracks/{track}/comments /tracks/{track}/comments?limit=1 /tracks/9/comments /tracks/{track}/favoriters
  /tracks/{track}/reposters /tracks/{track}/related /tracks/{track}/related?linked_partitioning=true&limit=3
  /playlists/{playlist} /playlists/{playlist}?show_tracks=false&access=playable /playlists/9 /playlists/{playlist}/tracks
  /playlists/{playlist}/tracks?linked_partitioning=true&limit=2 /playlists/{playlist}/reposters
  /users/1 /users/soundcloud:users:2 /users/999999 /users/1/related?limit=3 /users/1/favorites /users/1/followers
  /users/1/followers?limit=1 /users/1/followings /users/1/followings/{followed} /users/1/playlists
  /users/1/playlists?show_tracks=false /users/1/tracks /users/1/tracks?linked_partitioning=true&limit=200&sort=asc
  /users/1/web-profiles /users/2/web-profiles /users/1/likes/tracks /users/1/likes/tracks?linked_partitioning=true&limit=1
  /users/1/likes/playlists /users/1/reposts/tracks /users/2/reposts/tracks?access=playable,preview,blocked
  /users/1/reposts/playlists /users/999999/followers /users/999999/playlists
  /system-playlists/track-stations:1001 /system-playlists/soundcloud:system-playlists:artist-stations:1
  /system-playlists/track-stations:9 /me/likes/system-playlists /users/1/likes/system-playlists
  /me/likes/system-playlists?linked_partitioning=true&limit=2 /users/1/likes/system-playlists?linked_partitioning=true
  /users/9/likes/system-playlists /resolve?url=https://soundcloud.com/discover/sets/artist-stations:1`.trim().split(
  /\s+/,
);

async function value(sandbox: Sandbox, path: string): Promise<{ urn: string; collection: { urn: string }[] }> {
  return await (await callApi(sandbox, `GET ${path}`)).json();
}

function json(body: unknown): RequestInit {
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

function upload(): FormData {
  const form = new FormData();
  form.set("track[title]", "Mine");
  form.set("track[sharing]", "private");
  form.set("track[asset_data]", new Blob([writeWav(new Float32Array(8000), 8000)]), "mine.wav");
  return form;
}

/** Calls every writing operation: does, undoes and provokes errors. */
async function write(sandbox: Sandbox, mine: string, list: string): Promise<void> {
  const storefront = { title: "Buy", type: "vinyl", link: "https://shop.example" };
  const requests: readonly (readonly [string, RequestInit?])[] = [
    [
      `PUT /tracks/${mine}`,
      json({ track: { title: "Ours", tag_list: '"two words" one', release_date: "2026-01-31" } }),
    ],
    [`PUT /tracks/${mine}/storefront`, json(storefront)],
    [`PUT /tracks/${mine}/storefront`, json({ storefront })],
    ["PUT /tracks/1003/storefront", json(storefront)],
    ["POST /tracks/1001/comments", json({ comment: { body: "Nice", timestamp: 1500 } })],
    ["POST /tracks/1001/comments", json({ comment: {} })],
    ["POST /tracks", { body: new FormData() }],
    [`PUT /playlists/${list}`, json({ playlist: { title: "Theirs", tracks: [{ urn: "soundcloud:tracks:1003" }] } })],
    ["PUT /playlists/9", json({ playlist: { title: "x" } })],
    ["PUT /me/followings/5"],
    ["PUT /me/followings/5"],
    ["PUT /me/followings/1"],
    ["DELETE /me/followings/5"],
    ["DELETE /me/followings/5"],
  ];
  for (const [request, init] of requests) await (await callApi(sandbox, request, init)).body?.cancel();
  for (
    const path of [
      "/likes/tracks/1003",
      `/likes/playlists/${list}`,
      "/likes/playlists/soundcloud:system-playlists:track-stations:1001",
      "/likes/playlists/soundcloud:system-playlists:track-stations:9",
      "/reposts/tracks/1003",
      `/reposts/playlists/${list}`,
    ]
  ) {
    for (const method of ["POST", "POST", "DELETE", "DELETE"]) {
      await (await callApi(sandbox, `${method} ${path}`)).body?.cancel();
    }
  }
}

/** Each list and resource of the contract that only a track, a user or a playlist names. */
const PLAIN_READS = Object.keys(API_TABLE).flatMap((operation) =>
  /^GET ([^{]*(?:\{(?:track|user|playlist)_urn\}[^{]*)?)$/.exec(operation)?.[1] ?? []
).map((path) => path.replace("_urn}", "}"));

async function read(sandbox: Sandbox, names: Readonly<Record<string, string>>): Promise<void> {
  for (const path of [...READS, ...PLAIN_READS]) {
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => names[name] ?? "");
    await (await callApi(sandbox, `GET ${filled}`)).body?.cancel();
    if (!/[{&]|limit=0/.test(path)) {
      await (await callApi(sandbox, `GET ${filled}`, { headers: { authorization: "no" } })).body?.cancel();
    }
  }
}

/** Calls every documented operation, most of them in several ways. */
async function callEverything(sandbox: Sandbox): Promise<void> {
  const mine = (await (await callApi(sandbox, "POST /tracks", { body: upload() })).json()).urn;
  sandbox.clock.advance(60_000);
  const list = (await (await callApi(sandbox, "POST /playlists", json({ playlist: { title: "Mine" } }))).json()).urn;
  await write(sandbox, mine, list);
  await callApi(sandbox, "PUT /me/followings/6");
  await callApi(sandbox, "POST /reposts/tracks/1003");
  const follower = (await value(sandbox, "/me/followers")).collection[0]?.urn ?? "";
  const lists = await (await callApi(sandbox, "GET /users/1/playlists?show_tracks=false")).json();
  const playlist = lists.find(({ track_count }: { track_count: number }) => track_count > 0).urn;
  await read(sandbox, { mine, follower, followed: "6", track: "1001", user: "1", playlist });
  await callApi(sandbox, `DELETE /tracks/${mine}`);
  await callApi(sandbox, `DELETE /playlists/${list}`);
  await callApi(sandbox, "DELETE /playlists/9");
  const { access_token } = sandbox.issueTokens();
  await callApi(sandbox, "POST /sign-out", json({ access_token }));
  await callApi(sandbox, "POST /disconnect", {
    headers: { authorization: `OAuth ${sandbox.issueTokens(7).access_token}` },
  });
}

Deno.test("Conformance: every operation replies as documented, without a violation", async () => {
  using sandbox = createSandbox({ config: { playsLimit: 1e9, spamThreshold: 1e9 } });
  await callEverything(sandbox);
  const { body } = await control<Report>(sandbox, "GET /conformance");
  assertEquals(body.violations, []);
  assertEquals(body.uncalled, []);
  assertObjectMatch(body, { documented: body.operations.length, called: body.operations.length, violationCount: 0 });
  const isGood = (statuses: Readonly<Record<string, number>>) => Object.keys(statuses).some((each) => each < "400");
  assertEquals(body.operations.filter(({ checked, statuses }) => checked === 0 || !isGood(statuses)), []);
});

Deno.test("Conformance: replies to an app, in other countries and with other settings are as documented", async () => {
  using sandbox = createSandbox({ config: { omitId: true } });
  const authorization = `OAuth ${sandbox.issueTokens(null).access_token}`;
  for (const path of ["/tracks?q=a", "/tracks/1002", "/tracks/1001/streams", "/users/1", "/me", "/playlists?q=the"]) {
    const headers = { authorization, "x-sandbox-country": "US" };
    await (await callApi(sandbox, `GET ${path}`, { headers })).body?.cancel();
  }
  const { body } = await control<Report>(sandbox, "GET /conformance");
  assertEquals({ called: body.called, violations: body.violations }, { called: 6, violations: [] });
});

type Doctor = (me: Record<string, unknown>) => Response;

/** Wrong replies to `GET /me`, and their violations. */
const WRONG: readonly (readonly [string, Doctor, Omit<Violation, "operation">])[] = [
  ["lacks a field", ({ plan: _, ...me }) => Response.json(me), {
    status: 200,
    at: "#",
    problem: 'Instance does not have required property "plan".',
  }],
  ["has a text for a number", (me) => Response.json({ ...me, track_count: "7" }), {
    status: 200,
    at: "#/track_count",
    problem: 'Instance type "string" is invalid. Expected "integer".',
  }],
  ["has null where a text has to be", (me) => Response.json({ ...me, quota: null }), {
    status: 200,
    at: "#/quota",
    problem: 'Instance type "null" is invalid. Expected "object".',
  }],
  ["has another form of time", (me) => Response.json({ ...me, created_at: "2026-01-01T00:00:00Z" }), {
    status: 200,
    at: "#/created_at",
    problem: "String does not match pattern.",
  }],
  ["has a field that nobody knows", (me) => Response.json({ ...me, mood: "good" }), {
    status: 200,
    at: "#/mood",
    problem: "False boolean schema.",
  }],
  ["has a status that isn't documented", (me) => Response.json(me, { status: 202 }), {
    status: 202,
    at: "#",
    problem: "The status 202 is not documented",
  }],
  ["isn't JSON", () => new Response("me"), { status: 200, at: "#", problem: "The reply is not JSON" }],
  ["is an error of no known form", () => Response.json({}, { status: 401 }), {
    status: 401,
    at: "#",
    problem: 'Instance does not have required property "code".',
  }],
];

for (const [what, doctor, { status, at, problem }] of WRONG) {
  Deno.test(`Conformance: a reply that ${what} is a violation with its position`, async () => {
    using sandbox = createSandbox();
    const reply = doctor(await (await callApi(sandbox, "GET /me")).json());
    const conformance = new Conformance(false);
    await conformance.note("GET /me", reply, await reply.clone().text());
    const [violation] = conformance.report().violations;
    assertObjectMatch(violation ?? {}, { operation: "GET /me", status, at });
    assertStringIncludes(violation?.problem ?? "", problem.slice(0, 30));
    assertEquals(conformance.report().violationCount, 1);
  });
}

/** Errors of the layers that no operation documents. */
const UNDOCUMENTED_ERRORS: Readonly<Record<string, unknown>> = { errors: [], error: "invalid_client" };

for (const [name, value] of Object.entries(UNDOCUMENTED_ERRORS)) {
  Deno.test(`Conformance: an undocumented error with ${name} is no violation`, async () => {
    const conformance = new Conformance(false);
    const text = JSON.stringify({ [name]: value });
    const reply = new Response(text, { status: 418, headers: { "content-type": "application/json" } });
    await conformance.note("GET /me", reply, text);
    assertEquals(conformance.report().violations, []);
  });
}

Deno.test("Conformance: an undocumented error whose error is no text is a violation", async () => {
  const conformance = new Conformance(false);
  const text = JSON.stringify({ error: 1 });
  const reply = new Response(text, { status: 418, headers: { "content-type": "application/json" } });
  await conformance.note("GET /me", reply, text);
  assertEquals(conformance.report().violationCount, 1);
});

Deno.test("Conformance: faults aren't violations, because the service's own reply is checked", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add("missing_fields");
  sandbox.faults.add("error_in_200", { match: { path: "/users/1" } });
  await callApi(sandbox, "GET /me");
  await callApi(sandbox, "GET /users/1");
  const { body } = await control<Report>(sandbox, "GET /conformance");
  assertObjectMatch(body, { called: 1, violationCount: 0 });
});

Deno.test("Conformance: checks the first twenty replies of an operation and then one in a thousand, or all in strict mode", async () => {
  for (const [strict, expected] of [[false, 21], [true, 1001]] as const) {
    using sandbox = createSandbox({ strict });
    for (let i = 0; i < 1001; i++) await sandbox.fetch("https://api.sandbox.test/me");
    const { body } = await control<Report>(sandbox, "GET /conformance");
    const me = body.operations.find(({ operation }) => operation === "GET /me");
    assertObjectMatch(me ?? {}, { called: 1001, checked: expected });
  }
});

Deno.test("Conformance: the report survives a reset and can be cleared", async () => {
  using sandbox = createSandbox();
  await callApi(sandbox, "GET /me");
  await control(sandbox, "POST /reset");
  assertEquals((await control<Report>(sandbox, "GET /conformance")).body.called, 1);
  assertEquals((await control<Report>(sandbox, "DELETE /conformance")).body.called, 0);
});
