/**
 * Session records: comparing and parsing them.
 *
 * @module
 */
import { isToken } from "../access_token.ts";
import { isRecord } from "../checks.ts";
import type { TokenRecord } from "../types/token_record.ts";

/**
 * Tells whether two records are equal for `AtomicTokenStore.compareAndSwap`: they have the same refresh token and
 * generation, or both are missing.
 *
 * @param a A record.
 * @param b Another one.
 * @returns True when one may replace the other as the expected record.
 * @example
 * ```ts
 * import { isSameRecord } from "@tonearm/client";
 *
 * isSameRecord({ generation: 1, refreshToken: "r" }, { generation: 1, refreshToken: "r", blockedUntil: 5 }); // true
 * isSameRecord({ generation: 1, refreshToken: "r" }, { generation: 2 }); // false
 * ```
 */
export function isSameRecord(a: TokenRecord | null | undefined, b: TokenRecord | null | undefined): boolean {
  if (!a || !b) return !a && !b;
  return a.generation === b.generation && (a.refreshToken ?? "") === (b.refreshToken ?? "");
}

/**
 * Reads a session record from parsed JSON.
 *
 * @param value The stored value.
 * @returns The record; `undefined` when it isn't one. A pair of an older version has the generation 0.
 */
export function toTokenRecord(value: unknown): TokenRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { generation = 0, accessToken, refreshToken, issuedAt, expiresAt, blockedUntil } = unpacked(
    value as unknown as TokenRecord,
  );
  const tokens = [accessToken, refreshToken].every((token) => token === undefined || isToken(token));
  const times = [issuedAt, expiresAt, blockedUntil].every((time) => time === undefined || Number.isFinite(time));
  const isValid = tokens && times && Number.isSafeInteger(generation) && generation >= 0;
  // Only a sign-out has a generation, so an empty object is not a tombstone.
  if (!isValid || !accessToken && !("generation" in value)) return undefined;
  const fields = Object.entries({ accessToken, refreshToken, issuedAt, expiresAt, blockedUntil });
  return { generation, ...Object.fromEntries(fields.filter(([, field]) => field !== undefined)) };
}

/** Unpacks an app's token of an older version or of a store with two fields: its times precede the refresh token. */
function unpacked(value: TokenRecord): TokenRecord {
  const [, issuedAt, expiresAt, refreshToken] = /^(\d+) (\d+|Infinity) (\S*)$/.exec(String(value.refreshToken)) ?? [];
  if (!issuedAt) return value;
  return {
    ...value,
    refreshToken: refreshToken || undefined,
    issuedAt: Number(issuedAt),
    expiresAt: expiresAt === "Infinity" ? undefined : Number(expiresAt),
  };
}
