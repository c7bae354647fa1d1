const FORMAT = /^(\d{4})[/-](\d\d)[/-](\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:Z|([+-]\d\d):?(\d\d))?)?$/;

/**
 * Parses a timestamp of SoundCloud: `2019/01/15 15:40:49 +0000`, ISO 8601, or a date. The default time zone is UTC.
 *
 * @param text The field; null, missing and malformed values are allowed.
 * @returns The time, or `undefined`.
 *
 * @example
 * ```ts
 * import { parseTimestamp } from "@tonearm/client";
 *
 * parseTimestamp("2019/01/15 15:40:49 +0000")?.toISOString(); // "2019-01-15T15:40:49.000Z"
 * ```
 */
export function parseTimestamp(text: string | null | undefined): Date | undefined {
  const [, year, month, day, time = "00:00", hours = "+00", minutes = "00"] = FORMAT.exec(text ?? "") ?? [];
  const date = new Date(`${year}-${month}-${day}T${time}${hours}:${minutes}`);
  return isNaN(+date) ? undefined : date;
}
