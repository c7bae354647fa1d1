import { setNewest } from "../oldest.ts";
import type { SoundCache } from "../types/config.ts";
import { abortable } from "./abortable.ts";
import { inTime, messageOf } from "./callbacks.ts";
import type { Call, Layer } from "./call.ts";
import { redact } from "./redact.ts";

/** The dependencies of a cache layer. */
export interface CacheSettings {
  readonly store: SoundCache;
  /** Lifetime of an entry, in milliseconds. */
  readonly ttlMs: number;
  /** Timeout of each call to the store, in milliseconds; 0 for none. */
  readonly limitMs: number;
  /** Called with failures of the store. */
  readonly onDebug: (message: string) => void;
}

/**
 * Answers GETs from a store, stores their responses, and deletes those that a write has outdated. If the store fails or
 * doesn't answer, the request is sent.
 *
 * @param settings The store and its time limit, the lifetime of its entries, and the observer of its failures.
 */
export function cache(settings: CacheSettings): Layer {
  const replies = new ReplyCache(settings);
  const hash = tokenHash();
  return (next) => async (call, stats) => {
    const { url, method, token, flags } = call;
    if (call.isAnonymous) return await next(call, stats);
    // Deletes the responses of a user who revoked the app's access.
    if (method === "POST" && new URL(url).pathname.endsWith("/disconnect")) {
      const reply = await next(call, stats);
      const suffix = await hash(token ?? "");
      replies.drop((_, { own }, key) => key.endsWith(suffix) || !own && !call.isOwnToken);
      return reply;
    }
    if (method !== "GET") {
      // A failed write may still have been carried out.
      return await next(call, stats).finally(() => replies.drop(staleAfter(new URL(url).pathname)));
    }
    if (flags.skipCache || flags.skipDedupe || flags.redirect) return await next(call, stats);
    const key = `GET ${url} ${await hash(token ?? "")}`;
    const hit = await abortable(replies.get(key), call.signal);
    if (hit != null) {
      stats.isCached = true;
      return { status: 200, headers: new Headers(), body: hit };
    }
    const { drops } = replies;
    let body: unknown;
    try {
      const reply = await next(call, stats);
      // A read that began before a write ended may be older than the write; a response for a new token does not belong
      // to the old one.
      if (drops === replies.drops && token === stats.token) body = reply.body;
      return reply;
    } finally {
      // Other processes may wait for this entry, so it's deleted after a failure.
      replies.set(key, call, body);
    }
  };
}

/** Entries that a client can find again: a {@linkcode SoundCache} doesn't list its keys. */
const MOST_ENTRIES = 10_000;

interface Entry {
  readonly path: string;
  /** Whether it was read with a token for that call only. */
  readonly own: boolean;
}

/** A {@linkcode SoundCache} that never fails, returns copies, and knows the URLs of its keys. */
class ReplyCache {
  readonly #settings: CacheSettings;
  readonly #entries = new Map<string, Entry>();
  /** Number of writes after which entries were deleted. */
  drops = 0;

  constructor(settings: CacheSettings) {
    this.#settings = settings;
  }

  get(key: string): Promise<unknown> {
    return this.#attempt(async (store) => structuredClone(await store.get(key)));
  }

  set(key: string, { url, isOwnToken: own }: Call, body: unknown): void {
    if (body === undefined) return this.#forget(key);
    const oldest = setNewest(this.#entries, key, { path: new URL(url).pathname, own }, MOST_ENTRIES);
    if (oldest) this.#forget(oldest);
    const { ttlMs } = this.#settings;
    void this.#attempt((store) => store.set(key, structuredClone(body), { ttlMs }));
  }

  drop(isStale: (path: string, entry: Entry, key: string) => boolean): void {
    this.drops++;
    for (const [key, entry] of this.#entries) if (isStale(entry.path, entry, key)) this.#forget(key);
  }

  #forget(key: string): void {
    this.#entries.delete(key);
    void this.#attempt((store) => store.delete(key));
  }

  async #attempt<T>(work: (store: SoundCache) => T): Promise<Awaited<T> | undefined> {
    const { store, onDebug, limitMs } = this.#settings;
    try {
      return await inTime(() => work(store), limitMs);
    } catch (error) {
      onDebug(`Cache failed: ${redact(messageOf(error))}`);
    }
  }
}

/**
 * Selects the paths that a write makes stale: a write to a track affects every list of tracks, and everything about its
 * user.
 */
function staleAfter(written: string): (path: string) => boolean {
  const [kind = ""] = /tracks|playlists|followings/.exec(written) ?? [];
  const touched = kind === "followings" ? "/users" : `/${kind}`;
  return (path) => path.includes(touched) || path.includes("/me");
}

/** Hashes a token once, for the keys of a store that others may read. */
export function tokenHash(): (token: string) => Promise<string> {
  const hashes = new Map<string, Promise<string>>();
  return (token) => {
    const known = hashes.get(token);
    if (known) return known;
    if (hashes.size > 999) hashes.clear();
    const digest = crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)).then((bytes) =>
      Array.from(new Uint8Array(bytes).subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("")
    );
    hashes.set(token, digest);
    return digest;
  };
}
