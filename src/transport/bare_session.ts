/**
 * A session without memory, for a call with nothing but a token.
 *
 * @module
 */
import type { Session } from "../session.ts";
import { checkAddresses } from "./addresses.ts";
import { authorize } from "./authorize.ts";
import { exchange } from "./exchange.ts";
import { compose } from "./layer.ts";
import { buildRequest, callContext, type Encode } from "./request.ts";
import { DEFAULT_RETRY, retry } from "./retry.ts";
import { DEFAULT_TIMEOUT_MS, timeout } from "./timeout.ts";

/**
 * Makes a session of an access token: it retries and has a timeout, but keeps, joins and refreshes nothing.
 *
 * @param token The access token; empty for routes of the OAuth host, which need none.
 * @param encode Makes the payloads of bodies, for routes that have one.
 * @returns A session whose addresses and `fetch` come from each call's options.
 */
export function bareSession(token: string, encode?: Encode): Session {
  return {
    async send(route, options = {}) {
      const addresses = checkAddresses(options);
      const request = buildRequest(route, addresses, encode);
      const context = callContext(route, { ...options, token: options.token ?? token }, DEFAULT_TIMEOUT_MS);
      const layers = [authorize(addresses), retry(DEFAULT_RETRY), timeout];
      const { body, location } = await compose(exchange(options.fetch ?? globalThis.fetch), layers)(request, context);
      return location ?? body;
    },
  };
}
