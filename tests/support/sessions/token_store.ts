import type { TokenStore } from "../../../src/types/config.ts";

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
