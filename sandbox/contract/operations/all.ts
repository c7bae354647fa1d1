import { BESIDE } from "./beside.ts";
import { ME } from "./me.ts";
import { PLAYLISTS } from "./playlists.ts";
import { REACTIONS } from "./reactions.ts";
import { SEARCH } from "./search.ts";
import { TRACKS } from "./tracks.ts";
import { USERS } from "./users.ts";
import type { OperationTable } from "../row.ts";

/** The operations of the API by method and path. */
export type ApiOperation =
  | keyof typeof ME
  | keyof typeof SEARCH
  | keyof typeof TRACKS
  | keyof typeof PLAYLISTS
  | keyof typeof USERS
  | keyof typeof REACTIONS;

/** All operations by method and path. */
export type OperationName = ApiOperation | keyof typeof BESIDE;

/**
 * The operations of the service's OpenAPI file of 2026-07-19, and those added in later release notes.
 *
 * @see https://developers.soundcloud.com/docs/api/explorer/api.json
 */
export const API_TABLE: OperationTable = { ...ME, ...SEARCH, ...TRACKS, ...PLAYLISTS, ...USERS, ...REACTIONS };

/** Those, and the routes that no document describes. */
export const OPERATION_TABLE: OperationTable = { ...API_TABLE, ...BESIDE };
