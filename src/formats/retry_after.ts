/**
 * Parses when to retry: a `Retry-After` header (seconds, or an HTTP date) or the `reset_time` of a used-up limit
 * (`2015/06/01 09:49:40 +0000`, ISO 8601, epoch seconds or milliseconds).
 *
 * @param value The header or field. Gateways also send `-1` and `0`, which are meaningless.
 * @returns When to retry, possibly in the past, or `undefined`.
 */
export function parseRetryAfter(value: unknown, now: number = Date.now()): Date | undefined {
  if (typeof value === "object") return;
  const text = String(value);
  const seconds = Number(text);
  if (seconds <= 0) return;
  const epoch = seconds > 1e11 ? seconds : seconds * 1000 + (seconds > 1e9 ? 0 : now);
  const date = new Date(seconds > 0 ? epoch : text);
  return isNaN(+date) ? undefined : date;
}
