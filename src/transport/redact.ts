/**
 * Addresses fit to be shown.
 *
 * @module
 */

const SECRET = /token|secret|code|sign|polic|key|client_id/i;

/**
 * Hides the secrets of an address: user names and passwords, tokens, codes, signatures, share tokens.
 *
 * @param url An address or a path.
 * @returns The same with `***` for each secret.
 */
export function redact(url: string): string {
  return url
    .replace(/\/\/[^/?#]*@/, "//")
    .replace(/([?&][^=&#]*=)[^&#]*/g, (pair, name) => SECRET.test(name) ? `${name}***` : pair)
    .replace(/(\/|=|%2F|%3D)s-[\w-]+/gi, "$1s-***");
}
