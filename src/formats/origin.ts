/** Default URL of the API. */
export const API_URL = "https://api.soundcloud.com";

/** Default URL of the OAuth host. */
export const AUTH_URL = "https://secure.soundcloud.com";

/** Hostnames of the loopback interface. */
export const LOOPBACK: RegExp = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Moves the link to a next page onto the base URL, and removes secrets from it. SoundCloud once returned links to
 * internal hosts.
 *
 * @returns A URL of SoundCloud. The rest of the query is unchanged.
 * @throws {TypeError} When the link is invalid.
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

/**
 * A single slash, then neither a backslash nor a control character. A Unicode class (`\p{Cc}`) would slow down every
 * import.
 */
const PATH = /^\/(?!\/)[ -[\]-~\xa0-\uffff]*$/;

/**
 * Checks a path from the caller.
 *
 * @param path Path with or without a query; it begins with one slash.
 * @throws {TypeError} When the path could leave the base URL: another host, a backslash, a control character, a dot
 * segment.
 */
export function checkPath(path: string): string {
  if (!PATH.test(path) || /\/(?:\.|%2e){1,2} *(?:[/?#]|$)/i.test(path.split("?", 1)[0]!)) {
    throw new TypeError('Cannot resolve the path: it must begin with "/" and stay below the base URL');
  }
  return path;
}

/** Parses a URL. */
export function parseUrl(url: string, base?: string): URL | undefined {
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

/** Removes trailing slashes, so that a path can be appended. */
export function trim(url: string): string {
  return url.replace(/\/+$/, "");
}
