/**
 * URLs without secrets.
 *
 * @module
 */

const SECRET = /token|secret|code|sign|polic|key|client_id/i;

/**
 * Hides the secrets of a URL: user names and passwords, tokens, codes, signatures, share tokens.
 *
 * @param url A URL or a path.
 * @returns The URL with `***` for each secret.
 */
export function redact(url: string): string {
  return url
    .replace(/\/\/[^/?#]*@/, "//")
    .replace(/([?&][^=&#]*=)[^&#]*/g, (pair, name) => SECRET.test(name) ? `${name}***` : pair)
    .replace(/(\/|=|%2F|%3D)s-[\w-]+/gi, "$1s-***");
}
