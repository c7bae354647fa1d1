/**
 * What a case is given: the library under test, and clients of the sandbox.
 *
 * @module
 */

/** @typedef {typeof import("@tonearm/client")} Library */
/** @typedef {import("@tonearm/client").ServiceClientConfig} Config */
/** @typedef {{ access_token: string, refresh_token: string }} Tokens */
/** @typedef {{ clientId: string, clientSecret: string, redirectUri: string, baseUrl: string, authUrl: string, users: Tokens[] }} Settings */
/** @typedef {(world: World) => Promise<void>} Case */

export class World {
  /**
   * @param {Library} library
   * @param {Settings} settings
   */
  constructor(library, settings) {
    /** The library under test. */
    this.library = library;
    /** What the sandbox's process printed. */
    this.settings = settings;
    const { users: _, ...app } = settings;
    /** What a client needs. */
    this.app = app;
  }

  /**
   * A client without a token.
   *
   * @param {Partial<Config>} [config]
   */
  visitor(config = {}) {
    return new this.library.ServiceClient({ ...this.app, retryBaseDelay: 1, ...config });
  }

  /**
   * A client of a user who is signed in.
   *
   * @param {Partial<Config>} [config]
   * @param {number} [index] 0 for the first user, 1 for the second, and so on.
   */
  user(config = {}, index = 0) {
    const client = this.visitor(config);
    client.setToken(this.tokens(index).access_token);
    return client;
  }

  /** @param {number} [index] */
  tokens(index = 0) {
    const tokens = this.settings.users[index];
    if (!tokens) throw new Error(`the sandbox gave no user ${index}`);
    return tokens;
  }

  /** A public track that somebody else made. */
  async track() {
    const me = await this.user().me.getMe();
    const { collection } = await this.user().search.tracks("");
    const found = collection.find(({ user, access }) => user.urn !== me.urn && access === "playable");
    if (!found) throw new Error("the catalogue has no public track of another user");
    return found;
  }
}

/**
 * A `fetch` that has the sandbox fail the first requests, and counts all of them.
 *
 * @param {number} times How many requests fail.
 * @param {string} preference What the sandbox is asked for, such as `code=503`.
 */
export function faulty(times, preference) {
  const seen = { count: 0 };
  /** @type {typeof fetch} */
  const send = (input, init) => {
    const headers = new Headers(init?.headers);
    if (seen.count++ < times) headers.set("prefer", preference);
    return fetch(input, { ...init, headers });
  };
  return { seen, send };
}
