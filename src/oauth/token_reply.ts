import { isToken } from "../access_token.ts";
import { invalidReply } from "../failure.ts";
import type { ServiceToken } from "../types/token.ts";
import type { TokenRecord } from "../types/token_record.ts";

/** Lifetime of a token whose response names none, in seconds. */
const USUAL_LIFE_S = 3600;
/** The longest accepted lifetime, in seconds: ten years. */
const LONGEST_LIFE_S = 315_360_000;

/**
 * Checks a response and reads its tokens.
 *
 * @param spent The refresh token that was sent. It stays valid if the response has no other.
 * @returns The tokens and their times. An invalid lifetime counts as one hour; a token of the first generation, with
 * neither a lifetime nor a refresh token, doesn't expire.
 * @throws {ServiceError} `invalid_body` when the response holds no access token.
 */
export function readTokenReply(reply: unknown, spent?: string, now: number = Date.now()): Partial<TokenRecord> {
  const { access_token: accessToken, refresh_token, expires_in } = Object(reply) as Partial<ServiceToken>;
  if (!isToken(accessToken)) throw invalidReply("The response has no token");
  const refreshToken = isToken(refresh_token) ? refresh_token : spent;
  const tokens = { accessToken, ...(refreshToken ? { refreshToken } : {}), issuedAt: now };
  if (expires_in === undefined && !refreshToken) return tokens;
  return { ...tokens, expiresAt: now + lifeOf(expires_in) * 1000 };
}

function lifeOf(seconds: unknown): number {
  const life = typeof seconds === "string" ? Number(seconds) : seconds;
  return typeof life === "number" && life > 0 && life <= LONGEST_LIFE_S ? life : USUAL_LIFE_S;
}
