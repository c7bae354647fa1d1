/**
 * Replies kept for a while.
 *
 * @module
 */
import type { SoundCache } from "../types/config.ts";
import type { Layer } from "./layer.ts";

/** What a cache layer needs. */
export interface CacheSettings {
  readonly store: SoundCache;
  /** Life of an entry, in milliseconds. */
  readonly ttlMs: number;
  /** Hears of a store that fails. */
  readonly onDebug: (message: string) => void;
}

/**
 * Answers GETs from a store, keeps what they brought, and drops what a write has made stale. A store that fails
 * costs a request, never a call.
 *
 * @param settings The store, the life of its entries, and who hears of its failures.
 * @returns The layer.
 */
export function cache({ store, ttlMs, onDebug }: CacheSettings): Layer {
  const kept: Kept = new Map();
  const hash = tokenHash();
  const attempt = async <T>(work: () => T): Promise<Awaited<T> | undefined> => {
    try {
      return await work();
    } catch (error) {
      onDebug(`Cache failed: ${error instanceof Error ? error.message : error}`);
    }
  };
  const drop = (stale: (path: string) => boolean) =>
    Promise.all(
      [...kept].filter(([, { path }]) => stale(path)).map(([key]) => {
        kept.delete(key);
        return attempt(() => store.delete(key));
      }),
    );
  return (next) => async (request, context) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "GET") {
      try {
        return await next(request, context);
      } finally {
        // A write that failed may have been carried out all the same.
        await drop(staleAfter(pathname));
      }
    }
    if (context.fresh || context.uncached || context.redirect) return await next(request, context);
    const key = `GET ${request.url} ${await hash(context.token ?? "")}`;
    const hit = await attempt(() => store.get(key));
    if (hit !== undefined) return { status: 200, headers: new Headers(), body: structuredClone(hit) };
    const reply = await next(request, context);
    remember(kept, key, pathname, ttlMs);
    void attempt(() => store.set(key, structuredClone(reply.body), { ttlMs }));
    return reply;
  };
}

/** What may be in the store: the path behind a key, and the time until which. The oldest come first. */
type Kept = Map<string, { path: string; until: number }>;

function remember(kept: Kept, key: string, path: string, ttlMs: number): void {
  const now = Date.now();
  for (const [old, { until }] of kept) {
    if (until > now) break;
    kept.delete(old);
  }
  kept.delete(key);
  kept.set(key, { path, until: now + ttlMs });
}

/** A write to a track makes every list of tracks stale, and everything about the user who made it. */
function staleAfter(written: string): (path: string) => boolean {
  const [kind = ""] = /tracks|playlists|followings/.exec(written) ?? [];
  const touched = kind === "followings" ? "/users" : `/${kind}`;
  return (path) => path.includes(touched) || path.includes("/me");
}

/** Hashes a token once, for the keys of a store that others may read. */
function tokenHash(): (token: string) => Promise<string> {
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
