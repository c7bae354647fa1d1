import type { OperationTable } from "../row.ts";

/** Users and their lists. */
export const USERS = {
  "GET /users/{user_urn}": { who: "app", reply: { 200: "User" }, refusals: "401 404" },
  "GET /users/{user_urn}/related": {
    who: "app",
    query: "offset limit linked_partitioning",
    reply: { 200: "Users" },
    refusals: "401 404",
  },
  "GET /users/{user_urn}/favorites": {
    who: "app",
    query: "limit linked_partitioning",
    also: "page_size cursor",
    reply: { 200: "Tracks|TracksArray" },
    refusals: "401",
    deprecated: true,
  },
  "GET /users/{user_urn}/followers": {
    who: "app",
    query: "limit",
    also: "page_size cursor",
    reply: { 200: "Users" },
    refusals: "401",
  },
  "GET /users/{user_urn}/followings": {
    who: "app",
    query: "limit",
    also: "page_size cursor",
    reply: { 200: "Users" },
    refusals: "401",
  },
  "GET /users/{user_urn}/followings/{following_urn}": {
    who: "app",
    reply: { 200: "User" },
    refusals: "401 404",
    deprecated: true,
  },
  "GET /users/{user_urn}/playlists": {
    who: "app",
    query: "access show_tracks limit linked_partitioning",
    also: "page_size cursor",
    reply: { 200: "Playlists|PlaylistsArray" },
    refusals: "401",
  },
  "GET /users/{user_urn}/tracks": {
    who: "app",
    query: "access sort limit linked_partitioning",
    also: "page_size cursor direction order",
    reply: { 200: "Tracks|TracksArray" },
    refusals: "401",
  },
  "GET /users/{user_urn}/web-profiles": { who: "app", query: "limit", reply: { 200: "WebProfiles" }, refusals: "401" },
  "GET /users/{user_urn}/likes/tracks": {
    who: "app",
    query: "access limit linked_partitioning",
    also: "page_size cursor",
    reply: { 200: "Tracks|TracksArray" },
    refusals: "400 401 404",
  },
  "GET /users/{user_urn}/likes/playlists": {
    who: "app",
    query: "limit linked_partitioning",
    also: "page_size cursor",
    reply: { 200: "Playlists|PlaylistsArray" },
    refusals: "400 401 404",
  },
  "GET /users/{user_urn}/likes/system-playlists": {
    who: "app",
    query: "limit linked_partitioning",
    also: "page_size cursor",
    reply: { 200: "SystemPlaylists|SystemPlaylistsArray" },
    refusals: "401 404",
    source: "documented 2026-09-30",
  },
  "GET /users/{user_urn}/reposts/tracks": {
    who: "app",
    query: "access limit linked_partitioning",
    also: "page_size cursor",
    reply: { 200: "Tracks|TracksArray" },
    refusals: "400 401 404",
  },
  "GET /users/{user_urn}/reposts/playlists": {
    who: "app",
    query: "limit linked_partitioning",
    also: "page_size cursor",
    reply: { 200: "Playlists|PlaylistsArray" },
    refusals: "400 401 404",
  },
} as const;
USERS satisfies OperationTable;
