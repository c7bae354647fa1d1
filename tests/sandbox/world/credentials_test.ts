import { assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";

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
  const verifier = "v".repeat(43);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  const challenge = btoa(String.fromCharCode(...hash)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, response_type: "code" });
  for (const [name, value] of [["code_challenge", challenge], ["code_challenge_method", "S256"]] as const) {
    query.set(name, value);
  }
  query.set("sandbox_user", "only-here");
  const page = await sandbox.fetch(`https://secure.soundcloud.com/authorize?${query}`, { redirect: "manual" });
  assertEquals(page.status, 302);
  const code = new URL(page.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const form = new URLSearchParams({ grant_type: "authorization_code", client_id: clientId, code });
  form.set("client_secret", clientSecret);
  form.set("redirect_uri", redirectUri);
  form.set("code_verifier", verifier);
  const { body } = await post(sandbox, "/oauth/token", form);
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
