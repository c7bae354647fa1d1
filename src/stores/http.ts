/**
 * Sessions in a key-value service over HTTP whose entries have ETags. It needs only `fetch`, so it works in workers
 * without TCP.
 *
 * @example
 * ```ts ignore
 * import { ServiceClient } from "@tonearm/client";
 * import { HttpTokenStore } from "@tonearm/client/http";
 *
 * const headers = { Authorization: `Bearer ${key}` };
 * const tokenStore = new HttpTokenStore("https://kv.example/sessions/user-42", { headers });
 * const client = new ServiceClient({ clientId, clientSecret, tokenStore });
 * ```
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#section-13.1 Preconditions in RFC 9110}
 *
 * @module
 */
import { isSameRecord, parseRecord } from "../oauth/token_record.ts";
import type { AtomicTokenStore, CheckedTokenStore, StoreFinding, TokenRecord } from "../types/token_record.ts";
import { LOOPBACK } from "../formats/origin.ts";
import { findings } from "./findings.ts";

export type { AtomicTokenStore, CheckedTokenStore, StoreFinding, TokenRecord };

/** Options of {@linkcode HttpTokenStore}. */
export interface HttpTokenStoreOptions {
  /** Headers of every request, such as an API key. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Replaces the runtime's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** A record as it was seen. */
interface Seen {
  readonly record: TokenRecord | undefined;
  readonly etag: string | null;
}

/** Time limit of a request, in milliseconds: nobody waits for it any more, and it would keep its connection. */
const TIMEOUT_MS = 30_000;
/** Attempts of a swap whose condition the server refuses although the record is the expected one. */
const MOST_TRIES = 3;

/**
 * An {@linkcode AtomicTokenStore} at a URL: `GET` returns the record with an `ETag`, or 404; `PUT` honours `If-Match`
 * and `If-None-Match: *`, and responds with 412 when they fail. Weak ETags, as compressing proxies make them, are sent as strong
 * ones. A redirect is an error: the tokens are sent to this URL only.
 */
export class HttpTokenStore implements AtomicTokenStore, CheckedTokenStore {
  readonly #url: string;
  readonly #options: HttpTokenStoreOptions;
  #last: Seen | undefined;

  /**
   * Creates a store for one session.
   *
   * @param url URL of the entry: one per user. It's an `https:` URL, or one of this machine, without a password, which
   * platforms refuse with an error that shows it.
   * @param options `headers`, `fetch`.
   * @throws {TypeError} When the URL isn't one of these.
   */
  constructor(url: string, options: HttpTokenStoreOptions = {}) {
    const { protocol, hostname, username, password } = new URL(url);
    const isSafe = protocol === "https:" || protocol === "http:" && LOOPBACK.test(hostname);
    if (!isSafe || username || password) {
      throw new TypeError("Cannot make a token store: not an https URL without a password");
    }
    this.#url = url;
    this.#options = options;
  }

  /**
   * Reads the record.
   *
   * @returns The record, or `undefined`.
   * @throws {Error} When the server fails or redirects, or the stored value isn't a record.
   */
  async read(): Promise<TokenRecord | undefined> {
    return (await this.#look()).record;
  }

  /**
   * Replaces the record if it's still the expected one.
   *
   * @param expected The record that was read before; `undefined` if nothing is stored.
   * @param next What to store.
   * @returns Whether it was stored.
   * @throws {Error} When the server fails or redirects, or never accepts an ETag of its own.
   */
  async compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const last = tries === 0 ? this.#last : undefined;
      // Not `#last` after the wait: another call may have seen a newer record meanwhile.
      const { record, etag } = last && isSameRecord(last.record, expected) ? last : await this.#look();
      if (!isSameRecord(record, expected)) return false;
      // `If-Match` compares strongly, so a weak ETag never matches, unless the server compares texts.
      const known = tries === 1 ? etag : etag?.replace(/^W\//, "");
      const condition: Record<string, string> = known ? { "If-Match": known } : { "If-None-Match": "*" };
      const { ok, status, headers } = await this.#send("PUT", condition, JSON.stringify(next));
      const stored = headers.get("ETag");
      this.#last = ok && stored ? { record: next, etag: stored } : undefined;
      if (ok) return true;
      if (status !== 412) throw new Error(`Cannot store a session over HTTP: the server responded with ${status}`);
    }
    throw new Error("Cannot store a session over HTTP: the server refuses the ETags that it returns (412)");
  }

  /**
   * Checks whether the server returns strong ETags and whether its responses are cached.
   *
   * @returns What is wrong, each with its remedy.
   */
  async check(): Promise<StoreFinding[]> {
    try {
      const { status, headers } = await this.#send("GET", {});
      const etag = headers.get("ETag");
      const isWeak = etag?.startsWith("W/") === true;
      return findings([
        [status !== 200 && status !== 404, `The server responds with ${status}`, "Check the URL and the key"],
        [status === 200 && !etag, "The server returns no ETag", "Use a server with conditional writes"],
        [isWeak, "A proxy makes the ETags weak, by compressing for example", "Turn compression off for this path"],
        [headers.has("Age"), "A cache answers reads", "Exclude this path from the cache"],
      ]);
    } catch (error) {
      const problem = `The server can't be checked: ${(error as Error).message}`;
      return [{ problem, remedy: "Check the URL and the network" }];
    }
  }

  async #look(): Promise<Seen> {
    const { status, headers, text } = await this.#send("GET", {});
    const etag = headers.get("ETag");
    const record = status === 200 && etag ? parseRecord(text) : undefined;
    if (!record && status !== 404) {
      throw new Error(`Cannot read a session over HTTP: status ${status}, not a record with an ETag`);
    }
    return this.#last = { record, etag: record ? etag : null };
  }

  async #send(method: string, condition: Record<string, string>, body: string | null = null) {
    const { fetch = globalThis.fetch, headers: own } = this.#options;
    const headers = { "Content-Type": "application/json", "Accept-Encoding": "identity", ...own, ...condition };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const reply = await fetch(this.#url, { method, headers, body, signal, cache: "no-store", redirect: "manual" });
    if (reply.type === "opaqueredirect" || reply.status >= 300 && reply.status < 400) {
      await reply.body?.cancel();
      throw new Error("Cannot use a session over HTTP: the server redirects, and the tokens stay at this URL");
    }
    return { ok: reply.ok, status: reply.status, headers: reply.headers, text: await reply.text() };
  }
}
