import { assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { caller } from "../../support/api.ts";
import { callApi } from "../../support/sandbox/requests.ts";
import { authorizeUrl } from "../../support/oauth.ts";

const ORIGIN = {
  "referrer-policy": "no-referrer",
  "server": "am/2",
  "strict-transport-security": "max-age=63072000",
  "vary": "Origin",
  "via": "1.1 sandbox.cloudfront.net (CloudFront)",
  "x-amz-cf-pop": "TXL50-P1",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
};

/** Returns the headers of a reply, without ids that differ each time. */
async function headersOf(reply: Response): Promise<Record<string, string>> {
  await reply.body?.cancel();
  const { "x-amz-cf-id": _id, date: _date, ...headers } = Object.fromEntries(reply.headers);
  return headers;
}

Deno.test("sandbox headers: a reply of the API has those of the service's origin and edge, and no others", async () => {
  using sandbox = createSandbox();
  const json = { ...ORIGIN, "cache-control": "private, max-age=0", "content-type": "application/json; charset=utf-8" };
  assertEquals(await headersOf(await callApi(sandbox, "GET /me")), { ...json, "x-cache": "Miss from cloudfront" });
  assertEquals(await headersOf(await callApi(sandbox, "GET /tracks/9")), {
    ...json,
    "content-type": "application/json",
    "x-cache": "Error from cloudfront",
  });
});

Deno.test("sandbox headers: a browser's question is answered for ten minutes, with what the service allows", async () => {
  using sandbox = createSandbox();
  const reply = await callApi(sandbox, "OPTIONS /me", { headers: { origin: "https://app.example" } });
  const headers = await headersOf(reply);
  const cors = Object.entries(headers).filter(([name]) => name.startsWith("access-control-"));
  assertEquals({ status: reply.status, ...Object.fromEntries(cors) }, {
    "status": 204,
    "access-control-allow-headers": "Accept, Authorization, Content-Type, Origin",
    "access-control-allow-methods": "GET, PUT, POST, DELETE",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "Date",
    "access-control-max-age": "600",
  });
});

/** Pages, and replies that contain secrets. */
const SECRET: Readonly<Record<string, (sandbox: Sandbox) => Promise<Response>>> = {
  "GET /authorize": (sandbox) => sandbox.fetch(authorizeUrl(sandbox)),
  "GET /authorize?sandbox_user": (sandbox) =>
    sandbox.fetch(authorizeUrl(sandbox, { sandbox_user: "1" }), { redirect: "manual" }),
  "GET /authorize of no app": (sandbox) => sandbox.fetch(authorizeUrl(sandbox, { client_id: "nobody" })),
  "POST /pairing/codes": (sandbox) =>
    sandbox.fetch(`${sandbox.clientConfig.authUrl}/pairing/codes?client_id=${sandbox.clientConfig.clientId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    }),
};

for (const [name, request] of Object.entries(SECRET)) {
  Deno.test(`${name}: its reply is never cached`, async () => {
    using sandbox = createSandbox();
    const reply = await request(sandbox);
    await reply.body?.cancel();
    assertEquals(reply.headers.get("cache-control"), "no-store");
  });
}

Deno.test("POST /pairing/sign-in and GET /pairing/codes: their replies are never cached", async () => {
  using sandbox = createSandbox();
  const { authUrl, clientId } = sandbox.clientConfig;
  const headers = { "content-type": "application/json" };
  const post = (path: string, body: unknown) =>
    sandbox.fetch(`${authUrl}${path}?client_id=${clientId}`, { method: "POST", headers, body: JSON.stringify(body) });
  const { code, poll_token } = await (await post("/pairing/codes", { device: { name: "Radio" } })).json();
  const polled = await sandbox.fetch(`${authUrl}/pairing/codes/${code}?client_id=${clientId}&poll_token=${poll_token}`);
  assertEquals(await polled.json(), { code, status: "created" });
  const form = new URLSearchParams({ decision: "allow", user: "2" });
  await (await sandbox.fetch(`${authUrl}/activate/${code}`, { method: "POST", body: form })).body?.cancel();
  const signedIn = await post("/pairing/sign-in", { pairing_code: code, poll_token });
  await signedIn.body?.cancel();
  assertEquals(signedIn.status, 200);
  assertEquals(signedIn.headers.get("cache-control"), "no-store");
  assertEquals(polled.headers.get("cache-control"), "no-store");
});

Deno.test("POST /me/apps: its reply holds a secret, and is never cached", async () => {
  using sandbox = createSandbox();
  const app = { name: "Mine", description: "Tries things out", website: "https://example.com" };
  const { status, headers } = await caller(sandbox, 2).post("/me/apps", app);
  assertEquals({ status, cacheControl: headers.get("cache-control") }, { status: 201, cacheControl: "no-store" });
});
