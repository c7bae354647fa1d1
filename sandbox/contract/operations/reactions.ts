import type { OperationTable } from "../row.ts";

/** Likes, reposts and the end of access. */
export const REACTIONS = {
  "POST /likes/tracks/{track_urn}": { who: "user", reply: { 200: "Status" }, refusals: "400 401 404 429" },
  "DELETE /likes/tracks/{track_urn}": { who: "user", reply: { 200: "Status" }, refusals: "400 404" },
  "POST /likes/playlists/{playlist_urn}": { who: "user", reply: { 200: "Status" }, refusals: "400 401 404 429" },
  "DELETE /likes/playlists/{playlist_urn}": { who: "user", reply: { 200: "Status" }, refusals: "400 404" },
  "POST /reposts/tracks/{track_urn}": { who: "user", reply: { 201: "" }, refusals: "401 404" },
  "DELETE /reposts/tracks/{track_urn}": { who: "user", reply: { 200: "" }, refusals: "401 404", deprecated: true },
  "POST /reposts/playlists/{playlist_urn}": { who: "user", reply: { 201: "" }, refusals: "401 404" },
  "DELETE /reposts/playlists/{playlist_urn}": { who: "user", reply: { 200: "" }, refusals: "401 404" },
  "POST /sign-out": { who: "nothing", reply: { 200: "" } },
  "POST /disconnect": { who: "user", reply: { 200: "" }, refusals: "401", source: "documented 2026-09-30" },
} as const;
REACTIONS satisfies OperationTable;
