/**
 * Attempts within an app's limits.
 *
 * @module
 */
import type { RateLimiter } from "../types/rate_limiter.ts";
import type { Layer } from "./layer.ts";

/**
 * Lets a rate limiter decide when each attempt is made. The OAuth host has limits of its own: calls to it pass by.
 *
 * @param rateLimiter Keeps the app's limits.
 * @returns The layer.
 */
export function rateLimit(rateLimiter: RateLimiter): Layer {
  return (next) => (request, context) => {
    const send = () => next(request, context);
    const { method, url } = request;
    const { token, signal } = context;
    return context.anonymous ? send() : rateLimiter.schedule({ method, url, token, signal }, send);
  };
}
