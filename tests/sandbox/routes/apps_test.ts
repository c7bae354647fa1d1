import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { caller, read, type Reply, sandboxApi } from "../../support/api.ts";
import { control } from "../../support/sandbox/requests.ts";
import { basic, codeFor, exchange, postToken } from "../../support/oauth.ts";

const APP = { name: "My first app", description: "Tries things out", website: "https://example.com" };
const REG = "https://api-reg.sandbox.test";
const ACTIVATE = "https://secure.sandbox.test/activate";

interface ErrorBody {
  readonly errors: readonly { readonly code: string; readonly error_message: string }[];
}

function errorOf({ status, body }: Reply): [number, string | undefined] {
  return [status, (body as unknown as ErrorBody).errors[0]?.code];
}

Deno.test("sandbox apps: a user registers one app, which then signs users in and gets its own tokens", async () => {
  using api = sandboxApi({ user: 2 });
  assertEquals((await api.get("/me/apps")).body.collection, []);
  const { status, body } = await api.post("/me/apps", { ...APP, redirect_uri: "https://example.com/back" });
  assertEquals(status, 201);
  const { client_id, client_secret, ...registered } = body as unknown as Record<string, string>;
  assertEquals(registered, {
    name: APP.name,
    description: APP.description,
    url: APP.website,
    redirect_uri: "https://example.com/back",
  });
  assertEquals((await api.get("/me/apps")).body.collection, [body]);
  assertEquals((await caller(api.sandbox, 3).get("/me/apps")).body.collection, [], "it is nobody else's");
  const credentials = basic(String(client_id), String(client_secret));
  const form = { grant_type: "client_credentials" };
  assertEquals((await postToken(api.sandbox, form, credentials)).status, 200);
  const own = { client_id: String(client_id), redirect_uri: "https://example.com/back" };
  const code = await codeFor(api.sandbox, { ...own, sandbox_user: "2" });
  assertEquals((await exchange(api.sandbox, code, { ...own, client_secret: String(client_secret) })).status, 200);
});

Deno.test("sandbox apps: each of the four registration errors has its code", async () => {
  using api = sandboxApi();
  const refused = async (change: Partial<typeof APP>) => errorOf(await api.post("/me/apps", { ...APP, ...change }));
  assertEquals(await refused({ name: "Better SoundCloud" }), [403, "application_name_not_allowed"]);
  assertEquals(await refused({ name: "x".repeat(101) }), [403, "application_name_not_allowed"]);
  assertEquals(await refused({ website: "example.com" }), [403, "application_website_not_allowed"]);
  assertEquals(await refused({ website: "ftp://example.com" }), [403, "application_website_not_allowed"]);
  assertEquals((await api.post("/me/apps", APP)).status, 201);
  assertEquals(await refused({}), [403, "user_already_has_application"]);
  api.sandbox.config.appsRequirePro = true;
  const free = (await Promise.all([2, 3, 4, 5].map((id) => caller(api.sandbox, id).get("/me")))).find(({ body }) =>
    body.plan === "Free"
  );
  assert(free);
  const asFree = await caller(api.sandbox, free.body.id).post("/me/apps", APP);
  assertEquals(errorOf(asFree), [403, "application_creation_not_available"]);
});

Deno.test("sandbox apps: registering requires a user and all fields", async () => {
  using sandbox = createSandbox();
  assertEquals((await caller(sandbox, null).get("/me/apps")).status, 401);
  assertEquals((await caller(sandbox, null).post("/me/apps", APP)).status, 401);
  for (const missing of ["name", "description", "website"]) {
    const { status, body } = await caller(sandbox).post("/me/apps", { ...APP, [missing]: " " });
    assertEquals({ status, message: body.message }, { status: 422, message: `Parameter ${missing} is missing.` });
  }
  for (const redirect_uri of ["no address", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd", " "]) {
    assertEquals((await caller(sandbox).post("/me/apps", { ...APP, redirect_uri })).status, 422, redirect_uri);
  }
  assertEquals((await caller(sandbox).post("/me/apps", { ...APP, redirect_uri: "my-app://back" })).status, 201);
});

/** Creates a pairing for a device. */
async function openPairing(sandbox: Sandbox) {
  const { clientId } = sandbox.clientConfig;
  const send = async (path: string, json?: unknown) => {
    const init = json === undefined ? {} : { method: "POST", body: JSON.stringify(json) };
    return await read(await sandbox.fetch(`${REG}${path}`, init));
  };
  const device = { id: "1", type: "cli", name: "laptop.local" };
  const { status, body } = await send(`/pairing/codes?client_id=${clientId}`, { device });
  assertEquals(status, 201);
  const { code, poll_token, poll_interval_seconds } = body as unknown as Record<string, string>;
  assertEquals(Number(poll_interval_seconds), 3);
  return {
    code: String(code),
    poll: (token = poll_token) => send(`/pairing/codes/${code}?client_id=${clientId}&poll_token=${token}`),
    signIn: (token = poll_token) =>
      send(`/pairing/sign-in?client_id=${clientId}`, { client_id: clientId, pairing_code: code, poll_token: token }),
  };
}

function decide(sandbox: Sandbox, code: string, form: Record<string, string>, headers = {}): Promise<Response> {
  return sandbox.fetch(`${ACTIVATE}/${code}`, { method: "POST", body: new URLSearchParams(form), headers });
}

Deno.test("sandbox apps: pairing a device takes a code, a user's approval, and one sign-in", async () => {
  using sandbox = createSandbox();
  const { code, poll, signIn } = await openPairing(sandbox);
  assertMatch(code, /^[A-Z]{8}$/);
  assertEquals((await poll()).body.status, "created");
  assertEquals((await signIn()).status, 404, "nobody has allowed it yet");
  const page = await (await sandbox.fetch(`${ACTIVATE}/${code.toLowerCase()}`)).text();
  assertStringIncludes(page, "Allow Sandbox on laptop.local?");
  assertStringIncludes(await (await decide(sandbox, code, { decision: "allow", user: "2" })).text(), "now acts for");
  assertEquals((await poll()).body.status, "activated");
  const { session } = (await signIn()).body as unknown as { session: { access_token: string } };
  const headers = { authorization: `OAuth ${session.access_token}` };
  const me = await read(await sandbox.fetch(`${sandbox.clientConfig.baseUrl}/me`, { headers }));
  assertEquals(me.body.urn, "soundcloud:users:2");
  assertEquals([(await signIn()).status, (await poll()).status], [404, 404], "the code is used up");
});

Deno.test("sandbox apps: a pairing code can be approved or denied, and expires; opening its URL decides nothing", async () => {
  using sandbox = createSandbox();
  sandbox.clock.freeze();
  const [quick, denied, late] = [
    await openPairing(sandbox),
    await openPairing(sandbox),
    await openPairing(sandbox),
  ];
  assertNotEquals(quick.code, denied.code);
  assertEquals((await sandbox.fetch(`${ACTIVATE}/${quick.code}?sandbox_user=night-ferry`)).status, 200);
  assertEquals((await quick.poll()).body.status, "created");
  assertEquals((await decide(sandbox, quick.code, { decision: "allow", user: "night-ferry" })).status, 200);
  assertEquals((await quick.poll()).body.status, "activated");
  assertStringIncludes(await (await decide(sandbox, denied.code, { decision: "deny" })).text(), "Nothing was allowed");
  assertEquals((await denied.poll()).body.status, "created");
  sandbox.clock.advance(12 * 3_600_000);
  await openPairing(sandbox);
  assertEquals((await late.poll()).body.status, "expired");
  assertEquals((await late.signIn()).status, 404);
  assertEquals((await decide(sandbox, late.code, { decision: "allow", user: "2" })).status, 410);
  assertEquals((await quick.signIn()).status, 404, "activated, but not fetched in time");
});

Deno.test("sandbox apps: only the device with the token learns of a pairing, and only the page's own form approves it", async () => {
  using sandbox = createSandbox();
  const { code, poll, signIn } = await openPairing(sandbox);
  assertEquals([(await poll("wrong")).status, (await signIn("wrong")).status], [404, 404]);
  assertEquals(
    (await sandbox.fetch(`${REG}/pairing/codes?client_id=nobody`, { method: "POST", body: "{}" })).status,
    401,
  );
  for (const origin of ["https://evil.example", "http://localhost:3000"]) {
    const foreign = { "sec-fetch-site": "cross-site", origin };
    assertEquals((await decide(sandbox, code, { decision: "allow", user: "2" }, foreign)).status, 403, origin);
  }
  assertEquals((await decide(sandbox, "ZZZZZZZZ", { decision: "allow", user: "2" })).status, 404);
  assertEquals((await decide(sandbox, code, { decision: "allow", user: "nobody" })).status, 400);
  assertEquals((await decide(sandbox, code, { decision: "allow", other: "night-ferry" })).status, 200);
  assertEquals((await decide(sandbox, code, { decision: "allow", user: "2" })).status, 410, "it was used");
});

Deno.test("sandbox apps: the log shows no pairing code, device token or app secret", async () => {
  using sandbox = createSandbox();
  const { code, poll, signIn } = await openPairing(sandbox);
  await poll("a-poll-token");
  await decide(sandbox, code, { decision: "allow", user: "2" });
  await signIn();
  const { body } = await caller(sandbox).post("/me/apps", APP);
  const log = JSON.stringify((await control(sandbox, "GET /requests")).body);
  for (const secret of [code, "a-poll-token", String(body.client_secret)]) assert(!log.includes(secret), secret);
});
