/**
 * Records of sessions: what makes two the same, and how one is read.
 *
 * @module
 */
import { isToken } from "../access_token.ts";
import type { TokenRecord } from "../types/token_record.ts";

/**
 * Tells whether two records are the same to `AtomicTokenStore.compareAndSwap`: they have one refresh token
 * and one generation, or both are missing.
 *
 * @param a A record.
 * @param b Another one.
 * @returns True when the one may be replaced where the other is expected.
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
 * Reads a record from parsed JSON.
 *
 * @param value What a store holds.
 * @returns The record; `undefined` when it isn't one. A pair of an older version, which had no generation, has 0.
 */
export function toTokenRecord(value: unknown): TokenRecord | undefined {
  if (typeof value !== "object" || !value || Array.isArray(value)) return undefined;
  const { generation = 0, accessToken, refreshToken, issuedAt, expiresAt, blockedUntil } = unpacked(
    value as TokenRecord,
  );
  const tokens = [accessToken, refreshToken].every((token) => token === undefined || isToken(token));
  const times = [issuedAt, expiresAt, blockedUntil].every((time) => time === undefined || Number.isFinite(time));
  const isRecord = tokens && times && Number.isSafeInteger(generation) && generation >= 0;
  // An empty object is no tombstone: a sign-out has a generation.
  if (!isRecord || !accessToken && !("generation" in value)) return undefined;
  const fields = Object.entries({ accessToken, refreshToken, issuedAt, expiresAt, blockedUntil });
  return { generation, ...Object.fromEntries(fields.filter(([, field]) => field !== undefined)) };
}

/** An app's token of an older version, or in a store of two fields: its times stand before the refresh token. */
function unpacked(value: TokenRecord): TokenRecord {
  const [, issuedAt, expiresAt, refreshToken] = /^(\d+) (\d+|Infinity) (\S*)$/.exec(value.refreshToken ?? "") ?? [];
  if (!issuedAt) return value;
  return {
    ...value,
    refreshToken: refreshToken || undefined,
    issuedAt: Number(issuedAt),
    expiresAt: expiresAt === "Infinity" ? undefined : Number(expiresAt),
  };
}
