import { contentType, type Fields, wrappedBody } from "../http/body.ts";
import type { Call } from "../http/call.ts";
import type { Handlers } from "../http/operation.ts";
import { asText } from "./field_readers.ts";
import { notFound, unprocessable } from "../http/errors.ts";
import { cursorPage, numberedCursor, offsetPage, partitioned, removal } from "../http/page.ts";
import { presentComment } from "../present/comment.ts";
import { ownTrack, presentTrack, presentTracks, visibleTrack } from "../present/track.ts";
import { empty, json } from "../http/reply.ts";
import { commentsOn, insertComment } from "../store/comments.ts";
import type { TrackRow } from "../store/rows.ts";
import { deleteTrack, relatedTracks, updateTrack } from "../store/tracks.ts";
import { findTrack } from "../store/lookups.ts";
import { trackColumns } from "./track_fields.ts";
import { countAction } from "./spam.ts";
import { putStorefront } from "./storefront.ts";
import { updateTrackByForm, uploadTrack } from "./uploads.ts";

function getTrack(call: Call): Response {
  return json(call, presentTrack(call, visibleTrack(call)));
}

/** Returns the track after a write. */
function reread(call: Call, id: number): TrackRow {
  const track = findTrack(call.db, id);
  if (track === undefined) throw notFound();
  return track;
}

async function putTrack(call: Call): Promise<Response> {
  const track = ownTrack(call);
  if (contentType(call) === "multipart/form-data") return await updateTrackByForm(call, track.id);
  if (contentType(call) !== "application/json") throw unprocessable("Could not parse JSON request body.");
  const columns = trackColumns(call, await wrappedBody(call, "track"), track.id);
  updateTrack(call.db, track.id, { ...columns, last_modified: call.now });
  return json(call, presentTrack(call, reread(call, track.id)));
}

function removeTrack(call: Call): Response {
  deleteTrack(call.db, ownTrack(call).id, removal(call));
  call.world.media.sweep();
  return empty(call);
}

/** Returns comments, newest first, as an object whose last page has a `next_href` of null. */
function getComments(call: Call): Response {
  const track = visibleTrack(call);
  const hidden = track.reveal_comments === 0 && track.user_id !== call.viewer;
  const { rows, next } = cursorPage(
    call,
    numberedCursor,
    (window) => hidden ? [] : commentsOn(call.db, track.id, window),
  );
  return json(call, { collection: rows.map((comment) => presentComment(call, comment)), next_href: next ?? null });
}

/** Returns a comment's position in the track, in milliseconds, from a number or a text; null if there is none. */
function commentTimestamp({ timestamp }: Fields): number | null {
  if (timestamp === undefined || timestamp === null || timestamp === "") return null;
  const value = typeof timestamp === "string" || typeof timestamp === "number" ? Number(timestamp) : NaN;
  if (!Number.isFinite(value) || value < 0) throw unprocessable("Parameter timestamp is not a number of milliseconds.");
  return Math.round(value);
}

async function postComment(call: Call): Promise<Response> {
  const track = visibleTrack(call);
  if (contentType(call) !== "application/json") throw unprocessable("Parameter comment is missing.");
  const fields = await wrappedBody(call, "comment");
  const body = asText(fields.body ?? "", "body");
  if (body.trim() === "") throw unprocessable("Parameter body is missing.");
  if (track.commentable === 0) throw unprocessable("This track does not accept comments.");
  const timestamp = commentTimestamp(fields);
  countAction(call);
  const row = { track_id: track.id, user_id: call.user, body, timestamp, created_at: call.now };
  return json(call, presentComment(call, insertComment(call.db, row)), 201);
}

function getRelated(call: Call): Response {
  const track = visibleTrack(call);
  const page = offsetPage(call, (from, count) => relatedTracks(call.db, track, from, count));
  return partitioned(call, presentTracks(call, page.rows), page.next);
}

/** Tracks: reads, changes, comments and reactions. */
export const trackRoutes: Handlers = {
  "POST /tracks": uploadTrack,
  "GET /tracks/{track_urn}": getTrack,
  "PUT /tracks/{track_urn}": putTrack,
  "DELETE /tracks/{track_urn}": removeTrack,
  "PUT /tracks/{track_urn}/storefront": putStorefront,
  "GET /tracks/{track_urn}/comments": getComments,
  "POST /tracks/{track_urn}/comments": postComment,
  "GET /tracks/{track_urn}/related": getRelated,
};
