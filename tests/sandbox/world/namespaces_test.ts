import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { Namespaces } from "../../../sandbox/world/namespaces.ts";
import { codeFor, exchange } from "../../support/oauth.ts";
import { serveSandbox } from "../../support/sandbox/requests.ts";
import { temporaryFolder } from "../../support/folder.ts";

const API = "https://api.sandbox.test";

interface Page {
  readonly collection: { readonly urn: string; readonly title: string; readonly uri: string }[];
  readonly next_href?: string;
}

type ApiCaller = (request: string, body?: unknown) => Promise<Response>;

/** Issues a token of the first user in the world that the URL and the headers select. */
async function tokenAt(base: string, send: typeof fetch, headers: HeadersInit = {}): Promise<string> {
  const reply = await send(`${base}/_sandbox/tokens`, { method: "POST", headers });
  return (await reply.json()).access_token;
}

/** Returns a function that calls a world at a URL. */
async function callerAt(base: string, send: typeof fetch): Promise<ApiCaller> {
  const headers = { authorization: `OAuth ${await tokenAt(base, send)}`, "content-type": "application/json" };
  return (request, body) => {
    const [method = "GET", path = ""] = request.split(" ");
    return send(base + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  };
}

function callerIn(sandbox: Sandbox, name: string): Promise<ApiCaller> {
  return callerAt(`${API}/~${name}`, sandbox.fetch);
}

async function titles(callApi: ApiCaller): Promise<string[]> {
  const lists: { title: string }[] = await (await callApi("GET /me/playlists?show_tracks=false&limit=200")).json();
  return lists.map(({ title }) => title);
}

Deno.test("sandbox namespaces: a page of another site makes none, by a path or by a header, and may use one", async () => {
  using sandbox = createSandbox();
  const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  const asked = async () => {
    const inHeader = { headers: { ...foreign, "x-sandbox-namespace": "other" } };
    const replies = [
      await sandbox.fetch(`${API}/~other/tracks/1`, { headers: foreign }),
      await sandbox.fetch(`${API}/tracks/1`, inHeader),
    ];
    return await Promise.all(replies.map(async (reply) => [reply.status, /another site/.test(await reply.text())]));
  };
  assertEquals(await asked(), [[400, true], [400, true]]);
  await tokenAt(`${API}/~other`, sandbox.fetch);
  assertEquals(await asked(), [[401, false], [401, false]]);
});

Deno.test("sandbox namespaces: every link keeps the path prefix of a namespace, and works", async () => {
  using sandbox = createSandbox();
  const token = await tokenAt(`${API}/~links`, sandbox.fetch);
  const headers = { authorization: `OAuth ${token}` };
  const get = (url: string) => sandbox.fetch(url, { headers, redirect: "manual" });
  const page: Page = await (await get(`${API}/~links/me/tracks?linked_partitioning=true&limit=2`)).json();
  assert(page.next_href?.startsWith(`${API}/~links/me/tracks?`), page.next_href);
  assert(page.collection[0]?.uri.startsWith(`${API}/~links/tracks/`));
  const next: Page = await (await get(page.next_href ?? "")).json();
  assertNotEquals(next.collection[0]?.urn, page.collection[0]?.urn);
  await sandbox.fetch(`${API}/~links/_sandbox/faults`, {
    method: "POST",
    body: JSON.stringify({ name: "next_href_internal_host" }),
  });
  const inside: Page = await (await get(`${API}/~links/me/tracks?linked_partitioning=true&limit=2`)).json();
  assertMatch(inside.next_href ?? "", /s-cloud\.net\/me\/tracks\?/, "a host of the service knows no namespace");
  const streams = await (await get(`${API}/~links/tracks/1001/streams`)).json();
  assert(streams.preview_mp3_128_url.startsWith(`${API}/~links/`));
  const media = (await get(streams.preview_mp3_128_url)).headers.get("location") ?? "";
  assert(media.startsWith("https://media.sandbox.test/~links/_media/"), media);
  assertEquals((await sandbox.fetch(media)).status, 200);
});

Deno.test("sandbox namespaces: a header selects a namespace too; media links then contain it, because players send no header", async () => {
  using sandbox = createSandbox();
  const named = { "x-sandbox-namespace": "quiet" };
  const token = await tokenAt(API, sandbox.fetch, named);
  const get = (path: string, more = named) => {
    return sandbox.fetch(new URL(path, API), {
      headers: { authorization: `OAuth ${token}`, ...more },
      redirect: "manual",
    });
  };
  const page: Page = await (await get("/me/tracks?linked_partitioning=true&limit=2")).json();
  assert(page.next_href?.startsWith(`${API}/me/tracks?`));
  const streams = await (await get("/tracks/1001/streams")).json();
  const media = (await get(streams.preview_mp3_128_url)).headers.get("location") ?? "";
  assert(media.startsWith("https://media.sandbox.test/~quiet/_media/"), media);
  assertEquals((await sandbox.fetch(media)).status, 200);
});

Deno.test("sandbox namespaces: namespaces are listed, removed and created again; an invalid name is a 400", async () => {
  using sandbox = createSandbox();
  const one = await callerIn(sandbox, "one");
  await one("POST /playlists", { playlist: { title: "Gone soon" } });
  await one("GET /trakcs/1");
  const names = async () => (await (await sandbox.fetch(`${API}/_sandbox/namespaces`)).json()).namespaces;
  assertEquals(await names(), ["one"]);
  assertEquals((await sandbox.fetch(`${API}/_sandbox/namespaces/one`, { method: "DELETE" })).status, 200);
  assertEquals((await sandbox.fetch(`${API}/_sandbox/namespaces/one`, { method: "DELETE" })).status, 404);
  assertEquals(await names(), []);
  assert(!(await titles(await callerIn(sandbox, "one"))).includes("Gone soon"));
  assertEquals(sandbox.undocumented().map(({ request }) => request), ["GET /trakcs/1"], "of an ended one too");
  for (const name of ["..", "a%2Fb", "", "-x", "x".repeat(65)]) {
    assertEquals((await sandbox.fetch(`${API}/~${name}/me`)).status, 400, name);
  }
});

Deno.test("sandbox namespaces: over the network, links keep the prefix and the caller's host", async () => {
  await using served = await serveSandbox();
  for (const host of ["127.0.0.1", "localhost"]) {
    const base = served.url.replace("127.0.0.1", host) + "/~net";
    const callApi = await callerAt(base, fetch);
    const page: Page = await (await callApi("GET /me/tracks?linked_partitioning=true&limit=2")).json();
    assert(page.next_href?.startsWith(`${base}/me/tracks?`), page.next_href);
    const streams = await (await callApi("GET /tracks/1001/streams")).json();
    const [path] = streams.preview_mp3_128_url.split(base).slice(1);
    const media = await callApi(`GET ${path}`);
    assertEquals({ status: media.status, redirected: media.redirected }, { status: 200, redirected: true });
    await media.body?.cancel();
  }
});

Deno.test("sandbox namespaces: the authorize page of a namespace stays in it", async () => {
  using sandbox = createSandbox();
  const authUrl = `${sandbox.clientConfig.authUrl}/~auth`;
  const there = { fetch: sandbox.fetch, clientConfig: { ...sandbox.clientConfig, authUrl } } as Sandbox;
  const tokens = await exchange(there, await codeFor(there));
  const headers = { authorization: `OAuth ${tokens.body.access_token}` };
  assertEquals((await sandbox.fetch(`${API}/~auth/me`, { headers })).status, 200);
  const elsewhere = { authUrl: `${sandbox.clientConfig.authUrl}/~other` };
  const other = { fetch: sandbox.fetch, clientConfig: { ...sandbox.clientConfig, ...elsewhere } } as Sandbox;
  assertEquals((await exchange(other, await codeFor(there))).status, 400, "a code of another namespace is none here");
});

Deno.test("sandbox namespaces: with a file, a namespace has its own file beside it, which survives the process and is removed with it", async () => {
  await using folder = await temporaryFolder();
  const open = () => createSandbox({ path: `${folder.path}/state.db` });
  {
    using sandbox = open();
    const callApi = await callerIn(sandbox, "kept");
    assertEquals((await callApi("POST /playlists", { playlist: { title: "Kept" } })).status, 201);
  }
  using sandbox = open();
  assert((await titles(await callerIn(sandbox, "kept"))).includes("Kept"));
  assertEquals((await sandbox.fetch(`${API}/_sandbox/namespaces/kept`, { method: "DELETE" })).status, 200);
  const files = (await Array.fromAsync(Deno.readDir(folder.path))).map(({ name }) => name);
  assertEquals(files.filter((name) => name.includes("kept")), []);
  assert(files.includes("state.db"));
});

Deno.test("sandbox namespaces: a namespace creates its own database on the first write, and releases it on a reset", async () => {
  using sandbox = createSandbox();
  const { control } = sandbox;
  const read = async (name: string) => {
    const one = control.namespace(name);
    assertEquals((await one.clientConfig.fetch(`${one.url}/me`)).status < 500, true);
    await one.clock.now();
    return one;
  };
  const written = await read("written");
  const { access_token } = await written.issueTokens();
  const headers = { authorization: `OAuth ${access_token}` };
  assertEquals((await sandbox.fetch(`${written.url}/me`, { headers })).status, 200);
  const untouched = await read("untouched");
  assertEquals((await sandbox.fetch(`${untouched.url}/me`, { headers })).status, 401, "the token of another namespace");
  await written.reset();
  assertEquals((await sandbox.fetch(`${written.url}/me`, { headers })).status, 401, "what a reset has forgotten");
  assertEquals((await written.issueTokens()).token_type, "bearer");
});

Deno.test("sandbox namespaces: a request that reaches its world lacks the prefix, and nothing else", async () => {
  const namespaces = new Namespaces({});
  try {
    const ends = new AbortController();
    const init = {
      method: "PUT",
      headers: { "x-a": "b" },
      body: "c",
      redirect: "manual",
      signal: ends.signal,
    } as const;
    const { request } = await namespaces.locate(new Request(`${API}/~one/me?a=1`, init));
    const { url, method, redirect } = request;
    const given = [url, method, redirect, request.headers.get("x-a"), await request.text()];
    assertEquals(given, [`${API}/me?a=1`, "PUT", "manual", "b", "c"]);
    ends.abort();
    assert(request.signal.aborted);
  } finally {
    namespaces.close();
  }
});

Deno.test("sandbox namespaces: undocumented requests of every world are listed together, also of one that has ended", async () => {
  using sandbox = createSandbox();
  for (const prefix of ["", "/~here", "/~gone"]) {
    const { status, body } = await sandbox.fetch(`${API}${prefix}/nowhere`);
    await body?.cancel();
    assertEquals(status, 404);
  }
  await sandbox.control.namespace("gone").remove();
  const listed = sandbox.undocumented();
  assertEquals(listed.map(({ count }) => count), [3]);
});

Deno.test("sandbox namespaces: an unused namespace expires; a used one stays", () => {
  let now = 0;
  const namespaces = new Namespaces({ namespaces: { idleSeconds: 60 } }, () => now);
  try {
    const [used, idle] = [namespaces.world("used"), namespaces.world("idle")];
    now = 50_000;
    assertEquals(namespaces.world("used"), used);
    now = 70_000;
    namespaces.world("new");
    assertEquals(namespaces.names, ["used", "new"]);
    assert(idle.closed.aborted && !used.closed.aborted);
    now = 200_000;
    assert(namespaces.world("used") !== used, "it begins anew");
  } finally {
    namespaces.close();
  }
});
