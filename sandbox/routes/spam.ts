import type { Call } from "../http/call.ts";
import { ApiFault } from "../http/errors.ts";
import { countOne, isUsedUp, usageOf } from "../store/limits.ts";
import { limitOf } from "../store/oauth.ts";

/** Counts a like, repost, follow or comment of the caller; above the threshold, it is a 429 with a spam warning. */
export function countAction(call: Call): void {
  const { world } = call;
  const holder = String(call.user);
  const usage = usageOf(world, limitOf(world, "spamThreshold"), holder);
  if (!isUsedUp(usage)) return countOne(world, usage, holder);
  const seconds = Math.ceil((usage.resetAt - call.now) / 1000);
  throw new ApiFault(429, "You are doing this too often. Take a break and try again later.", {
    extra: { spam_warning_urn: "soundcloud:spam-warnings:1" },
    ...(world.config.retryAfter ? { headers: { "retry-after": String(seconds) } } : {}),
  });
}
