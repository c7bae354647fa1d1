/**
 * Addresses fit to be shown.
 *
 * @module
 */

/**
 * Hides what an address may carry in secret: user names and passwords, tokens, codes, signatures, share tokens.
 *
 * @param url An address or a path.
 * @returns The same with `***` for each secret.
 */
export function redact(url: string): string {
  return url
    .replace(/\/\/[^/?#]*@/, "//")
    .replace(/([?&][^=&#]*(?:token|secret|code|sign|polic|key|client_id)[^=&#]*=)[^&#]*/gi, "$1***")
    .replace(/(\/|%2F)s-[\w-]+/gi, "$1s-***");
}
