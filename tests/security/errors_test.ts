import { assert, assertEquals, assertRejects } from "@std/assert";
import { inspect } from "node:util";
import { fileURLToPath } from "node:url";
import { fetchUrl, ServiceClient, ServiceError } from "../../mod.ts";
import { ran, without } from "../support/programs.ts";
import { temporaryFolder } from "../support/folder.ts";

const SECRET = "hush-1-2-3";
const APP = { clientId: "id", clientSecret: "s", redirectUri: "http://127.0.0.1/cb", maxRetries: 0 } as const;
/** Nobody listens here, so that the platform itself throws. */
const CLOSED_PORT = { baseUrl: "http://127.0.0.1:9", authUrl: "http://127.0.0.1:9" } as const;

/** Everything that an error shows to whoever looks at it, causes and hidden fields included. */
function inspectAll(error: unknown): string {
  return [
    inspect(error, { depth: Infinity, showHidden: true, getters: true }),
    Deno.inspect(error, { depth: 99, showHidden: true, getters: true }),
    JSON.stringify(error),
    inspect(structuredClone(error), { depth: Infinity, showHidden: true }),
    String(error),
    error instanceof Error ? `${error.stack} ${error.cause instanceof Error ? error.cause.stack : ""}` : "",
  ].join("\n");
}

function assertNoSecret(error: unknown): void {
  assert(!inspectAll(error).includes(SECRET), /.{0,60}hush-1-2-3/s.exec(inspectAll(error))?.[0]);
}

/** A signed-in client that gets one reply to everything, or another from the OAuth host. */
function clientWithReply(body: string, headers: Record<string, string> = { "content-type": "application/json" }) {
  const client = new ServiceClient({ ...APP, fetch: () => Promise.resolve(new Response(body, { headers })) });
  client.setToken("a");
  return client;
}

for (
  const body of [
    `{"access_token":"${SECRET}","refresh_tok`,
    `{"access_token":${SECRET}}`,
    `access_token=${SECRET}&token_type=bearer`,
    `${SECRET}`,
  ]
) {
  Deno.test(`ServiceError: hides an unreadable token response: ${body}`, async () => {
    const client = clientWithReply(body);
    const error = await assertRejects(() => client.auth.refreshUserToken("r"), ServiceError, "isn't JSON");
    assertNoSecret(error);
    assertEquals(error.code, "invalid_body");
  });
}

Deno.test("ServiceError: a failed refresh reveals nothing of its unreadable reply", async () => {
  const messages: string[] = [];
  const client = new ServiceClient({
    ...APP,
    fetch: (url) =>
      Promise.resolve(
        `${url}`.includes("/oauth/token")
          ? new Response(`{"access_token":"${SECRET}","re`)
          : new Response("", { status: 401 }),
      ),
    onDebug: (message) => messages.push(message),
    onRequest: (event) => messages.push(JSON.stringify(event)),
    onRetry: (event) => messages.push(JSON.stringify(event)),
  });
  client.setToken("a", "r");
  assertNoSecret(await assertRejects(() => client.me.getMe(), ServiceError));
  assert(messages.length > 0 && !messages.join().includes(SECRET));
});

Deno.test("ServiceError: hides a signed URL in a truncated reply", async () => {
  const client = clientWithReply(`{"hls_aac_160_url":"https://media.example/a?Signature=${SECRET}`);
  assertNoSecret(await assertRejects(() => client.tracks.getStreams(1), ServiceError, "isn't JSON"));
});

const UNREACHABLE: Readonly<Record<string, (client: ServiceClient) => Promise<unknown>>> = {
  "a share token": (client) => client.tracks.getTrack(1, { secretToken: `s-${SECRET}` }),
  "a share link": (client) => client.resolve.resolveUrl(`https://soundcloud.com/a/b/s-${SECRET}`),
  "a code": (client) => client.auth.getUserToken(SECRET, "v".repeat(43)),
  "a refresh token": (client) => client.auth.refreshUserToken(SECRET),
  "an access token": (client) => client.auth.signOut(SECRET),
  "a signature": () =>
    fetchUrl(`http://127.0.0.1:9/x?Signature=${SECRET}`, undefined, { maxRetries: 0, retryBaseDelay: 0 }),
};

for (const [what, call] of Object.entries(UNREACHABLE)) {
  Deno.test(`ServiceError: hides ${what} in the error and its cause when the service is unreachable`, async () => {
    const client = new ServiceClient({ ...APP, ...CLOSED_PORT });
    client.setToken("a");
    const error = await assertRejects(() => call(client), ServiceError);
    assertEquals(error.code, "network");
    assert(error.cause instanceof Error, "the cause is still there");
    assertNoSecret(error);
  });
}

Deno.test("ServiceError: a URL with a password is rejected without showing it", async () => {
  assertNoSecret(await assertRejects(() => fetchUrl(`http://u:${SECRET}@127.0.0.1:9/x`), TypeError));
});

Deno.test("ServiceError: a failing cache is reported without the URLs in its keys", async () => {
  const messages: string[] = [];
  const fail = (key: string): never => {
    throw new Error(`cannot use the key ${key}`);
  };
  const client = new ServiceClient({
    ...APP,
    fetch: () => Promise.resolve(Response.json({})),
    cache: { get: fail, set: fail, delete: fail },
    onDebug: (message) => messages.push(message),
  });
  client.setToken("a");
  await client.tracks.getTrack(1, { secretToken: `s-${SECRET}` });
  assert(messages.length > 0 && !messages.join().includes(SECRET), messages.join());
});

Deno.test({
  name: "ServiceError: hides the URL in Bun too, whose errors have it in a field",
  ignore: without("bun"),
  async fn() {
    const library = fileURLToPath(new URL("../../mod.ts", import.meta.url));
    const program = `import { ServiceClient } from ${JSON.stringify(library)};
      const client = new ServiceClient(${JSON.stringify({ ...APP, ...CLOSED_PORT })});
      client.setToken("a");
      const error = await client.tracks.getTrack(1, { secretToken: "s-${SECRET}" }).catch((error) => error);
      console.log(error, error.stack, error.cause, error.cause.stack, error.cause.path);`;
    await using folder = await temporaryFolder({ "look.ts": program });
    const { stdout, output } = await ran("bun", [`${folder.path}/look.ts`]);
    assert(stdout.includes("http://127.0.0.1:9/tracks/1") && !stdout.includes(`=s-${SECRET}`), output);
  },
});
