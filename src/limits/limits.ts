/**
 * Keeps an app within SoundCloud's limits: a rate limiter that also counts plays, and one app token for all processes.
 *
 * @example
 * ```ts
 * import { ServiceClient } from "@tonearm/client";
 * import { MemoryRateLimiter } from "@tonearm/client/limits";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const client = new ServiceClient({ ...sandbox.clientConfig, rateLimiter: new MemoryRateLimiter() });
 * client.setToken(sandbox.issueTokens().access_token);
 * console.log((await client.tracks.getTrack(1078)).title);
 * ```
 *
 * @module
 */
export type { TokenProvider, TokenStore } from "../types/config.ts";
export type { LimitedCall, RateLimiter } from "../types/rate_limiter.ts";
export type { ServiceToken } from "../types/token.ts";
export { type AppClient, type AppTokenOptions, appTokenProvider } from "./app_token.ts";
export { MemoryRateLimiter, type RateLimiterUsage } from "./memory_rate_limiter.ts";
export type { RateLimiterOptions } from "./options.ts";
