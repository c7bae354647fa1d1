import { assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { codeFor, exchange } from "../../support/oauth.ts";

const API = "https://api.soundcloud.com";

/** Sends a form to an address without the prefix of a namespace. */
async function post(
  sandbox: ReturnType<typeof createSandbox>,
  path: string,
  body: BodyInit,
  headers: HeadersInit = {},
) {
  const reply = await sandbox.fetch(API + path, { method: "POST", body, headers });
  return { status: reply.status, body: await reply.json() };
}

Deno.test("clientConfig: a namespace's client id selects its world: client credentials in Basic, without prefix and header", async () => {
  using sandbox = createSandbox();
  const one = sandbox.control.namespace("one");
  await one.data.add({ users: [{ permalink: "only-here" }] });
  const { clientId, clientSecret } = one.clientConfig;
  assertMatch(clientId, /^sandbox-client~/);
  const basic = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  const { status, body } = await post(sandbox, "/oauth/token", form, basic);
  assertEquals(status, 200);
  const users = async (token: string) => {
    const headers = { authorization: `OAuth ${token}` };
    return (await (await sandbox.fetch(`${API}/users?q=only-here`, { headers })).json()).collection.length;
  };
  assertEquals(await users(body.access_token), 1);
  const main = { authorization: `Basic ${btoa(`sandbox-client:${clientSecret}`)}` };
  assertEquals(await users((await post(sandbox, "/oauth/token", form, main)).body.access_token), 0);
});

Deno.test("clientConfig: a namespace's client id selects its world: the authorize page and the exchange of its code", async () => {
  using sandbox = createSandbox();
  const { clientId, clientSecret, redirectUri } = sandbox.control.namespace("two").clientConfig;
  await sandbox.control.namespace("two").data.add({ users: [{ permalink: "only-here" }] });
  const own = { client_id: clientId, redirect_uri: redirectUri };
  const code = await codeFor(sandbox, { ...own, sandbox_user: "only-here" });
  const { body } = await exchange(sandbox, code, { ...own, client_secret: clientSecret });
  const headers = { authorization: `OAuth ${body.access_token}` };
  assertEquals((await (await sandbox.fetch(`${API}/me`, { headers })).json()).permalink, "only-here");
});

Deno.test("POST /pairing/codes: a code carries its namespace: the page, the poll and the sign-in find it without a prefix", async () => {
  using sandbox = createSandbox();
  const three = sandbox.control.namespace("three");
  await three.reset();
  const { clientId } = three.clientConfig;
  const id = `client_id=${encodeURIComponent(clientId)}`;
  const json = { "content-type": "application/json" };
  const { body: made } = await post(sandbox, `/pairing/codes?${id}`, JSON.stringify({ device: { name: "TV" } }), json);
  assertMatch(made.code, /^[A-Z]{8}~/);
  const form = new URLSearchParams({ decision: "allow", user: "1" });
  const allowed = await sandbox.fetch(`${API}/activate/${made.code}`, { method: "POST", body: form });
  assertEquals(allowed.status, 200);
  await allowed.body?.cancel();
  const poll = await sandbox.fetch(`${API}/pairing/codes/${made.code}?${id}&poll_token=${made.poll_token}`);
  assertEquals(await poll.json(), { code: made.code, status: "activated" });
  const wanted = JSON.stringify({ pairing_code: made.code, poll_token: made.poll_token });
  const { status, body } = await post(sandbox, `/pairing/sign-in?${id}`, wanted, json);
  assertEquals(status, 200);
  assertMatch(body.session.access_token, new RegExp(`${made.code.slice(8)}$`));
});
