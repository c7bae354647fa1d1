import { ApiFault } from "../http/errors.ts";
import { timestamp } from "./fields.ts";
import type { Usage } from "../store/limits.ts";
import type { Store } from "../store/store.ts";

/**
 * Creates the 429 of a used-up limit, in the form of recorded replies; the documentation has `group` instead of
 * `bucket` and `name`.
 */
export function limitFault(
  store: Store,
  usages: readonly Usage[],
  headers: Readonly<Record<string, string>> = {},
): ApiFault {
  const errors = usages.map(({ limit, resetAt }) => ({
    meta: {
      rate_limit: {
        bucket: limit.bucket,
        max_nr_of_requests: limit.most,
        time_window: `PT${limit.hours}H`,
        name: limit.name,
      },
      remaining_requests: 0,
      reset_time: timestamp(resetAt),
    },
  }));
  const seconds = Math.ceil((Math.max(...usages.map(({ resetAt }) => resetAt)) - store.clock.now()) / 1000);
  const retryAfter: Record<string, string> = store.config.retryAfter ? { "retry-after": String(seconds) } : {};
  return new ApiFault(429, "", { body: { errors }, headers: { ...retryAfter, ...headers } });
}
