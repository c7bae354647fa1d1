import type { TokenStore } from "../../../src/types/config.ts";
import { type OpenStore, tokenStoreContract } from "@tonearm/client/store-contract";
import { assertEquals } from "@std/assert";

/** A store that records its calls, replies asynchronously, and fails on request. */
export class WatchedStore implements TokenStore {
  access: string | undefined;
  refresh: string | undefined;
  /** The calls, in order. */
  readonly log: string[] = [];
  /** The names of the methods that fail. */
  readonly failing: Set<keyof TokenStore> = new Set();

  constructor(access?: string, refresh?: string) {
    this.access = access;
    this.refresh = refresh;
  }

  async getAccessToken(): Promise<string | undefined> {
    await this.#work("getAccessToken");
    return this.access;
  }

  async getRefreshToken(): Promise<string | undefined> {
    await this.#work("getRefreshToken");
    return this.refresh;
  }

  async setTokens(access: string, refresh?: string): Promise<void> {
    await this.#work("setTokens", `${access} ${refresh}`);
    this.access = access;
    this.refresh = refresh;
  }

  async clearTokens(): Promise<void> {
    await this.#work("clearTokens");
    this.access = this.refresh = undefined;
  }

  async #work(name: keyof TokenStore, detail = ""): Promise<void> {
    this.log.push(`${name} ${detail}`.trim());
    await new Promise((resolve) => setTimeout(resolve));
    if (this.failing.has(name)) throw new Error(`${name} failed`);
  }
}

/** Runs every case on one store, which `begin` creates. */
export function fulfilsContract(
  store: string,
  begin: (stack: AsyncDisposableStack) => Promise<OpenStore>,
  ignore = false,
): Deno.TestDefinition {
  return {
    name: `${store} passes the contract of token stores`,
    ignore,
    async fn(t) {
      await using stack = new AsyncDisposableStack();
      const open = await begin(stack);
      for (const { name, run } of tokenStoreContract(open)) assertEquals(await t.step(name, run), true);
    },
  };
}
