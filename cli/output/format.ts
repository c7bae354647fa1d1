/** Formats a duration in milliseconds as `h:mm:ss`, or `m:ss` below an hour; 0 and missing values are a dash. */
export function duration(milliseconds: number | null | undefined): string {
  if (!milliseconds || milliseconds < 0) return "–";
  return clock(milliseconds);
}

/** Formats a position in milliseconds; 0 is a valid position. */
export function clock(milliseconds: number): string {
  const total = Math.max(0, Math.round(milliseconds / 1000));
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Formats a count: 999, 1.2K, 34K, 5.6M; a missing one is a dash. */
export function count(number: number | null | undefined): string {
  if (number === null || number === undefined) return "–";
  // The platform's own notation takes 20 milliseconds to load.
  for (const [size, letter] of [[1e9, "B"], [1e6, "M"], [1e3, "K"]] as const) {
    if (number >= size) return `${short(number / size)}${letter}`;
  }
  return String(number);
}

/** Rounds down, so that a count is never shown higher than it is. */
function short(number: number): string {
  return number < 10 ? String(Math.floor(number * 10) / 10) : String(Math.floor(number));
}

/** Formats the date of a service timestamp: `2020/10/12 12:03:00 +0000` becomes `2020-10-12`. */
export function date(timestamp: string | null | undefined): string {
  return timestamp ? timestamp.slice(0, 10).replaceAll("/", "-") : "–";
}

export function address<T extends string | null | undefined>(url: T): T | string {
  if (!url || !URL.canParse(url)) return url;
  const plain = new URL(url);
  for (const name of [...plain.searchParams.keys()]) if (name.startsWith("utm_")) plain.searchParams.delete(name);
  return plain.href;
}
