import type { OperationTable } from "../row.ts";

/** Searches, and the resolution of web addresses. */
export const SEARCH = {
  "GET /tracks": {
    who: "app",
    query: "q urns genres tags bpm duration created_at access offset limit linked_partitioning",
    also: "ids",
    reply: { 200: "Tracks|TracksArray" },
    refusals: "400 401 500",
  },
  "GET /playlists": {
    who: "app",
    query: "q access show_tracks offset limit linked_partitioning",
    reply: { 200: "Playlists|PlaylistsArray" },
    refusals: "400 401",
  },
  "GET /users": {
    who: "app",
    query: "q urns offset limit linked_partitioning",
    also: "ids",
    reply: { 200: "Users" },
    refusals: "400 401",
  },
  "GET /resolve": { who: "app", query: "url", reply: { 302: "Found" }, refusals: "404" },
} as const;
SEARCH satisfies OperationTable;
