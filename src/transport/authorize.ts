/**
 * The access token of a request.
 *
 * @module
 */
import { isToken, tokenError } from "../access_token.ts";
import { ServiceError } from "../errors.ts";
import { abortable } from "./abortable.ts";
import type { Addresses } from "./addresses.ts";
import type { ApiRequest, Layer, Reply } from "./layer.ts";
import { isRepeatable } from "./retry.ts";

/**
 * Makes a token that replaces one the service has refused.
 *
 * @param refused The refused token; `undefined` when there was none.
 * @returns A new token, or `undefined` when there is none to be had.
 */
export type Refresh = (refused: string | undefined) => Promise<string | undefined>;

/**
 * Adds the token to a request that goes to one of the service's own addresses, and to no other. After a 401 it asks
 * for a new token and sends the request once more.
 *
 * @param addresses Where a token may go.
 * @param refresh Where a new token comes from. Without it, a 401 is the caller's.
 * @returns The layer.
 */
export function authorize({ mayCarryToken }: Addresses, refresh?: Refresh): Layer {
  return (next) => (request, context) => {
    const { anonymous, ownToken, signal, token } = context;
    if (anonymous || !mayCarryToken(request.url)) return next(request, context);
    const attempt = (token: string | undefined): Promise<Reply> => {
      if (!isToken(token)) return Promise.reject(token ? tokenError() : missingToken(request));
      return next({ ...request, headers: { ...request.headers, Authorization: `OAuth ${token}` } }, context);
    };
    const reply = attempt(token);
    if (!refresh || ownToken || !isRepeatable(request.body)) return reply;
    return reply.catch(async (error) => {
      if (!(error instanceof ServiceError && error.isUnauthorized)) throw error;
      const fresh = await abortable(refresh(token), signal);
      if (!fresh || fresh === token) throw error;
      context.token = fresh;
      return await attempt(fresh);
    });
  };
}

function missingToken({ method, url }: ApiRequest): ServiceError {
  return new ServiceError(401, "No access token", undefined, { code: "no_token", method, url });
}
