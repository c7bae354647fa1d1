/**
 * Cases that every runtime runs, workers and browsers included.
 *
 * @module
 */
import { assert, assertEquals, errorOf } from "./expect.mjs";
import { wav } from "./uploads.mjs";
import { faulty } from "./world.mjs";

/** @type {Record<string, import("./world.mjs").Case>} */
export const portable = {
  async "a client-credentials token reads the catalogue"(world) {
    const client = world.visitor();
    const token = await client.auth.getClientToken();
    client.setToken(token.access_token);
    const { collection } = await client.search.tracks("lofi");
    assert(collection.length > 0, "the search found nothing");
  },

  async "a function with a bare token and a method of a client give the same track"(world) {
    const { urn } = await world.track();
    const { baseUrl } = world.settings;
    const byMethod = await world.user().tracks.getTrack(urn);
    const byFunction = await world.library.getTrack(world.tokens().access_token, urn, { baseUrl });
    assertEquals(byFunction.title, byMethod.title, "titles");
  },

  async "a URN, a number and a numeric text name the same user"(world) {
    const client = world.user();
    const me = await client.me.getMe();
    const found = await Promise.all([me.urn, me.id, String(me.id)].map((id) => client.users.getUser(id)));
    assertEquals(found.map(({ urn }) => urn), [me.urn, me.urn, me.urn], "users");
  },

  async "what does not exist fails with a ServiceError that has the facts"(world) {
    const error = await errorOf(world.user().tracks.getTrack(999_999_999));
    assert(error instanceof world.library.ServiceError, `${error} is no ServiceError`);
    assert(world.library.ServiceError.is(error), "ServiceError.is() does not know it");
    const { status, isNotFound, code, method } = error;
    assertEquals(
      { status, isNotFound, code, method },
      { status: 404, isNotFound: true, code: "http", method: "GET" },
      "facts",
    );
  },

  async "a wrong token fails as unauthorized and never shows in the message"(world) {
    const error = await errorOf(world.visitor().me.getMe({ token: "wrong-token" }));
    assertEquals(error.status, 401, "statuses");
    assert(error.isUnauthorized, "isUnauthorized is false");
    assert(!JSON.stringify([error.message, error.stack, error]).includes("wrong-token"), "the error shows the token");
  },

  async "a bad argument fails before any request"(world) {
    const { seen, send } = faulty(0, "");
    const error = await errorOf(world.user({ fetch: send }).tracks.getTrack(""));
    assert(error instanceof TypeError, `${error} is no TypeError`);
    assertEquals(seen.count, 0, "requests");
  },

  async "a 503 is tried again, and told of"(world) {
    const { seen, send } = faulty(2, "code=503");
    /** @type {number[]} */
    const statuses = [];
    const client = world.user({ fetch: send, onRetry: ({ status }) => statuses.push(status ?? 0) });
    await client.me.getMe();
    assertEquals(seen.count, 3, "tries");
    assertEquals(statuses, [503, 503], "statuses");
  },

  async "an answer that stays bad fails after the last try"(world) {
    const { seen, send } = faulty(9, "code=502");
    const error = await errorOf(world.user({ fetch: send, maxRetries: 1 }).me.getMe());
    assertEquals(seen.count, 2, "tries");
    assertEquals(error.status, 502, "statuses");
    assert(error.isServerError, "isServerError is false");
  },

  async "a rate limit fails with what the service said about it"(world) {
    const { send } = faulty(9, "code=429");
    const error = await errorOf(world.user({ fetch: send, maxRetries: 0 }).me.getMe());
    assertEquals(error.status, 429, "statuses");
    assert(error.isRateLimited, "isRateLimited is false");
  },

  async "pages and items are the same however they are read"(world) {
    const client = world.user();
    const first = () => client.search.tracks("", 0, { limit: 15 });
    const urns = [];
    let pages = 0;
    for await (const { collection } of client.paginate(first)) {
      pages += 1;
      urns.push(...collection.map(({ urn }) => urn));
    }
    const items = [];
    for await (const { urn } of client.paginateItems(first)) items.push(urn);
    const all = await client.fetchAll(first);
    assert(pages > 1, "there is one page only");
    assertEquals(items, urns, "items one by one");
    assertEquals(all.map(({ urn }) => urn), urns, "items at once");
  },

  async "an expired token is refreshed on the way, once for calls at the same time"(world) {
    const client = world.visitor({ autoRefresh: true });
    const { refresh_token } = world.tokens(2);
    client.setToken("an-expired-token", refresh_token);
    const users = await Promise.all([1, 2, 3, 4].map(() => client.me.getMe()));
    assertEquals(new Set(users.map(({ urn }) => urn)).size, 1, "users");
    assert(client.accessToken !== "an-expired-token", "the token is the old one");
    assert(client.refreshToken !== refresh_token, "the refresh token is the old one");
  },

  async "upload: a file becomes a track that plays, can be changed and deleted"(world) {
    const { tracks } = world.user();
    const { urn } = await tracks.upload({ title: "Contract", asset_data: wav() });
    const ready = await tracks.waitUntilReady(urn, { pollMs: 20, maxWaitMs: 15_000 });
    assert(Math.abs(ready.duration - 1000) < 100, `the track plays ${ready.duration} ms`);
    assertEquals((await tracks.update(urn, { title: "Changed" })).title, "Changed", "titles");
    await tracks.delete(urn);
    assertEquals((await errorOf(tracks.getTrack(urn))).status, 404, "statuses");
  },

  async "upload: an expired token is a 401 at once, and the connection serves the next call"(world) {
    const client = world.visitor({ timeoutMs: 20_000, maxRetries: 0 });
    client.setToken("an-expired-token");
    for (const size of [300_000, 300_000, 3_000_000]) {
      const upload = client.tracks.upload({ title: "Refused", asset_data: new Blob([new Uint8Array(size)]) });
      assertEquals((await errorOf(upload)).status, 401, "statuses");
      assertEquals((await errorOf(client.me.getMe())).status, 401, "statuses");
    }
  },

  async "an aborted call fails as the platform's aborts do"(world) {
    const controller = new AbortController();
    const call = world.user().me.getMe({ signal: controller.signal });
    controller.abort();
    assertEquals((await errorOf(call)).name, "AbortError", "names");
  },

  async "a challenge is the hash of its verifier, in base64url"(world) {
    const { auth } = world.visitor();
    assertEquals(
      await auth.generateCodeChallenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    );
  },
};

/**
 * Runs every portable case and tells which failed, and how.
 *
 * @param {import("./world.mjs").World} world
 */
export async function runPortable(world) {
  const failures = [];
  for (const [name, run] of Object.entries(portable)) {
    try {
      await run(world);
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.stack ?? error.message : error}`);
    }
  }
  return { passed: Object.keys(portable).length - failures.length, failures };
}
