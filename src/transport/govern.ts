/**
 * Attempts within an app's limits.
 *
 * @module
 */
import type { RateGovernor } from "../types/governor.ts";
import type { Layer } from "./layer.ts";

/**
 * Lets a governor decide when each attempt is made. The OAuth host has limits of its own: calls to it pass by.
 *
 * @param governor Keeps the app's limits.
 * @returns The layer.
 */
export function govern(governor: RateGovernor): Layer {
  return (next) => (request, context) => {
    const send = () => next(request, context);
    const { method, url } = request;
    const { token, signal } = context;
    return context.anonymous ? send() : governor.govern({ method, url, token, signal }, send);
  };
}
