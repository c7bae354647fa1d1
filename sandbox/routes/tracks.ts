import { contentType, type Fields, jsonBody, wrappedBody } from "../http/body.ts";
import { ownTrack, presentTrack, presentTracks, visibleTrack } from "../present/track.ts";
import type { Call } from "../http/call.ts";
import { badRequest, forbidden, unprocessable } from "../http/errors.ts";
import { urn } from "../present/fields.ts";
import { empty, json } from "../http/reply.ts";
import { deleteResource } from "../store/relations.ts";
import { updateIndexed } from "../store/search.ts";
import { commentsOn, insertComment, relatedTracks } from "../store/tracks.ts";
import { findUser } from "../store/lookups.ts";
import { isWebAddress } from "../http/validation.ts";
import { CHOICES } from "../contract/fields.ts";
import type { Handlers } from "../http/operation.ts";
import { asText, columnsOf } from "./fields.ts";
import { cursorPage, numberedCursor, offsetPage, partitioned, type Placed, removal } from "../http/page.ts";
import { presentComment, remarkOf } from "../present/comment.ts";
import { listed, type ListenerEvent } from "../living/living.ts";
import type { Window } from "../store/database.ts";
import { type CommentRow, insertRow, type TrackRow } from "../store/rows.ts";
import { countAction } from "./reactions.ts";
import { trackReply, updateTrackByForm, uploadTrack } from "./uploads.ts";

const TYPES = CHOICES.Offer.split("|");

function optional(fields: Fields, name: string, most: number): string | null {
  const value = fields[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "string" || value.length > most) {
    throw badRequest(`Parameter ${name} is not a string of at most ${most} characters.`);
  }
  return value;
}

function required(fields: Fields, name: string, most: number): string {
  const value = optional(fields, name, most);
  if (value === null || value === "") throw badRequest(`Parameter ${name} is missing.`);
  return value;
}

/** Omitted fields are cleared. The body is flat: in a wrapped one the title is missing, which is a 400. */
async function putStorefront(call: Call): Promise<Response> {
  const track = visibleTrack(call);
  if (track.user_id !== call.user) throw forbidden("You do not own this track.");
  if (findUser(call.db, call.user)?.plan === "Free") throw forbidden("Your plan does not include a storefront.");
  if (contentType(call) !== "application/json") throw badRequest("Could not parse JSON request body.");
  const fields = await jsonBody(call);
  const storefront = {
    title: required(fields, "title", 100),
    type: required(fields, "type", 20),
    link: required(fields, "link", 255),
    link_title: optional(fields, "link_title", 50),
    description: optional(fields, "description", 500),
    price: optional(fields, "price", 20),
  };
  if (!TYPES.includes(storefront.type)) throw badRequest(`Parameter type is not one of ${TYPES.join(", ")}.`);
  if (!isWebAddress(storefront.link)) throw badRequest("Parameter link is not an http or https address.");
  insertRow(call.db, "storefronts", { track_id: track.id, ...storefront }, "OR REPLACE");
  return json(call, { track_urn: urn("tracks", track.id), ...storefront, image_url: null });
}

async function putTrack(call: Call): Promise<Response> {
  const track = ownTrack(call);
  if (contentType(call) === "multipart/form-data") return await updateTrackByForm(call, track.id);
  if (contentType(call) !== "application/json") throw unprocessable("Could not parse JSON request body.");
  const columns = columnsOf(call, "tracks", await wrappedBody(call, "track"), track.id);
  updateIndexed(call.db, "tracks", track.id, { ...columns, last_modified: call.now });
  return trackReply(call, track.id, 200);
}

function removeTrack(call: Call): Response {
  deleteResource(call.db, "tracks", ownTrack(call).id, removal(call));
  call.world.media.sweep();
  return empty(call);
}

function comments({ db, world: { living } }: Call, track: TrackRow, window: Window): readonly (CommentRow & Placed)[] {
  const stored = (part: Window) => commentsOn(db, track.id, part);
  if (living === undefined) return stored(window);
  const present = (event: ListenerEvent) => remarkOf(track, event);
  const at = (row: CommentRow) => row.created_at;
  return listed<CommentRow & Placed>(
    { reception: living.of("tracks", track), action: "comments", stored, at, present },
    window,
  );
}

/** Returns comments, newest first, as an object whose last page has a `next_href` of null. */
function getComments(call: Call): Response {
  const track = visibleTrack(call);
  const hidden = track.reveal_comments === 0 && track.user_id !== call.viewer;
  const { rows, next } = cursorPage(call, numberedCursor, (window) => hidden ? [] : comments(call, track, window));
  return json(call, { collection: rows.map((comment) => presentComment(call, comment)), next_href: next ?? null });
}

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

export const trackRoutes: Handlers = {
  "POST /tracks": uploadTrack,
  "GET /tracks/{track_urn}": (call) => json(call, presentTrack(call, visibleTrack(call))),
  "PUT /tracks/{track_urn}": putTrack,
  "DELETE /tracks/{track_urn}": removeTrack,
  "PUT /tracks/{track_urn}/storefront": putStorefront,
  "GET /tracks/{track_urn}/comments": getComments,
  "POST /tracks/{track_urn}/comments": postComment,
  "GET /tracks/{track_urn}/related": getRelated,
};
