/**
 * A new token for a refused one.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { abortable } from "./abortable.ts";
import type { Addresses } from "./addresses.ts";
import type { Layer } from "./layer.ts";
import { isRepeatable } from "./retry.ts";

/**
 * Makes a token that replaces one the service has refused.
 *
 * @param refused The refused token; `undefined` when there was none.
 * @returns A new token, or `undefined` when there is none to be had.
 */
export type Refresh = (refused: string | undefined) => Promise<string | undefined>;

/**
 * Asks for a new token after a 401, and sends the request once more. The layer that adds the token comes next.
 *
 * @param addresses Where a token may go. What another host refuses is no matter of tokens.
 * @param refresh Where a new token comes from.
 * @returns The layer.
 */
export function renew({ mayCarryToken }: Addresses, refresh: Refresh): Layer {
  return (next) => (request, context) => {
    const { anonymous, ownToken, signal, token } = context;
    const reply = next(request, context);
    if (anonymous || ownToken || !isRepeatable(request.body) || !mayCarryToken(request.url)) return reply;
    return reply.catch(async (error) => {
      if (!(error instanceof ServiceError && error.isUnauthorized)) throw error;
      const fresh = await abortable(refresh(token), signal);
      if (!fresh || fresh === token) throw error;
      context.token = fresh;
      return await next(request, context);
    });
  };
}
