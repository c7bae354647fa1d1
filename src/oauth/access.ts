import { noToken } from "../failure.ts";
import type { Refresh } from "../transport/refresh_token.ts";
import type { TokenRecord } from "../types/token_record.ts";
import type { TokenManager } from "./token_manager.ts";

export interface FreshTokens {
  /** Returns the access token for the next call, or `undefined`. */
  access(): string | undefined | Promise<string | undefined>;
  /**
   * Returns an access token, or rejects with a {@linkcode ServiceError} when there is none.
   *
   * @param refused A rejected token of the same session: its replacement is returned.
   */
  demand(refused?: string): Promise<string>;
}

/** How long before its expiry a token is refreshed: a minute, or a sixtieth of its lifetime if that is shorter. */
const EARLY_MS = 60_000;

/**
 * Refreshes a stored token before use if the store says that it has expired, because a streamed upload can't be
 * repeated after a 401.
 */
export function freshTokens(manager: TokenManager, refresh: Refresh, isAutomatic: boolean): FreshTokens {
  const renewed = async (token: string | undefined) => {
    if (!isOver(manager.current, token)) return token;
    // A sign-in or sign-out in the meantime takes precedence.
    return await refresh(token, false) ?? await manager.access();
  };
  const stored = manager.access.bind(manager);
  const access = !isAutomatic ? stored : () => {
    const token = stored();
    return typeof token === "object" ? token.then(renewed) : token;
  };
  return {
    access,
    async demand(refused) {
      const token = refused === undefined && await access() ||
        (refused !== undefined || manager.usesProvider) && await refresh(refused, false);
      if (token) return token;
      throw noToken();
    },
  };
}

function isOver(record: TokenRecord | undefined, token: string | undefined): boolean {
  const { accessToken, refreshToken, issuedAt = 0, expiresAt = Infinity } = record ?? {};
  if (!token || accessToken !== token || !refreshToken) return false;
  return expiresAt - Math.min(EARLY_MS, (expiresAt - issuedAt) / 60) <= Date.now();
}
