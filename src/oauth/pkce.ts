import { base64url } from "./base64.ts";

/**
 * Generates a code verifier: the secret of one sign-in, kept until its code is redeemed.
 *
 * @returns 43 characters from a secure random source.
 *
 * @example
 * ```ts
 * import { generateCodeChallenge, generateCodeVerifier } from "@tonearm/client";
 *
 * const verifier = generateCodeVerifier();
 * const challenge = await generateCodeChallenge(verifier);
 * ```
 *
 * @see RFC 7636, section 4.1
 */
export function generateCodeVerifier(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * Computes the challenge (S256) that an authorization URL carries in place of the verifier.
 *
 * @param verifier The code verifier: 43 to 128 letters, digits, `-`, `.`, `_` or `~`.
 * @returns The challenge, 43 characters without padding.
 * @throws {TypeError} When the verifier has another length or other characters.
 *
 * @see RFC 7636, section 4.2
 */
export async function generateCodeChallenge(verifier: string): Promise<string> {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) {
    throw new TypeError("Cannot hash the code verifier: it must have 43 to 128 letters, digits, -, ., _ or ~");
  }
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}
