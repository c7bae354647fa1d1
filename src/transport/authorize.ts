/**
 * The access token of a request.
 *
 * @module
 */
import { isToken, tokenError } from "../access_token.ts";
import { ServiceError } from "../errors.ts";
import type { Addresses } from "./addresses.ts";
import type { ApiRequest, Layer } from "./layer.ts";

/**
 * Adds the token to a request that goes to one of the service's own addresses, and to no other.
 *
 * @param addresses Where a token may go.
 * @returns The layer.
 */
export function authorize({ mayCarryToken }: Addresses): Layer {
  return (next) => (request, context) => {
    const { anonymous, token } = context;
    if (anonymous || !mayCarryToken(request.url)) return next(request, context);
    if (!isToken(token)) return Promise.reject(token ? tokenError() : missingToken(request));
    return next({ ...request, headers: { ...request.headers, Authorization: `OAuth ${token}` } }, context);
  };
}

function missingToken({ method, url }: ApiRequest): ServiceError {
  return new ServiceError(401, "No access token", undefined, { code: "no_token", method, url });
}
