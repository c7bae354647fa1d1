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
import { isSameRecord, toTokenRecord } from "../oauth/token_record.ts";
import type { AtomicTokenStore, TokenRecord } from "../types/token_record.ts";

export type { AtomicTokenStore, TokenRecord };

/** Options of {@linkcode HttpTokenStore}. */
export interface HttpTokenStoreOptions {
  /** Headers of every request, such as an API key. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Replaces the runtime's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/**
 * An {@linkcode AtomicTokenStore} at a URL: `GET` returns the record with an `ETag`, or 404; `PUT` honours `If-Match`
 * and `If-None-Match: *`, and answers 412 when they fail. It has no lock: processes that refresh at the same time may
 * send a refresh token twice.
 */
export class HttpTokenStore implements AtomicTokenStore {
  readonly #url: string;
  readonly #options: HttpTokenStoreOptions;

  /**
   * Creates a store for one session.
   *
   * @param url URL of the entry: one per user.
   * @param options `headers`, `fetch`.
   * @throws {TypeError} When the URL isn't an http(s) URL.
   */
  constructor(url: string, options: HttpTokenStoreOptions = {}) {
    if (!/^https?:$/.test(new URL(url).protocol)) throw new TypeError("Cannot make a token store: not an http(s) URL");
    this.#url = url;
    this.#options = options;
  }

  /**
   * Reads the record.
   *
   * @returns The record, or `undefined`.
   * @throws {Error} When the service fails, or the stored value isn't a record.
   */
  async read(): Promise<TokenRecord | undefined> {
    return (await this.#entry()).record;
  }

  /**
   * Replaces the record if it's still the expected one.
   *
   * @param expected The record that was read before; `undefined` if nothing is stored.
   * @param next What to store.
   * @returns Whether it was stored.
   * @throws {Error} When the service fails.
   */
  async compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    for (;;) {
      const { record, etag } = await this.#entry();
      if (!isSameRecord(record, expected)) return false;
      const condition: Record<string, string> = etag === null ? { "If-None-Match": "*" } : { "If-Match": etag };
      const { ok, status } = await this.#send("PUT", condition, JSON.stringify(next));
      if (ok) return true;
      if (status !== 412) throw new Error(`Cannot store a session over HTTP: the service answered ${status}`);
    }
  }

  async #entry(): Promise<{ record: TokenRecord | undefined; etag: string | null }> {
    const { status, headers, text } = await this.#send("GET", {});
    if (status === 404) return { record: undefined, etag: null };
    const etag = headers.get("ETag");
    const record = status === 200 && etag ? parse(text) : undefined;
    if (!record) throw new Error(`Cannot read a session over HTTP: status ${status}, not a record with an ETag`);
    return { record, etag };
  }

  async #send(method: string, condition: Record<string, string>, body: string | null = null) {
    const { fetch = globalThis.fetch, headers: own } = this.#options;
    const headers = { "Content-Type": "application/json", ...own, ...condition };
    const reply = await fetch(this.#url, { method, headers, body, cache: "no-store" });
    return { ok: reply.ok, status: reply.status, headers: reply.headers, text: await reply.text() };
  }
}

function parse(text: string): TokenRecord | undefined {
  try {
    return toTokenRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}
