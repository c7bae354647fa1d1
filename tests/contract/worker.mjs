/**
 * A worker that uses the library as one on Cloudflare does: with clients that outlive a request.
 *
 * @module
 */
import { ServiceClient, ServiceError } from "@tonearm/client";
import { HttpTokenStore } from "@tonearm/client/http";
import { assert, assertEquals, errorOf } from "./expect.mjs";
import "./reduced.mjs";

/** A client whose settings come with the first request. */
const atModuleScope = new ServiceClient({ clientId: "id", clientSecret: "secret", timeoutMs: 10_000, fetch: sent });
/** @type {ServiceClient | undefined} */
let kept;
/** The address of the service for the client at module scope. */
let origin = "";
/** How many requests the clients sent. */
let count = 0;

/** @type {typeof fetch} */
function sent(input, init) {
  count += 1;
  const { pathname, search } = new URL(String(input));
  return fetch(new URL(pathname + search, origin), init);
}

/** @typedef {import("./world.mjs").Settings} Settings */

/** @type {Record<string, (settings: Settings, env: any) => Promise<unknown>>} */
const routes = {
  "/portable": (settings) => globalThis.contract(settings),

  async "/module"(settings) {
    origin = settings.baseUrl;
    atModuleScope.setToken(settings.users[0].access_token);
    return (await atModuleScope.me.getMe()).urn;
  },

  async "/kept"(settings) {
    kept ??= signedIn(settings);
    const [first, second] = await Promise.all([kept.me.getMe(), kept.me.getMe()]);
    assertEquals(first.urn, second.urn, "users");
    return first.urn;
  },

  async "/timeout"(settings) {
    kept ??= signedIn(settings, {
      timeoutMs: 100,
      maxRetries: 0,
      fetch: (url, init) => {
        const headers = new Headers(init?.headers);
        headers.set("prefer", "delay=5000");
        return fetch(url, { ...init, headers });
      },
    });
    const error = await errorOf(kept.me.getMe());
    assert(ServiceError.is(error), `${error}`);
    return error.code;
  },

  async "/object"(settings, env) {
    const { users: _, ...app } = settings;
    const object = env.SESSIONS.get(env.SESSIONS.idFromName("user-42"));
    const tokenStore = new HttpTokenStore("https://session.invalid/", {
      fetch: (url, init) => object.fetch(url, init),
    });
    const client = new ServiceClient({ ...app, tokenStore, autoRefresh: true });
    const stored = await tokenStore.read();
    if (stored === undefined) {
      const { refresh_token } = settings.users[1];
      await tokenStore.compareAndSwap(undefined, { accessToken: "an-expired-token", refreshToken: refresh_token });
    }
    return (await client.me.getMe()).urn;
  },
};

/**
 * @param {Settings} settings
 * @param {Partial<import("@tonearm/client").ServiceClientConfig>} [config]
 */
function signedIn({ users, ...app }, config = {}) {
  const client = new ServiceClient({ ...app, ...config });
  client.setToken(users[0].access_token);
  return client;
}

export default {
  /**
   * @param {Request} request
   * @param {unknown} env
   */
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    try {
      return Response.json({ value: await routes[pathname]?.(await request.json(), env), count });
    } catch (error) {
      return Response.json({ error: String(error) }, { status: 500 });
    }
  },
};

/** A session in a Durable Object: an entry with an `ETag`, as `HttpTokenStore` expects it. */
export class SessionObject {
  #storage;

  /** @param {{ storage: any }} state */
  constructor({ storage }) {
    this.#storage = storage;
  }

  /** @param {Request} request */
  async fetch(request) {
    const text = await request.text();
    const stored = await this.#storage.get("entry");
    if (request.method === "GET") {
      return new Response(stored?.text, stored ? { headers: { etag: stored.etag } } : { status: 404 });
    }
    if (request.headers.get("if-match") !== (stored?.etag ?? null)) return new Response(null, { status: 412 });
    await this.#storage.put("entry", { text, etag: `"${crypto.randomUUID()}"` });
    return new Response(null, { status: 204 });
  }
}
