import { assert, assertEquals } from "@std/assert";
import {
  type CallOptions,
  fetch as sendOne,
  fetchUrl,
  getMe,
  paginateItems,
  ServiceClient,
  ServiceError,
} from "../../mod.ts";
import { serve, type WireServer } from "../support/wire_server.ts";

const SECRETS = ["access-1", "refresh-1", "client-secret", "the-code", "v".repeat(43), "own-token"];
const REDIRECTS = [301, 302, 303, 307, 308] as const;
const NO_RETRY = { maxRetries: 0, retryBaseDelay: 0 };
const FILE = new Blob([new Uint8Array(70_000)]);

function clientOf({ url }: WireServer): ServiceClient {
  const client = new ServiceClient({
    clientId: "id",
    clientSecret: "client-secret",
    redirectUri: "http://127.0.0.1/cb",
    baseUrl: url,
    authUrl: url,
    maxRetries: 0,
  });
  client.setToken("access-1", "refresh-1");
  return client;
}

/** Every kind of call that carries a secret. */
const CALLS: Readonly<Record<string, (client: ServiceClient, service: WireServer) => Promise<unknown>>> = {
  "a GET": (client) => client.me.getMe(),
  "a GET with a token of its own": (client) => client.me.getMe({ token: "own-token" }),
  "a POST": (client) => client.playlists.create({ title: "x" }),
  "a PUT": (client) => client.playlists.update(1, { title: "x" }),
  "a DELETE": (client) => client.tracks.delete(1),
  "an upload": (client) => client.tracks.upload({ title: "x", asset_data: FILE }),
  "a stream address": (client) => client.tracks.getStreamUrl(1),
  "a preview address": (client) => client.tracks.getPreviewUrl(1),
  "a look-up": (client) => client.resolve.resolveUrl("https://soundcloud.com/a"),
  "a raw GET": (client) => client.raw.get("/x"),
  "a raw POST": (client) => client.raw.post("/x", { a: 1 }),
  "a code exchange": (client) => client.auth.getUserToken("the-code", "v".repeat(43)),
  "a refresh": (client) => client.auth.refreshUserToken("refresh-1"),
  "an app's token": (client) => client.auth.getClientToken(),
  "a sign-out": (client) => client.auth.signOut("access-1"),
  "a standalone call": (_, { url }) => getMe("own-token", { baseUrl: url }),
  "fetchUrl": (_, { url }) =>
    fetchUrl(`${url}/x`, "own-token", NO_RETRY, undefined, undefined, { ...context(url), getToken: () => "own-token" }),
  "fetch": (_, { url }) => sendOne({ path: "/x", method: "POST", body: { a: 1 } }, context(url)),
};

function context(url: string) {
  return { baseUrl: url, authUrl: url, retry: NO_RETRY, getToken: () => "access-1", setToken() {} };
}

function assertNothingSecret({ requests }: WireServer): void {
  const seen = JSON.stringify(requests);
  assertEquals(SECRETS.filter((secret) => seen.includes(secret)), [], seen);
}

for (const [what, call] of Object.entries(CALLS)) {
  Deno.test(`${what} sends no secret along a redirect to another host`, async () => {
    for (const status of REDIRECTS) {
      await using stranger = await serve({ body: {} });
      await using service = await serve({ status, headers: { location: `${stranger.url}/steal` } });
      await call(clientOf(service), service).catch((error) => assert(error instanceof ServiceError, String(error)));
      assert(service.requests.length > 0, "the service was asked");
      assertEquals(stranger.requests, []);
    }
  });
}

Deno.test("ServiceClient: a forged page, followed with fetchUrl(), gets no token", async () => {
  await using stranger = await serve({ body: { collection: [2] } });
  const page = { collection: [1], next_href: `${stranger.url}/x` };
  const items = paginateItems(page, (href) => fetchUrl(href, "own-token", NO_RETRY));
  assertEquals(await Array.fromAsync(items), [1, 2]);
  assertEquals(stranger.requests.length, 1);
  assertNothingSecret(stranger);
});

Deno.test("ServiceClient: the base URLs of a call's options never receive a client's token", async () => {
  await using stranger = await serve({ body: {} });
  await using service = await serve({ body: { id: 1 } });
  const client = clientOf(service);
  const options: CallOptions = { baseUrl: stranger.url, authUrl: stranger.url };
  await client.me.getMe(options);
  await client.auth.signOut("access-1", options);
  await client.raw.get("/x", {}, options);
  assertEquals([stranger.requests.length, service.requests.length], [0, 3]);
});
