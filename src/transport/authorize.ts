/**
 * The access token of a request.
 *
 * @module
 */
import { checkToken } from "../access_token.ts";
import { ServiceError } from "../errors.ts";
import { abortable } from "./abortable.ts";
import type { ApiRequest, Layer } from "./layer.ts";
import { mayCarryToken } from "./origin.ts";
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
 * @param origins Where a token may go.
 * @param refresh Where a new token comes from. Without it, a 401 is the caller's.
 * @returns The layer.
 */
export function authorize(origins: readonly string[], refresh?: Refresh): Layer {
  return (next) => async (request, context) => {
    if (context.anonymous) return await next(request, context);
    const { token } = context;
    try {
      if (!token) throw missingToken(request);
      return await next(withToken(request, token, origins), context);
    } catch (error) {
      const refused = error instanceof ServiceError && error.isUnauthorized && !context.ownToken;
      if (!refused || !refresh || !isRepeatable(request.body)) throw error;
      context.token = await abortable(refresh(token), context.signal);
      if (!context.token || context.token === token) throw error;
      return await next(withToken(request, context.token, origins), context);
    }
  };
}

function withToken(request: ApiRequest, token: string, origins: readonly string[]): ApiRequest {
  if (!mayCarryToken(request.url, origins)) return request;
  checkToken(token);
  return { ...request, headers: { ...request.headers, Authorization: `OAuth ${token}` } };
}

function missingToken({ method, url }: ApiRequest): ServiceError {
  return new ServiceError(401, "No access token", undefined, { code: "no_token", method, url });
}
