/**
 * Which hosts a call may go to.
 *
 * @module
 */

/** Default address of the service. */
export const API_URL = "https://api.soundcloud.com";

/** Default address of the OAuth host. */
export const AUTH_URL = "https://secure.soundcloud.com";

/** Host names that never leave this machine. */
export const LOOPBACK: RegExp = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Moves the link to a next page onto the base address, whatever host it names, and drops the secrets it may carry. The
 * service once returned links to internal hosts.
 *
 * @param href The link.
 * @param baseUrl Address of the service.
 * @returns An address of the service. The rest of the query stays unchanged.
 * @throws {TypeError} When the link can't be read as one.
 */
export function rebase(href: string, baseUrl: string): string {
  const out = new URL(baseUrl);
  const { origin, pathname, search } = new URL(href, baseUrl);
  out.pathname = origin === out.origin ? pathname : trim(out.pathname) + pathname;
  out.search = search;
  for (const secret of ["oauth_token", "access_token", "client_id", "client_secret"]) {
    if (out.searchParams.has(secret)) out.searchParams.delete(secret);
  }
  return out.href;
}

/** One slash, then neither a backslash nor a control character. A class of Unicode (`\p{Cc}`) would slow down every import. */
const PATH = /^\/(?!\/)[ -[\]-~\xa0-\uffff]*$/;

/**
 * Checks a path that came from the caller.
 *
 * @param path Path with or without a query; it begins with one slash.
 * @returns The same. Behind the base address, it stays below it.
 * @throws {TypeError} When the path would leave it: another host, a backslash, a control character, a dot segment.
 */
export function checkPath(path: string): string {
  if (!PATH.test(path) || /\/(?:\.|%2e){1,2} *(?:[/?#]|$)/i.test(path.split("?", 1)[0]!)) {
    throw new TypeError('Cannot resolve the path: it must begin with one "/" and stay below the base address');
  }
  return path;
}

/**
 * Cuts the slashes at an address's end, so that a path can follow.
 *
 * @param url The address.
 * @returns The same without them.
 */
export function trim(url: string): string {
  return url.replace(/\/+$/, "");
}
