import { startSession } from "../oauth/stored_session.ts";
import type { TokenStore } from "../types/config.ts";
import type { AtomicTokenStore, CheckedTokenStore, StoreFinding, TokenRecord } from "../types/token_record.ts";

/** The methods by which a program reads, starts and ends the session of a store by itself. */
export abstract class SessionTokenStore implements AtomicTokenStore, CheckedTokenStore, TokenStore {
  /** Reads the record. */
  abstract read(): Promise<TokenRecord | undefined>;
  /** Replaces the record if it's still the expected one. */
  abstract compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean>;
  /** Checks the store and its configuration. */
  abstract check(): Promise<StoreFinding[]>;

  /**
   * Reads the access token.
   *
   * @returns The token, or `undefined` when none is stored.
   * @throws {ServiceError} `token_store` when the store can't be read.
   */
  async getAccessToken(): Promise<string | undefined> {
    return (await this.read())?.accessToken;
  }

  /**
   * Reads the refresh token.
   *
   * @returns The token, or `undefined` when none is stored.
   * @throws {ServiceError} `token_store` when the store can't be read.
   */
  async getRefreshToken(): Promise<string | undefined> {
    return (await this.read())?.refreshToken;
  }

  /**
   * Starts a session with a pair, whatever is stored. An earlier refresh can't undo it.
   *
   * @param accessToken The access token.
   * @param refreshToken The refresh token.
   * @throws {ServiceError} `token_store` when the store can't be written.
   */
  async setTokens(accessToken: string, refreshToken?: string): Promise<void> {
    await startSession(this, { accessToken, ...(refreshToken && { refreshToken }) });
  }

  /**
   * Ends the session, for all processes. The record stays, without tokens, so that an earlier refresh can't revive the
   * session.
   *
   * @throws {ServiceError} `token_store` when the store can't be written.
   */
  async clearTokens(): Promise<void> {
    await startSession(this, {});
  }
}
