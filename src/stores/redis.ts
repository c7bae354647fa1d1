/**
 * Tokens, replies and limits in Redis, for processes on many hosts. The client is the caller's own: `npm:redis` or
 * `npm:ioredis`, connected.
 *
 * @example
 * ```ts ignore
 * import { createClient } from "redis";
 * import { ServiceClient } from "@tonearm/client";
 * import { RedisCache, RedisGovernor, RedisTokenStore } from "@tonearm/client/redis";
 *
 * const redis = await createClient().connect();
 * const client = new ServiceClient({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   tokenStore: new RedisTokenStore(redis, "tokens:user-1"),
 *   cache: new RedisCache(redis),
 *   governor: new RedisGovernor(redis, "id"),
 * });
 * ```
 *
 * @module
 */
export type { GovernorUsage } from "../limits/memory_governor.ts";
export type { GovernorOptions } from "../limits/options.ts";
export type { SoundCache, TokenStore } from "../types/config.ts";
export type { GovernedCall, RateGovernor } from "../types/governor.ts";
export { RedisCache, type RedisCacheOptions } from "./redis_cache.ts";
export type { RedisClient } from "./redis_client.ts";
export { RedisGovernor, type RedisGovernorOptions } from "./redis_governor.ts";
export type { RedisLockOptions } from "./redis_lock.ts";
export { RedisTokenStore } from "./redis_token_store.ts";
