import { assert, assertEquals } from "@std/assert";
import { createSandbox, type LoggedRequest } from "@tonearm/sandbox";
import { callApi, control, serveSandbox, statusOf } from "../../support/sandbox/requests.ts";
import { credentials, postToken } from "../../support/oauth.ts";

interface Log {
  readonly total: number;
  readonly requests: LoggedRequest[];
}

Deno.test("GET /_sandbox/requests: a served reply is logged with all headers that were sent", async () => {
  await using server = await serveSandbox();
  const reply = await fetch(`${server.url}/me`);
  await reply.body?.cancel();
  const log: Log = await (await fetch(`${server.url}/_sandbox/requests`)).json();
  const kept = log.requests[0]?.reply.headers ?? {};
  for (const name of ["server", "via", "date", "x-amz-cf-id"]) assertEquals(kept[name], reply.headers.get(name), name);
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
