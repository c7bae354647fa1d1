import { assert, assertEquals, assertObjectMatch } from "@std/assert";
import { createSandbox, type LoggedRequest } from "@tonearm/sandbox";
import { callApi, control, serveSandbox, statusOf } from "../../support/sandbox/requests.ts";
import { credentials, postToken } from "../../support/oauth.ts";

interface Log {
  readonly total: number;
  readonly requests: LoggedRequest[];
}

Deno.test("GET /_sandbox/requests lists requests and replies in order", async () => {
  using sandbox = createSandbox({ clock: "2026-01-01T00:00:00Z" });
  sandbox.faults.add("mesh_404", { match: { path: "/users/1" } });
  const body = JSON.stringify({ playlist: { title: "Mine" } });
  await callApi(sandbox, "POST /playlists?a=b", { body, headers: { "content-type": "application/json" } });
  await callApi(sandbox, "GET /users/1");
  const { total, requests } = (await control<Log>(sandbox, "GET /requests")).body;
  assertEquals(total, 2);
  const [created, lost] = requests;
  assertObjectMatch(created ?? {}, { id: 1, method: "POST", path: "/playlists?a=b", status: 201 });
  assertEquals(created?.request.body, body);
  assertEquals(JSON.parse(created?.reply.body ?? "").title, "Mine");
  assertEquals(lost?.id, 2);
  assertEquals(lost?.status, 404);
  assertEquals(lost?.faults, ["mesh_404"]);
});

Deno.test("GET /_sandbox/requests filters by path, method, status and the last known request", async () => {
  using sandbox = createSandbox();
  for (const request of ["GET /me", "GET /tracks/1001", "GET /tracks/1002", "GET /tracks/9", "POST /likes/tracks/9"]) {
    await callApi(sandbox, request);
  }
  const paths = async (query: string) => {
    return (await control<Log>(sandbox, `GET /requests?${query}`)).body.requests.map(({ path }) => path);
  };
  assertEquals(await paths("path=/tracks/*"), ["/tracks/1001", "/tracks/1002", "/tracks/9"]);
  assertEquals(await paths("path=/me"), ["/me"]);
  assertEquals(await paths("method=post"), ["/likes/tracks/9"]);
  assertEquals(await paths("status=404&path=/tracks/*"), ["/tracks/9"]);
  assertEquals(await paths("after=3"), ["/tracks/9", "/likes/tracks/9"]);
  assertEquals(await paths("status=4xx"), ["/tracks/9", "/likes/tracks/9"]);
  assertEquals(await paths("text=LOST+window"), []);
  assertEquals(await paths("text=Not+found&method=get"), ["/tracks/9"]);
  assertEquals((await paths("app=sandbox-client")).length, 5);
  assertEquals(await paths("app=another"), []);
  assertEquals((await control(sandbox, "GET /requests?status=ok")).status, 400);
});

Deno.test("GET /_sandbox/requests names the app of a call and of a token request, known or not", async () => {
  using sandbox = createSandbox();
  await callApi(sandbox, "GET /me");
  await postToken(sandbox, { grant_type: "refresh_token", ...credentials(sandbox), refresh_token: "none" });
  await postToken(sandbox, { grant_type: "refresh_token", client_id: "stranger", refresh_token: "none" });
  await sandbox.fetch("https://api.sandbox.test/me");
  const { requests } = (await control<{ requests: { app: string | null }[] }>(sandbox, "GET /requests")).body;
  assertEquals(requests.map(({ app }) => app), ["sandbox-client", "sandbox-client", "stranger", null]);
});

Deno.test("GET /_sandbox/requests: a served reply is logged with all headers that were sent", async () => {
  await using server = await serveSandbox();
  const reply = await fetch(`${server.url}/me`);
  await reply.body?.cancel();
  const log: Log = await (await fetch(`${server.url}/_sandbox/requests`)).json();
  const kept = log.requests[0]?.reply.headers ?? {};
  for (const name of ["server", "via", "date", "x-amz-cf-id"]) assertEquals(kept[name], reply.headers.get(name), name);
});

Deno.test("GET /_sandbox/requests?format=har returns an HTTP Archive without secrets", async () => {
  using sandbox = createSandbox({ clock: "2026-01-01T00:00:00Z" });
  sandbox.faults.add("mesh_404", { match: { path: "/users/1" } });
  const body = JSON.stringify({ playlist: { title: "Mine" } });
  await callApi(sandbox, "POST /playlists?a=b", { body, headers: { "content-type": "application/json" } });
  await callApi(sandbox, "GET /users/1");
  const { log } = (await control<{ log: Record<string, never> & { entries: Record<string, never>[] } }>(
    sandbox,
    "GET /requests?format=har",
  )).body;
  const [made, lost] = log.entries as unknown as {
    request: Record<string, unknown>;
    response: { status: number; content: { text: string } };
    comment: string;
  }[];
  assertEquals(log.version, "1.2");
  assertEquals(made?.request.url, "https://api.sandbox.test/playlists?a=b");
  assertEquals(made?.request.postData, { mimeType: "application/json", size: body.length, text: body, params: [] });
  assertEquals(made?.request.queryString, [{ name: "a", value: "b" }]);
  assert(JSON.stringify(made?.request.headers).includes("OAuth [hidden]"));
  assertEquals(JSON.parse(made?.response.content.text ?? "").title, "Mine");
  assertEquals(lost?.response.status, 404);
  assert(lost?.comment.startsWith("fault mesh_404"), lost?.comment);
});

Deno.test("GET /_sandbox/requests: a lost connection is logged with status 0 and the fault that lost it", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add("connection_reset");
  await callApi(sandbox, "GET /me").catch(() => {});
  const [logged] = (await control<Log>(sandbox, "GET /requests")).body.requests;
  assertEquals({ status: logged?.status, faults: logged?.faults }, { status: 0, faults: ["connection_reset"] });
});

Deno.test("GET /_sandbox/requests: the log has no secret: no tokens, codes, passwords, secret links or signatures", async () => {
  using sandbox = createSandbox();
  const pair = sandbox.issueTokens();
  const form = { grant_type: "refresh_token", ...credentials(sandbox), refresh_token: pair.refresh_token };
  const fresh = await postToken(sandbox, form);
  const headers = { authorization: `OAuth ${fresh.body.access_token}`, cookie: "session=hush-cookie" };
  const secret = "hush-query";
  await callApi(sandbox, `GET /tracks/1001?secret_token=${secret}&oauth_token=${secret}`, { headers });
  await callApi(sandbox, `GET /resolve?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb%2Fs-hushhush`, { headers });
  const { hls_mp3_128_url } = await (await callApi(sandbox, "GET /tracks/1001/streams", { headers })).json();
  const location = (await sandbox.fetch(hls_mp3_128_url, { headers, redirect: "manual" })).headers.get("location") ??
    "";
  await (await sandbox.fetch(location)).body?.cancel();
  await callApi(sandbox, "POST /sign-out", {
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ access_token: fresh.body.access_token }),
  });
  const text = JSON.stringify((await control<Log>(sandbox, "GET /requests")).body);
  const { clientSecret } = sandbox.clientConfig;
  const secrets = [pair.refresh_token, fresh.body.access_token, fresh.body.refresh_token, clientSecret, secret];
  const { searchParams } = new URL(location);
  secrets.push("hush", searchParams.get("Signature") ?? "?", searchParams.get("Policy") ?? "?");
  assertEquals(secrets.filter((each) => text.includes(each)), []);
  assert(text.includes('"authorization":"OAuth [hidden]"') && text.includes("grant_type=refresh_token"));
});

Deno.test("GET /_sandbox/requests waits until the wanted number of requests has arrived", async () => {
  using sandbox = createSandbox();
  const waiting = control<Log>(sandbox, "GET /requests?path=/me&wait=5s&count=2");
  await callApi(sandbox, "GET /me");
  await callApi(sandbox, "GET /users/1");
  let isOver = false;
  void waiting.then(() => isOver = true);
  await Promise.resolve();
  assert(!isOver, "one is not enough");
  await callApi(sandbox, "GET /me");
  assertEquals((await waiting).body.total, 2);
});

Deno.test("GET /_sandbox/requests replies immediately if there are enough, and with what there is at the timeout", async () => {
  using sandbox = createSandbox();
  await callApi(sandbox, "GET /me");
  const start = performance.now();
  assertEquals((await control<Log>(sandbox, "GET /requests?wait=30s")).body.total, 1);
  const tookMs = performance.now() - start;
  assert(tookMs < 20_000, `it took ${tookMs} of 30,000 ms`);
  assertEquals((await control<Log>(sandbox, "GET /requests?path=/other&wait=20ms")).body.total, 0);
  assertEquals((await control(sandbox, "GET /requests?wait=soon")).status, 400);
});

Deno.test("GET /_sandbox/requests: closing a served sandbox ends waiting calls", async () => {
  const served = await serveSandbox();
  const waiting = served.request("/_sandbox/requests?wait=60s").then(statusOf, () => "ended");
  assertEquals(await statusOf(served.request("/_sandbox/health")), 200);
  await served[Symbol.asyncDispose]();
  assert([200, "ended"].includes(await waiting));
});

Deno.test("GET /_sandbox/requests: the log can be cleared; the control plane itself is never in it", async () => {
  using sandbox = createSandbox();
  await callApi(sandbox, "GET /me");
  assertEquals((await control(sandbox, "DELETE /requests")).status, 200);
  await control(sandbox, "GET /state");
  assertEquals((await control<Log>(sandbox, "GET /requests")).body, { total: 0, requests: [] });
});
