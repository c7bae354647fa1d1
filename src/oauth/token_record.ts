import { isToken } from "../access_token.ts";
import { isRecord } from "../checks.ts";
import type { TokenRecord } from "../types/token_record.ts";

/** Maximum number of earlier sign-ins that a record names. */
const REMEMBERED_SIDS = 8;

/**
 * Tells whether two records are equal for `AtomicTokenStore.compareAndSwap`: they have the same `mark`, or both are
 * missing. Records without a mark are equal if they have the same refresh token and generation.
 *
 * @param a A record.
 * @param b Another one.
 * @returns True when one may replace the other as the expected record.
 * @example
 * ```ts
 * import { isSameRecord } from "@tonearm/client";
 *
 * isSameRecord({ generation: 1, mark: "m" }, { generation: 1, mark: "m", accessToken: "a" }); // true
 * isSameRecord({ generation: 1, mark: "m" }, { generation: 1, mark: "n" }); // false
 * ```
 */
export function isSameRecord(a: TokenRecord | null | undefined, b: TokenRecord | null | undefined): boolean {
  if (!a || !b) return !a && !b;
  return markOf(a) === markOf(b);
}

/** Identifies a write: by its mark; in a record of an older version, by the generation and the refresh token. */
export function markOf({ mark, generation, refreshToken = "" }: TokenRecord): string {
  return mark ?? `${generation} ${refreshToken}`;
}

/** Identifies the sign-in or sign-out of a record; of an older version, by a string that each process derives alike. */
export function sidOf({ sid, generation }: TokenRecord): string {
  return sid ?? `generation ${generation}`;
}

/**
 * Creates the next record of the same sign-in. It has neither an intent nor a block unless the fields have one.
 *
 * @param before The current record; `undefined` begins with a new `sid`.
 */
export function nextRecord(before: TokenRecord | undefined, fields: Partial<TokenRecord> = {}): TokenRecord {
  const { intent: _intent, block: _block, ...kept } = before ?? { generation: -1 };
  const { generation, seq = 0, after = [] } = kept;
  const sid = before ? sidOf(before) : crypto.randomUUID();
  return { ...kept, generation: generation + 1, sid, after, seq, mark: crypto.randomUUID(), ...fields };
}

/**
 * Creates the record of a sign-in or sign-out, which replaces any other.
 *
 * @param before The current record, or `undefined`.
 * @param tokens The new tokens, if any, and the `sid` if it was drawn before.
 */
export function newSession(before: TokenRecord | undefined, tokens: Partial<TokenRecord>): TokenRecord {
  const after = before ? [sidOf(before), ...before.after ?? []].slice(0, REMEMBERED_SIDS) : [];
  // The clock keeps the number different from those of a session that the store has lost.
  const generation = Math.max((before?.generation ?? 0) + 1, tokens.generation ?? 0, Math.floor(Date.now()));
  return { sid: crypto.randomUUID(), ...tokens, generation, after, seq: 0, mark: crypto.randomUUID() };
}

/** What a sign-in follows, for those whose ids aren't drawn yet. */
const undrawn = new WeakMap<TokenRecord, TokenRecord | undefined>();

/**
 * Creates the record of a sign-in or sign-out whose ids are drawn once, when one is first needed: at the module scope of
 * a Cloudflare Worker there are no random values, and no time.
 *
 * @param current The current record, or `undefined`. One whose ids nobody has seen is left out of the history.
 */
export function lazySession(current: TokenRecord | undefined, tokens: Partial<TokenRecord>): TokenRecord {
  const before = current && undrawn.has(current) ? undrawn.get(current) : current;
  let drawn: TokenRecord | undefined;
  const record: TokenRecord = { generation: 0, ...tokens, seq: 0 };
  for (const name of ["generation", "sid", "after", "mark"] as const) {
    const get = () => {
      undrawn.delete(record);
      return (drawn ??= newSession(before, tokens))[name];
    };
    Object.defineProperty(record, name, { enumerable: true, get });
  }
  undrawn.set(record, before);
  return record;
}

/**
 * Tells whether a stored record takes precedence over a new one.
 *
 * @returns True for a sign-in that the new record doesn't follow, and for the same sign-in with as many refreshes.
 */
export function isAhead(stored: TokenRecord, next: TokenRecord): boolean {
  const sid = sidOf(stored);
  if (sid !== sidOf(next)) return !next.after?.includes(sid);
  return (stored.seq ?? 0) >= (next.seq ?? 0);
}

/**
 * Reads a session record from parsed JSON.
 *
 * @param value The stored value.
 * @returns The record; `undefined` when it isn't one. A pair of an older version has the generation 0.
 */
export function toTokenRecord(value: unknown): TokenRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { generation = 0, accessToken, refreshToken, issuedAt, expiresAt, ...more } = unpacked(
    value as unknown as TokenRecord,
  );
  const tokens = [accessToken, refreshToken].every((token) => token === undefined || isToken(token));
  const times = [issuedAt, expiresAt].every((time) => time === undefined || Number.isFinite(time));
  const isValid = tokens && times && Number.isSafeInteger(generation) && generation >= 0;
  // Only a sign-out has a generation, so an empty object is not a tombstone.
  if (!isValid || !accessToken && !("generation" in value)) return undefined;
  const fields = Object.entries({ accessToken, refreshToken, issuedAt, expiresAt, ...stateOf(more) });
  return { generation, ...Object.fromEntries(fields.filter(([, field]) => field !== undefined)) };
}

/**
 * Parses a stored record.
 *
 * @returns The record; `undefined` when it isn't one. The parser's error isn't passed on: it would reveal the text.
 */
export function parseRecord(text: string): TokenRecord | undefined {
  try {
    return toTokenRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Reads the fields that order records, and those of a refresh. Invalid ones are left out. */
function stateOf({ sid, after, seq, mark, intent, block, blockedUntil }: Stored): Partial<TokenRecord> {
  const isText = (one: unknown) => typeof one === "string" && one !== "";
  const isTime = (one: unknown) => typeof one === "number" && one >= 0 && Number.isFinite(one);
  const isIntent = isRecord(intent) && isText(intent.id) && isTime(intent.leaseMs) && isTime(intent.agedMs ?? 0);
  const isBlock = isRecord(block) && isText(block.id) && isTime(block.forMs) && isTime(block.until);
  const older = isTime(blockedUntil) ? oldBlock(blockedUntil!) : undefined;
  return {
    sid: isText(sid) ? sid : undefined,
    after: Array.isArray(after) && after.every(isText) ? after : undefined,
    seq: Number.isSafeInteger(seq) ? seq : undefined,
    mark: isText(mark) ? mark : undefined,
    intent: isIntent ? intent : undefined,
    block: isBlock ? block : older,
  };
}

type Stored = Partial<TokenRecord> & { readonly blockedUntil?: number };

/** The block of an older version, which has only its end. */
function oldBlock(until: number): TokenRecord["block"] {
  return { id: `until ${until}`, forMs: Math.max(0, until - Date.now()), until };
}

/** Packs the times of an app's token before its refresh token, for a store with two fields. */
export function packed({ issuedAt = 0, expiresAt = Infinity, refreshToken = "" }: TokenRecord): string {
  return `${issuedAt} ${expiresAt} ${refreshToken}`;
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
