/**
 * Where the service is.
 *
 * @module
 */
import { API_URL, AUTH_URL, LOOPBACK, trim } from "./origin.ts";

/** Addresses of the service and of its OAuth host, checked, without a slash at their end. */
export interface Addresses {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** Tells whether a request may carry an access token: whether it goes to one of the two origins. */
  readonly mayCarryToken: (url: string) => boolean;
}

/**
 * Checks where calls go. A token travels over https, or on this machine. An address may have only a path: platforms
 * don't send a user name, and show it in their errors.
 *
 * @param given The addresses; those of the service where they're left out.
 * @returns The addresses as the platform writes them.
 * @throws {TypeError} When one isn't an https address, nor one on the loopback interface, or when it holds a password.
 */
export function checkAddresses(
  { baseUrl = API_URL, authUrl = AUTH_URL }: { baseUrl?: string | undefined; authUrl?: string | undefined } = {},
): Addresses {
  const base = checkAddress("baseUrl", baseUrl);
  const auth = checkAddress("authUrl", authUrl);
  // The slash excludes longer host names and user names.
  const origins = [`${base.origin}/`, `${auth.origin}/`];
  return {
    baseUrl: trim(base.href),
    authUrl: trim(auth.href),
    mayCarryToken: (url) => origins.some((origin) => url.startsWith(origin)),
  };
}

function checkAddress(name: string, address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isSafe = url?.protocol === "https:" || url?.protocol === "http:" && LOOPBACK.test(url.hostname);
  if (isSafe && url.href === url.origin + url.pathname) return url;
  throw new TypeError(
    `Cannot use ${name}: it must be an https or loopback address without a password or a query`,
  );
}
