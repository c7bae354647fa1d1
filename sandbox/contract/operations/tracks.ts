import type { OperationTable } from "../row.ts";

/** Tracks, their media, comments and reactions. */
export const TRACKS = {
  "POST /tracks": { who: "user", form: "TrackForm", reply: { 201: "Track" }, refusals: "400 401 422" },
  "GET /tracks/{track_urn}": { who: "app", query: "secret_token", reply: { 200: "Track" }, refusals: "401 404" },
  "PUT /tracks/{track_urn}": {
    who: "user",
    body: "TrackUpdate",
    form: "TrackUpdateForm",
    reply: { 200: "Track" },
    refusals: "400 401",
  },
  "DELETE /tracks/{track_urn}": { who: "user", reply: { 200: "" }, refusals: "404" },
  "PUT /tracks/{track_urn}/storefront": {
    who: "user",
    body: "StorefrontUpdate",
    reply: { 200: "Storefront" },
    refusals: "400 401 403 404",
  },
  "GET /tracks/{track_urn}/preview": {
    who: "app",
    query: "secret_token",
    reply: { 302: "Found" },
    refusals: "401 404",
  },
  "GET /tracks/{track_urn}/streams": {
    who: "app",
    query: "secret_token",
    reply: { 200: "Streams" },
    refusals: "401 404",
  },
  "GET /tracks/{track_urn}/comments": {
    who: "app",
    query: "offset limit linked_partitioning",
    also: "page_size cursor",
    reply: { 200: "Comments" },
    refusals: "401 404",
  },
  "POST /tracks/{track_urn}/comments": {
    who: "user",
    body: "NewComment",
    reply: { 201: "Comment" },
    refusals: "422 429",
  },
  "GET /tracks/{track_urn}/favoriters": {
    who: "app",
    query: "limit linked_partitioning",
    also: "page_size cursor",
    reply: { 200: "Users" },
    refusals: "401 404",
  },
  "GET /tracks/{track_urn}/reposters": {
    who: "app",
    query: "limit",
    also: "page_size cursor",
    reply: { 200: "Users" },
    refusals: "401 404",
  },
  "GET /tracks/{track_urn}/related": {
    who: "app",
    query: "access offset limit linked_partitioning",
    reply: { 200: "Tracks|TracksArray" },
    refusals: "401 404",
  },
} as const;
TRACKS satisfies OperationTable;
