import type { OperationTable } from "../row.ts";

/** Playlists and system playlists. */
export const PLAYLISTS = {
  "POST /playlists": {
    who: "user",
    body: "PlaylistUpdate",
    form: "PlaylistForm",
    reply: { 201: "Playlist" },
    refusals: "401 404",
  },
  "GET /playlists/{playlist_urn}": {
    who: "app",
    query: "secret_token access show_tracks",
    reply: { 200: "Playlist" },
    refusals: "400 401",
  },
  "PUT /playlists/{playlist_urn}": {
    who: "user",
    body: "PlaylistUpdate",
    reply: { 200: "Playlist" },
    refusals: "401 404",
  },
  "DELETE /playlists/{playlist_urn}": { who: "user", reply: { 200: "" }, refusals: "404" },
  "GET /playlists/{playlist_urn}/tracks": {
    who: "app",
    query: "secret_token access linked_partitioning",
    also: "limit offset",
    reply: { 200: "Tracks|TracksArray" },
    refusals: "400 401",
  },
  "GET /playlists/{playlist_urn}/reposters": {
    who: "app",
    query: "limit",
    also: "page_size cursor",
    reply: { 200: "Users" },
    refusals: "401 404",
  },
  "GET /system-playlists/{id}": {
    who: "app",
    reply: { 200: "SystemPlaylist" },
    refusals: "401 404",
    source: "documented 2026-09-30",
  },
} as const;
PLAYLISTS satisfies OperationTable;
