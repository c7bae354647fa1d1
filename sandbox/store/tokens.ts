import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { Memo } from "../base/memo.ts";
import { Random } from "../base/random.ts";

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

export interface TokenSubject {
  readonly clientId: string;
  readonly userId: number | null;
  readonly at: number;
}

const HEADER = base64url('{"alg":"RS256","kid":"sandbox","typ":"JWT"}');
const SIGNATURE_LETTERS = 342;
const ID_LETTERS = 300;

/** The access token looks like a JWT of more than 800 characters, but is opaque, like SoundCloud's. */
export function makeTokens(seed: string, subject: TokenSubject): TokenPair {
  const random = new Random(`tokens:${seed}`);
  return { access: accessToken(random, subject), refresh: random.letters(48) };
}

function accessToken(random: Random, { clientId, userId, at }: TokenSubject): string {
  const claims = {
    client_id: clientId,
    iat: Math.floor(at / 1000),
    jti: random.letters(ID_LETTERS),
    sub: `${userId ?? ""}`,
  };
  return `${HEADER}.${base64url(JSON.stringify(claims))}.${random.letters(SIGNATURE_LETTERS)}`;
}

function base64url(text: string): string {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** base64url(SHA-256(text)): the stored hash of a code or token, and the challenge of a PKCE verifier. */
export function digest(text: string): string {
  return digests.get(text, () => base64url(String.fromCharCode(...sha256(utf8ToBytes(text)))));
}

/** Hashes of the tokens in use: each request brings one. */
const digests = new Memo<string>(200);
