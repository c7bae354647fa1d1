import { isRecord } from "../checks.ts";
import { failure } from "../failure.ts";
import { base64url } from "../oauth/base64.ts";
import { checkPath } from "../formats/origin.ts";

/** Where reading stopped in a list, newest items first. */
export interface ListPlace {
  /** Ids of known items near the head of the list, newest first. */
  ids: readonly string[];
  /** Path of a page of older items, which are all known. */
  cursor?: string | undefined;
  /** Path of newer items, if SoundCloud has one. */
  future?: string | undefined;
  /** Time of the newest known item, in epoch milliseconds, if items have a time. */
  newest?: number | undefined;
  /** The number of items in the list, if SoundCloud reports it elsewhere. */
  count?: number | undefined;
  /** In the place of a whole source: the number of its polls, for work that isn't done in each one. */
  polls?: number | undefined;
}

/** The places of a source: one for its list, or one for each of its tracks. */
export type Places = Record<string, ListPlace>;

const VERSION = 1;

/** Formats places as a token. */
export function formatPlaces(source: string, places: Places): string {
  return base64url(new TextEncoder().encode(JSON.stringify([VERSION, source, places])));
}

/**
 * Parses a token.
 *
 * @throws {ServiceError} `invalid_place` when it's invalid or belongs to another source.
 */
export function parsePlaces(token: string, source: string): Places {
  const [version, of, places] = decode(token);
  if (version !== VERSION || !isPlaces(places)) throw invalid("it is not a position in a watch");
  if (of !== source) throw invalid(`it belongs to ${String(of).slice(0, 80)}, not to ${source}`);
  return places;
}

function decode(token: string): unknown[] {
  try {
    const text = atob(token.replaceAll("-", "+").replaceAll("_", "/"));
    const value = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (one) => one.charCodeAt(0))));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isPlaces(value: unknown): value is Places {
  return isRecord(value) && Object.values(value).every(isPlace);
}

function isPlace(value: unknown): value is ListPlace {
  if (!isRecord(value)) return false;
  const { ids, cursor, future, newest, count, polls } = value;
  return Array.isArray(ids) && ids.every((id) => typeof id === "string") && isLink(cursor) && isLink(future) &&
    [newest, count, polls].every((one) => one === undefined || Number.isFinite(one));
}

function isLink(value: unknown): boolean {
  try {
    return value === undefined || checkPath(String(value)) === value;
  } catch {
    return false;
  }
}

function invalid(why: string): Error {
  return failure("invalid_place", `Cannot resume from the stored position: ${why}`);
}
