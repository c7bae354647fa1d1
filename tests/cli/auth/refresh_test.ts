import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { ProfileStore } from "../../../cli/auth/config.ts";
import { createHash } from "node:crypto";
import { emptyHome, type Home, type StubServer, stubServer } from "../../support/cli/cli.ts";

interface RefreshFixture extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly service: StubServer;
  readonly home: Home;
  readonly profile: string;
  /** Delays the reply to a token request. */
  hold: (() => Promise<void>) | undefined;
}

/** Creates a profile with an expired user token, and a sandbox behind a server that counts requests. */
async function refreshFixture(): Promise<RefreshFixture> {
  const sandbox = createSandbox();
  const service = stubServer(async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete("host");
    const body = request.method === "POST" ? await request.arrayBuffer() : null;
    const reply = await sandbox.fetch(`https://api.sandbox.test${pathname}${search}`, {
      method: request.method,
      headers,
      body,
    });
    if (pathname === "/oauth/token") await fixture.hold?.();
    return reply;
  });
  const home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_AUTH_URL: service.url });
  const { access_token: accessToken, refresh_token: refreshToken } = sandbox.issueTokens(4);
  const { clientId, clientSecret } = sandbox.clientConfig;
  const token = { accessToken, refreshToken, expiresAt: Date.now() - 1000, kind: "user" };
  const profile = join(home.config, "profiles", "default.json");
  await Deno.mkdir(join(home.config, "profiles"), { recursive: true });
  await Deno.writeTextFile(
    profile,
    JSON.stringify({ clientId, clientSecret, apiUrl: service.url, authUrl: service.url, token }),
  );
  const fixture: RefreshFixture = {
    sandbox,
    service,
    home,
    profile,
    hold: undefined,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      sandbox.close();
      await home[Symbol.asyncDispose]();
    },
  };
  return fixture;
}

function refreshes({ service }: RefreshFixture): number {
  return service.requests.filter((request) => request === "POST /oauth/token").length;
}

Deno.test("tonearm: an expired token is refreshed, and the new pair is saved", async () => {
  await using fixture = await refreshFixture();
  const before = JSON.parse(await Deno.readTextFile(fixture.profile));
  const { code, stdout, stderr } = await fixture.home.run(["me", "--json=id"]);
  assertEquals({ code, stdout, stderr }, { code: 0, stdout: '{\n  "id": 4\n}\n', stderr: "" });
  const after = JSON.parse(await Deno.readTextFile(fixture.profile));
  assertEquals(after.token.accessToken === before.token.accessToken, false);
  assertEquals(after.token.refreshToken === before.token.refreshToken, false);
  assertEquals(after.token.expiresAt > Date.now(), true);
  await fixture.home.run(["me"]);
  assertEquals(refreshes(fixture), 1);
});

Deno.test("tonearm: a token that is rejected before its expiry is refreshed too", async () => {
  await using fixture = await refreshFixture();
  const profile = JSON.parse(await Deno.readTextFile(fixture.profile));
  const token = { ...profile.token, accessToken: "revoked", expiresAt: Date.now() + 3_600_000 };
  await Deno.writeTextFile(fixture.profile, JSON.stringify({ ...profile, token }));
  assertEquals((await fixture.home.run(["me"])).code, 0);
  assertEquals(refreshes(fixture), 1);
});

Deno.test("tonearm: eight concurrent processes refresh once, and none is logged out", async () => {
  await using fixture = await refreshFixture();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => fixture.home.spawn(["me", "--json=id"])));
  for (const { code, stderr } of outcomes) assertEquals({ code, stderr }, { code: 0, stderr: "" });
  assertEquals(refreshes(fixture), 1);
  const names = await Array.fromAsync(Deno.readDir(join(fixture.home.config, "profiles")), ({ name }) => name);
  // What keeps late writers out stays for a minute, without tokens.
  assertEquals(names.filter((name) => !/^default\.json(\.[0-9a-f]{16}\.next)?$/.test(name)), []);
});

/** Delays the reply to each token request after the service has processed it. */
function holdReply(fixture: RefreshFixture): { readonly sent: Promise<void>; readonly release: () => void } {
  const sent = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  fixture.hold = async () => {
    sent.resolve();
    await released.promise;
  };
  return { sent: sent.promise, release: released.resolve };
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  Deno.test(`tonearm: a refresh that was sent is stored before ${signal} ends the program`, async () => {
    await using fixture = await refreshFixture();
    const before = JSON.parse(await Deno.readTextFile(fixture.profile));
    const { sent, release } = holdReply(fixture);
    const running = fixture.home.start(["me"]);
    await sent;
    running.signal(signal);
    // A second signal must not lose the session.
    running.signal(signal);
    await new Promise((resolve) => setTimeout(resolve, 200));
    release();
    assertEquals((await running.outcome).code > 100, true);
    const after = JSON.parse(await Deno.readTextFile(fixture.profile));
    assertEquals(after.token.refreshToken === before.token.refreshToken, false);
    fixture.hold = undefined;
    assertEquals((await fixture.home.run(["me"])).code, 0);
    assertEquals(refreshes(fixture), 1);
  });
}

Deno.test("tonearm: a login, sign-out or removal in another process takes precedence over a pending refresh", async () => {
  for (const change of ["login", "logout", "remove"] as const) {
    await using fixture = await refreshFixture();
    const { sent, release } = holdReply(fixture);
    const running = fixture.home.start(["me", "--json=id"]);
    await sent;
    const store = new ProfileStore(fixture.home.config);
    if (change === "remove") await fixture.home.run(["profile", "remove", "default"]);
    else {
      const { token, ...application } = (await store.read("default"))!;
      const accessToken = fixture.sandbox.issueTokens(5).access_token;
      const login = { ...token!, accessToken, refreshToken: "theirs", expiresAt: Date.now() + 3_600_000 };
      if (change === "login") await store.write("default", { ...application, token: login });
      else {
        fixture.hold = undefined;
        await fixture.home.run(["logout"]);
      }
    }
    release();
    const { code, stdout } = await running.outcome;
    const token = (await store.read("default"))?.token;
    assertEquals(token?.refreshToken, change === "login" ? "theirs" : undefined);
    if (change === "login") assertEquals(JSON.parse(stdout), { id: 5 });
    else assertEquals(code, 4);
  }
});

Deno.test("tonearm: an expired login is reported with exit 4, and the profile stays", async () => {
  await using fixture = await refreshFixture();
  const profile = JSON.parse(await Deno.readTextFile(fixture.profile));
  const spent = { ...profile, token: { ...profile.token, refreshToken: "spent" } };
  await Deno.writeTextFile(fixture.profile, JSON.stringify(spent));
  const { code, stderr } = await fixture.home.run(["me"]);
  assertEquals(code, 4);
  assertStringIncludes(stderr, "tonearm login");
  assertEquals(stderr.includes("spent"), false);
  assertEquals(JSON.parse(await Deno.readTextFile(fixture.profile)).token, spent.token);
});

Deno.test("tonearm: an unreachable service during a refresh is exit 7, and the tokens are kept", async () => {
  await using fixture = await refreshFixture();
  const tokens = async () => JSON.parse(await Deno.readTextFile(fixture.profile)).token;
  const before = await tokens();
  await fixture.service[Symbol.asyncDispose]();
  assertEquals((await fixture.home.run(["me", "--retries", "0"])).code, 7);
  assertEquals(await tokens(), before);
});

Deno.test("tonearm: a pair that can't be saved is used for this run, with a warning in every mode and exit 10", async () => {
  for (const options of [[], ["--json=id"], ["--quiet"]]) await warnsUnsaved(options);
});

async function warnsUnsaved(options: readonly string[]): Promise<void> {
  await using fixture = await refreshFixture();
  const { sent, release } = holdReply(fixture);
  const running = fixture.home.start(["me", ...options]);
  await sent;
  await Deno.remove(fixture.profile);
  // A folder in the place of the file makes the write fail.
  await Deno.mkdir(fixture.profile);
  release();
  const { code, stderr } = await running.outcome;
  assertEquals(code, 10, stderr);
  assertStringIncludes(stderr, options[0] === "--json=id" ? '{"warning":"unsaved"' : "warning: ");
  assertStringIncludes(stderr, "The new token couldn't be stored");
  assertStringIncludes(stderr, "it's a folder");
}

Deno.test("tonearm: the pair of an interrupted write is recovered, and refreshed if it has expired", async () => {
  for (const isOver of [false, true]) {
    await using fixture = await refreshFixture();
    const text = await Deno.readTextFile(fixture.profile);
    const { access_token, refresh_token } = fixture.sandbox.issueTokens(4);
    const token = {
      accessToken: isOver ? "revoked" : access_token,
      refreshToken: refresh_token,
      expiresAt: Date.now() + 3_600_000,
      kind: "user",
    };
    // The old tokens look valid; only the draft shows that they were exchanged.
    const before = JSON.stringify({
      ...JSON.parse(text),
      token: { accessToken: "old", refreshToken: "spent", expiresAt: Date.now() + 3_600_000, kind: "user" },
    });
    const digest = createHash("sha256").update(before).digest("hex").slice(0, 16);
    await Deno.mkdir(`${fixture.profile}.${digest}.next`);
    await Deno.writeTextFile(`${fixture.profile}.${digest}.next/kept`, "");
    const draft = JSON.stringify({ ...JSON.parse(text), token });
    await Deno.writeTextFile(`${fixture.profile}.${digest}.next/record`, draft, { mode: 0o600 });
    await Deno.writeTextFile(fixture.profile, before);
    const { code, stderr } = await fixture.home.run(["me", "--json=id"]);
    assertEquals({ code, stderr, refreshes: refreshes(fixture) }, { code: 0, stderr: "", refreshes: isOver ? 1 : 0 });
    const left = await Array.fromAsync(Deno.readDir(join(fixture.home.config, "profiles")), ({ name }) => name);
    assertEquals(left.filter((name) => !/^default\.json(\.[0-9a-f]{16}\.next)?$/.test(name)), []);
  }
});
