import { hash } from "node:crypto";
import { Random } from "../world/random.ts";

/** An access token and the refresh token that came with it. */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** Whom a pair is for, and when it is made. */
export interface TokenSubject {
  readonly clientId: string;
  readonly userId: number | null;
  readonly at: number;
}

const HEADER = base64url('{"alg":"RS256","kid":"sandbox","typ":"JWT"}');
/** As long as a signature of 2048 bits. */
const SIGNATURE_LETTERS = 342;
const ID_LETTERS = 300;

/** Makes the tokens that one draw of chance gives: JWTs of more than 800 characters to look at, opaque as the service's. */
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

/** ASCII text, as client ids are. */
function base64url(text: string): string {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** base64url(SHA-256(text)): the key a code or token is kept under, and the challenge that belongs to a PKCE verifier. */
export function digest(text: string): string {
  return hash("sha256", text, "base64url");
}
