import { assert, assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { askSandbox, describe } from "../../../scripts/lab/oracle.ts";
import { READS, WRITES } from "../../../scripts/lab/oracle/calls.ts";
import { compareCassettes } from "../../../scripts/lab/oracle/compare.ts";
import { type Cassette, play } from "../../../scripts/lab/oracle/play.ts";

const CALLS = [...READS, ...WRITES];

// deno-lint-ignore no-explicit-any -- JSON of any shape
type Json = any;
/** Changes the JSON in place, or gives another body. */
type Alter = (body: Json, headers: Headers) => Json | void;

/** A difference that is planted: in which call, the fact that has to be told of it, and the status or what is changed. */
type Planted = readonly [call: string, fact: string, difference: number | Alter];

const PAGE = "limit=2&linked_partitioning=true";

/** Changes each item of a page. */
const each = (alter: (item: Json) => unknown): Alter => (body) => body.collection.forEach(alter);

const PLANTED: readonly Planted[] = [
  // Status.
  ["app GET /tracks?q=lofi&limit=0", "status", 422],
  ["app GET /tracks/999999999999", "status", 403],
  ["app GET /users/999999999999/followers", "status", 404],
  ["app GET /resolve?url=https://soundcloud.com/zzzzqqqq/xxxx", "status", 400],
  ["nobody GET /tracks?q=lofi", "status", 403],
  ["user POST /likes/playlists/{own}", "status", 201],
  ["user DELETE /playlists/{own}", "status", 202],
  ["user PUT /me/followings/{other}", "status", 204],
  ["user DELETE /me/followings/{other}", "status", 202],
  ["user POST /reposts/tracks/{liked}", "status", 200],
  ["user DELETE /reposts/playlists/{playlist}", "status", 204],
  ["user DELETE /tracks/{made}", "status", 202],
  // Headers.
  ["app GET /tracks/{track}", "header content-type", (_, h) => h.set("content-type", "application/json")],
  ["app GET /users/{user}/web-profiles", "header deprecation", (_, h) => h.set("deprecation", "@1767225600")],
  ["app GET /me", "header www-authenticate", (_, h) => h.set("www-authenticate", "Bearer realm=x")],
  [
    "app GET /tracks/{track}/preview",
    "header location",
    (_, h) => h.set("location", `${h.get("location")}&X-Amz-Signature=SECRET-SIGNATURE`),
  ],
  ["user GET /me/followings/999999999999", "header retry-after", (_, h) => h.set("retry-after", "30")],
  // JSON.
  [`app GET /tracks?q=lofi&${PAGE}`, "reply.collection[]<track>.mood", each((t) => t.mood = "x")],
  ["app GET /tracks?q=lofi&limit=2", "reply[]<track>.title", (b) => b.forEach((t: Json) => delete t.title)],
  [`app GET /users?q=a&${PAGE}`, "reply.collection[]<user>.followers_count", each((u) => u.followers_count = "7")],
  [
    `app GET /playlists?q=selection&${PAGE}`,
    "reply.collection[]<playlist>.created_at",
    each((p) => p.created_at = "2026-01-01T00:00:00Z"),
  ],
  [
    "app GET /playlists/{playlist}",
    "reply<playlist>.user<user>.subscriptions",
    (b) => void (b.user.subscriptions = {}),
  ],
  ["app GET /users/{user}", "reply<user>.urn", (b) => void (b.urn = 7)],
  [`app GET /users/{user}/tracks?${PAGE}`, "reply.collection[] kinds", each((t) => t.kind = "sound")],
  [
    "app GET /tracks/{track}/comments?limit=2",
    "reply.collection[]<comment>.timestamp",
    each((c) => c.timestamp = "1500"),
  ],
  ["user GET /me", "reply<user>.quota", (b) => void delete b.quota],
  ["user GET /me/feed?limit=2", "reply.collection[].origin_urn", each((a) => a.origin_urn = "soundcloud:tracks:1")],
  ["user PUT /playlists/{own}", "reply<playlist>.permalink_url", (b) => void (b.permalink_url = "a/b")],
  ["user POST /tracks", "reply<track>.user<user>.urn", (b) => void (b.user.urn = 1)],
  ["user PUT /tracks/{made}", "reply<track>.tag_list", (b) => void (b.tag_list = ["one", "two"])],
  ["user POST /tracks/{made}/comments", "reply<comment>.body", (b) => void delete b.body],
  [
    "user GET /tracks/{made}/comments?limit=2",
    "reply.collection[]<comment>.user<user>.username",
    each((c) => delete c.user.username),
  ],
  // Paging.
  ["app GET /users/{user}/followers?limit=2", "paging next", (b) => void (b.next_href += "&page=2")],
  [`app GET /tracks/{track}/related?${PAGE}`, "reply", (b) => b.collection],
  [
    `user GET /me/likes/tracks?${PAGE}`,
    "paging next",
    (b) => void (b.next_href = b.next_href.replace("cursor", "after")),
  ],
  ["app GET /tracks?q=zzzzqqqqxxxx&linked_partitioning=true", "paging end", (b) => void (b.next_href = null)],
  // Errors.
  ["app GET /playlists/999999999999", "error message", (b) => void (b.message = "SECRET-MESSAGE for mail@example.org")],
  ["app GET /users/999999999999", "error code", (b) => void (b.code = 4040)],
  ["user GET /playlists/{own}", "reply.error", (b) => void delete b.error],
  ["user GET /tracks/{made}", "error message", (b) => void (b.message = "SECRET-MESSAGE")],
];

/** What nobody may find in a cassette. */
const SECRETS = ["SECRET-SIGNATURE", "SECRET-MESSAGE", "mail@example.org", "203.0.113.7", "s-AbCdEfGhIjK"];

/** Puts secrets where replies have texts of their own. */
function contaminate(body: Json, headers: Headers): void {
  headers.set("x-client-ip", "203.0.113.7");
  const things = Array.isArray(body) ? body : body?.collection ?? [body];
  for (const thing of things.filter((each: unknown) => typeof each === "object" && each !== null)) {
    if (typeof thing.description === "string" || thing.description === null) {
      thing.description = "mail@example.org 203.0.113.7";
    }
    if (typeof thing.permalink_url === "string") thing.permalink_url += "/s-AbCdEfGhIjK";
  }
}

/** A service that is a sandbox of another seed, altered on purpose; and everything secret about it. */
async function recordCassettes(
  planted: readonly Planted[],
  seed = 7,
): Promise<{ cassettes: Cassette[]; secrets: string[] }> {
  using sandbox = createSandbox({ seed });
  const pairs = { app: sandbox.issueTokens(null), user: sandbox.issueTokens() };
  const tokens = { app: pairs.app.access_token, user: pairs.user.access_token };
  const altered = async (call: string, reply: Response) => {
    const text = await reply.text();
    const [, , difference] = planted.find(([name]) => name === call) ?? [];
    const status = typeof difference === "number" ? difference : reply.status;
    const headers = new Headers(reply.headers);
    if (!headers.get("content-type")?.includes("json")) {
      return new Response(text || null, { status, headers });
    }
    let body = JSON.parse(text);
    contaminate(body, headers);
    if (typeof difference === "function") {
      const other = difference(body, headers);
      if (typeof other === "object" && other !== null) body = other;
    }
    return new Response(JSON.stringify(body), { status, headers });
  };
  let call = "";
  const { baseUrl } = sandbox.clientConfig;
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) =>
    await altered(call, await sandbox.fetch(input as string, init));
  const cassettes = await play({ baseUrl, fetch, tokens, onCall: (name) => call = name }, CALLS);
  const secrets = [...SECRETS, ...Object.values(pairs).flatMap((pair) => [pair.access_token, pair.refresh_token])];
  return { cassettes, secrets };
}

const tell = (differences: readonly { call: string; fact: string }[]) =>
  differences.map(({ call, fact }) => `${call}: ${fact}`);

Deno.test("oracle: finds exactly 40 planted differences", async () => {
  assertEquals(new Set(PLANTED.map(([call]) => call)).size, 40);
  const { cassettes } = await recordCassettes(PLANTED);
  const found = compareCassettes(cassettes, await askSandbox(CALLS));
  assertEquals(tell(found).sort(), PLANTED.map(([call, fact]) => `${call}: ${fact}`).sort(), describe(found));
});

for (const seed of [1, 7, 99, 4711]) {
  Deno.test(`oracle: finds no difference between sandboxes of the seeds ${seed} and 42`, async () => {
    const { cassettes } = await recordCassettes([], seed);
    assert(cassettes.length > 60);
    assertEquals(compareCassettes(cassettes, await askSandbox(CALLS)), []);
  });
}

Deno.test("oracle: cassettes contain no token, secret, e-mail or IP address, or reply value", async () => {
  const { cassettes, secrets } = await recordCassettes(PLANTED);
  const text = JSON.stringify(cassettes);
  for (const secret of secrets) assert(!text.includes(secret), secret.slice(0, 20));
  assert(!/soundcloud:\w+:\d|lofi study|night-ferry|\d+\.\d+\.\d+\.\d+|@/.test(text.replaceAll(/"call":"[^"]*"/g, "")));
});

/** Lists of the account that its writes touch. */
const OWN = [
  "/me/likes/tracks",
  "/me/likes/playlists",
  "/me/playlists",
  "/me/tracks",
  "/me/followings",
  "/me/reposts/tracks",
  "/me/reposts/playlists",
];

/** What is in the lists that writes touch. */
async function stateOf(sandbox: Sandbox): Promise<unknown> {
  const headers = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };
  return await Promise.all(OWN.map(async (path) => {
    const reply = await sandbox.fetch(`${sandbox.clientConfig.baseUrl}${path}?limit=200`, { headers });
    const body: Json = await reply.json();
    return (body.collection ?? body).map(({ urn }: { urn: string }) => urn).sort();
  }));
}

for (const seed of [42, 7, 99]) {
  Deno.test(`oracle --write: undoes its changes, with the seed ${seed}`, async () => {
    using sandbox = createSandbox({ seed });
    const before = await stateOf(sandbox);
    const { fetch, clientConfig: { baseUrl } } = sandbox;
    const tokens = { app: sandbox.issueTokens(null).access_token, user: sandbox.issueTokens().access_token };
    const made = await play({ baseUrl, fetch, tokens }, CALLS);
    const statusOf = (name: string) => made.find(({ call }) => call === name)?.facts.status;
    assertEquals(
      ["user POST /playlists", "user POST /tracks", "user POST /tracks/{made}/comments"].map(statusOf),
      ["201", "201", "201"],
    );
    assertEquals(await stateOf(sandbox), before);
  });
}

Deno.test("oracle --write: keeps the account's existing follows, likes and reposts", async () => {
  using sandbox = createSandbox();
  const { fetch, clientConfig: { baseUrl } } = sandbox;
  const tokens = { app: sandbox.issueTokens(null).access_token, user: sandbox.issueTokens().access_token };
  const host = { baseUrl, fetch, tokens };
  const doing = WRITES.filter(({ request }) =>
    /^(POST \/(likes|reposts)|PUT \/me)/.test(request) && !request.includes("own")
  );
  assertEquals(doing.length, 4);
  await play(host, [...READS, ...WRITES.filter((call) => doing.includes(call) || call.request.startsWith("GET /me"))]);
  const before = await stateOf(sandbox);
  const made = await play(host, CALLS);
  assertEquals(made.filter(({ call }) => doing.some(({ request }) => call === `user ${request}`)), []);
  assertEquals(await stateOf(sandbox), before);
});

Deno.test("oracle: continues after a call without a reply", async () => {
  using sandbox = createSandbox();
  const { clientConfig: { baseUrl } } = sandbox;
  const fetch = (input: RequestInfo | URL, init?: RequestInit) =>
    init?.method === "PUT" ? Promise.reject(new TypeError("reset")) : sandbox.fetch(input as string, init);
  const made = await play({ baseUrl, fetch, tokens: { user: sandbox.issueTokens().access_token } }, WRITES);
  const statusOf = (name: string) => made.find(({ call }) => call === name)?.facts.status;
  assertEquals([statusOf("user PUT /playlists/{own}"), statusOf("user DELETE /playlists/{own}")], ["no reply", "200"]);
});
