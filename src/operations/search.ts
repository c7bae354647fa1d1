/**
 * Search.
 *
 * @example Set-up of this module's examples: a sandbox replaces SoundCloud
 * ```ts
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * globalThis.fetch = sandbox.fetch;
 * const token = sandbox.issueTokens().access_token;
 * ```
 *
 * @module
 */
import { integer, list } from "../checks.ts";
import { LINKED, optionsAt } from "../options.ts";
import { type List, sendPage } from "../pages.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import { type Query, splitRanges } from "../formats/query.ts";
import type { ServicePlaylist } from "../types/playlist.ts";
import type { SearchQueryOptions } from "../types/search.ts";
import type { ServiceTrack } from "../types/track.ts";
import type { ServiceUser } from "../types/user.ts";

/** Options of a search. */
export type SearchOptions = CallOptions & SearchQueryOptions;

/** Options of a search for tracks. */
export type TrackSearchOptions = SearchOptions & { showTracks?: undefined };

/** Options of a search for users. */
export type UserSearchOptions =
  & CallOptions
  & Pick<SearchQueryOptions, "limit" | "urns">
  & { [K in Exclude<keyof SearchQueryOptions, "limit" | "urns">]?: undefined };

/** Options of a search for playlists. */
export type PlaylistSearchOptions =
  & CallOptions
  & Pick<SearchQueryOptions, "limit" | "access" | "showTracks">
  & { [K in Exclude<keyof SearchQueryOptions, "limit" | "access" | "showTracks">]?: undefined };

/**
 * Searches tracks.
 *
 * Results differ by country and token. Filters don't need a query; `genres` and `tags` match loosely.
 *
 * @param token Access token or session.
 * @param query Search text; may be empty if a filter is set.
 * @param pageNumber Page number, from 0. Default 0. SoundCloud returns about 1,000 results in all.
 * @param options Call options; also `limit` (1 to 200, default 10), `access` (default `playable`), and the filters
 * `genres`, `tags`, `urns`, `bpm`, `duration`, `createdAt`.
 * @returns A page of tracks.
 * @throws {TypeError} When `limit` or the page number isn't a number, or a filter belongs to another search.
 * @throws {RangeError} When `limit` or the page number is out of bounds.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await searchTracks(token, "lofi", 0, { limit: 2, bpm: { from: 60, to: 90 } });
 * collection.map(({ title }) => title); // ["Lost Window (lofi study mix)", "Hidden Horizon (lofi study mix)"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/search/get_tracks | GET /tracks}
 */
export function tracks(
  token: TokenSource,
  query: string,
  pageNumber?: number | TrackSearchOptions,
  options?: TrackSearchOptions,
): List<ServiceTrack> {
  [pageNumber, options] = optionsAt(pageNumber, options);
  const { genres, tags, urns, bpm, duration, createdAt: created_at, access = "playable" } = options ?? {};
  const filters = { access, genres, tags, urns: urnsOf("tracks", urns), bpm, duration, created_at };
  return search(token, "/tracks", query, pageNumber, options, filters);
}

/**
 * Searches users.
 *
 * @param token Access token or session.
 * @param query Search text; may be empty if a filter is set.
 * @param pageNumber Page number, from 0. Default 0.
 * @param options Call options; also `limit` (1 to 200, default 10), and the filter `urns`.
 * @returns A page of users.
 * @throws {TypeError} When `limit` or the page number isn't a number, or a filter belongs to another search.
 * @throws {RangeError} When `limit` or the page number is out of bounds.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await searchUsers(token, "ferry", 0, { limit: 2 });
 * collection.map(({ username }) => username); // ["Night Ferry"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/search/get_users | GET /users}
 */
export function users(
  token: TokenSource,
  query: string,
  pageNumber?: number | UserSearchOptions,
  options?: UserSearchOptions,
): List<ServiceUser> {
  [pageNumber, options] = optionsAt(pageNumber, options);
  return search(token, "/users", query, pageNumber, options, { urns: urnsOf("users", options?.urns) });
}

/**
 * Searches playlists.
 *
 * @param token Access token or session.
 * @param query Search text.
 * @param pageNumber Page number, from 0. Default 0.
 * @param options Call options; also `limit` (1 to 200, default 10), `access`, and `showTracks` (false leaves out their
 * tracks, which makes responses much smaller).
 * @returns A page of playlists.
 * @throws {TypeError} When `limit` or the page number isn't a number, or a filter belongs to another search.
 * @throws {RangeError} When `limit` or the page number is out of bounds.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const { collection } = await searchPlaylists(token, "night", 0, { limit: 2 });
 * collection.map(({ title }) => title); // ["Empty Selection 16", "Empty Selection 19"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/search/get_playlists | GET /playlists}
 */
export function playlists(
  token: TokenSource,
  query: string,
  pageNumber?: number | PlaylistSearchOptions,
  options?: PlaylistSearchOptions,
): List<ServicePlaylist> {
  [pageNumber, options] = optionsAt(pageNumber, options);
  const { access, showTracks: show_tracks } = options ?? {};
  return search(token, "/playlists", query, pageNumber, options, { access, show_tracks });
}

function search<T>(
  token: TokenSource,
  path: string,
  text: string,
  pageNumber: number = 0,
  options: SearchOptions | undefined,
  filters: Query,
): List<T> {
  const limit = options?.limit ?? 10;
  const check = () => {
    integer("limit", limit, 1, 200);
    integer("the page number", pageNumber, 0);
    return path;
  };
  // SoundCloud has answered 400 to an empty `q` with filters.
  const page = { q: text || undefined, ...LINKED, limit, offset: limit * pageNumber };
  const query = { ...page, ...splitRanges(filters) };
  return sendPage(token, check, query, options);
}

/** Numeric ids become URNs. */
function urnsOf(kind: string, ids: SearchQueryOptions["urns"]): string | string[] | undefined {
  if (!ids || typeof ids === "string") return ids;
  return list("urns", ids, (id) => /^\d+$/.test(`${id}`) ? `soundcloud:${kind}:${id}` : `${id}`);
}
