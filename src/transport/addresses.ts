import { API_URL, AUTH_URL, LOOPBACK, parseUrl, trim } from "../formats/origin.ts";

/** Checked base URLs of SoundCloud and its OAuth host, without a trailing slash. */
export interface Addresses {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** Tells whether a request may carry an access token, because it goes to one of the two origins. */
  readonly mayCarryToken: (url: string) => boolean;
}

/**
 * Checks base URLs. A token is sent only over https or to this machine. A base URL must not contain a username, which
 * platforms don't send but show in their errors.
 *
 * @param given The base URLs. Default: those of SoundCloud.
 * @throws {TypeError} When one is neither an https URL nor a loopback URL, or contains a password.
 */
export function checkAddresses(
  { baseUrl = API_URL, authUrl = AUTH_URL }: { baseUrl?: string | undefined; authUrl?: string | undefined } = {},
): Addresses {
  const base = checkAddress("baseUrl", baseUrl);
  const auth = checkAddress("authUrl", authUrl);
  // The slash excludes longer hostnames and usernames.
  const origins = [`${base.origin}/`, `${auth.origin}/`];
  return {
    baseUrl: trim(base.href),
    authUrl: trim(auth.href),
    mayCarryToken: (url) => origins.some((origin) => url.startsWith(origin)),
  };
}

function checkAddress(name: string, address: string): URL {
  const url = parseUrl(address);
  const isSafe = url?.protocol === "https:" || url?.protocol === "http:" && LOOPBACK.test(url.hostname);
  if (isSafe && url.href === url.origin + url.pathname) return url;
  throw new TypeError(`Cannot use ${name}: it must be an https or loopback URL without a password or a query`);
}
