/**
 * HTTP Basic authentication.
 *
 * @module
 */
import { base64 } from "./base64.ts";

/**
 * Builds the `Authorization` header of a client-credentials request.
 *
 * @param clientId The app's id.
 * @param clientSecret The app's secret. Both are encoded as UTF-8.
 * @returns The header's value.
 */
export function basicAuthorization(clientId: string, clientSecret: string): string {
  return `Basic ${base64(new TextEncoder().encode(`${clientId}:${clientSecret}`))}`;
}
