import { assertEquals, assertMatch, assertNotEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createServer, type Server } from "node:net";
import { authorize, type Grant } from "../../../cli/auth/login.ts";
import { Failure } from "../../../cli/errors.ts";
import { testContext, type TestHost, testHost, type TestHostOptions } from "../../support/cli/test_host.ts";

interface PendingLogin {
  readonly on: TestHost;
  readonly grant: Promise<Grant>;
  /** Returns the redirect URI with the service's reply. */
  answer(): Promise<URL>;
}

/** Starts a login that waits for the redirect. In typed text, `ANSWER` is replaced by the redirect URI. */
function startLogin(
  redirectUris: readonly [string, ...string[]],
  options: TestHostOptions = {},
  browser = true,
): PendingLogin {
  const on = testHost(options);
  const settings = { clientId: "app", authUrl: undefined, redirectUris, browser, waitMs: 20_000 };
  const grant = authorize(testContext(on), settings);
  grant.catch(() => {});
  const answer = async () => {
    let [address] = [""];
    while (!address) {
      [address = ""] = /https:\S+authorize\S+/.exec(on.stdout + on.stderr) ?? [];
      await new Promise((resolve) => setTimeout(resolve));
    }
    const query = new URL(address).searchParams;
    const url = new URL(query.get("redirect_uri") ?? "");
    url.search = `${new URLSearchParams({ code: "c", state: query.get("state") ?? "" })}`;
    return url;
  };
  return { on, grant, answer };
}

/** Listens on a free port of this machine. */
async function occupyPort(): Promise<{ uri: string } & AsyncDisposable> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    uri: `http://127.0.0.1:${port}/callback`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const ANY = "http://127.0.0.1:0/callback";

/** Defines a test that starts a browser's opener, which the program doesn't wait for. */
function testWithOpener(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
}

testWithOpener("authorize() takes the next redirect URI where the port of one is taken", async () => {
  await using taken = await occupyPort();
  const { grant, answer } = startLogin([taken.uri, ANY], { env: { BROWSER: "true" } });
  const url = await answer();
  await (await fetch(url)).body?.cancel();
  const { redirectUri, code } = await grant;
  assertEquals({ code, redirectUri }, { code: "c", redirectUri: `${url.origin}${url.pathname}` });
  assertNotEquals(redirectUri, taken.uri);
});

testWithOpener(
  "authorize() takes a pasted address where all ports are taken, and names the one port that was asked for",
  async () => {
    await using taken = await occupyPort();
    const { grant, on } = startLogin([taken.uri, taken.uri], { env: { BROWSER: "true" } });
    await assertRejects(() => grant, Failure, "stdin ended before a URL was pasted");
    assertStringIncludes(on.stderr, encodeURIComponent(taken.uri));
    await assertRejects(() => startLogin([taken.uri], { env: { BROWSER: "true" } }).grant, Failure, "is in use");
  },
);

testWithOpener("authorize() goes on waiting for the browser that it has opened once stdin has ended", async () => {
  const { grant, answer, on } = startLogin([ANY], { env: { BROWSER: "true" } });
  const url = await answer();
  assertMatch(on.stderr, /Your browser opens.*paste the URL/s);
  await (await fetch(url)).body?.cancel();
  assertEquals((await grant).code, "c");
});

Deno.test("authorize() ends with the reason of an interruption while it waits, and closes its port", async () => {
  const controller = new AbortController();
  const { grant, answer } = startLogin([ANY], { signal: controller.signal, columns: 80 }, false);
  const url = await answer();
  const reason = new Error("interrupted");
  controller.abort(reason);
  assertEquals(await grant.catch((error) => error), reason);
  await assertRejects(() => fetch(url), TypeError);
});
