/**
 * Tokens, responses and limits in Redis, for processes on many hosts. The client is the caller's own: `npm:redis` or
 * `npm:ioredis`, connected.
 *
 * @example
 * ```ts ignore
 * import { createClient } from "redis";
 * import { ServiceClient } from "@tonearm/client";
 * import { RedisCache, RedisRateLimiter, RedisTokenStore } from "@tonearm/client/redis";
 *
 * const redis = await createClient().connect();
 * const client = new ServiceClient({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   tokenStore: new RedisTokenStore(redis, "tokens:user-1"),
 *   cache: new RedisCache(redis),
 *   rateLimiter: new RedisRateLimiter(redis, "id"),
 * });
 * ```
 *
 * @module
 */
export type { RateLimiterUsage } from "../limits/memory_rate_limiter.ts";
export type { RateLimiterOptions } from "../limits/options.ts";
export type { SoundCache, TokenStore } from "../types/config.ts";
export type { LimitedCall, RateLimiter } from "../types/rate_limiter.ts";
export { RedisCache, type RedisCacheOptions } from "./redis_cache.ts";
export type { RedisClient } from "./redis_client.ts";
export { RedisRateLimiter, type RedisRateLimiterOptions } from "./redis_rate_limiter.ts";
export { RedisTokenStore, type RedisTokenStoreOptions } from "./redis_token_store.ts";
export { SessionTokenStore } from "./session_token_store.ts";
