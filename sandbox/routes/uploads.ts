import { readAll } from "../base/content.ts";
import { type Call, orNotFound } from "../http/call.ts";
import { ApiFault, unauthorized, unprocessable } from "../http/errors.ts";
import { fileOf, type Form, withForm } from "../http/form.ts";
import { recognisePicture } from "../media/picture.ts";
import type { Spooled } from "../media/spool.ts";
import { type AssetOwner, pictureFile, type PictureFormat, putAsset } from "../store/assets.ts";
import { findTrack, findUser } from "../store/lookups.ts";
import { recognise, type Sound } from "../audio/recognise.ts";
import { contentType } from "../http/body.ts";
import { presentTrack } from "../present/track.ts";
import { uploadSecondsLeft } from "../present/user.ts";
import { json } from "../http/reply.ts";
import type { UserRow } from "../store/rows.ts";
import { insertIndexed, updateIndexed } from "../store/search.ts";
import { columnsOf, newColumns } from "./fields.ts";

export interface Artwork {
  readonly content: Spooled;
  readonly format: PictureFormat;
}

const HEAD_BYTES = 8;

export async function artworkOf(call: Call, form: Form): Promise<Artwork | undefined> {
  const file = fileOf(form, "artwork_data");
  if (file === undefined) return undefined;
  if (call.world.config.artworkRequiresPro && findUser(call.db, call.user)?.plan === "Free") {
    throw unprocessable("artwork_data is for Pro accounts.");
  }
  const head = await readAll(file.content.read(0, Math.min(file.content.size, HEAD_BYTES)));
  const format = recognisePicture(head);
  if (format === undefined) throw unprocessable("unable to process provided artwork_data");
  return { content: file.content, format };
}

/** Stores artwork and its path. Call it in a transaction. */
export function setArtwork(call: Call, type: AssetOwner["type"], id: number, { content, format }: Artwork): void {
  const stored = call.world.media.keep(content, { format, duration: 0 });
  const asset = putAsset(call.db, { type, id, userId: call.user }, "artwork", stored);
  updateIndexed(call.db, `${type}s`, id, { artwork_url: `/images/${pictureFile({ id: asset, format }, "large")}` });
}

const LONGEST_MS = 24 * 3_600_000;

/** POST /tracks: receives a form, detects the format, and stores it; processing follows. */
export async function uploadTrack(call: Call): Promise<Response> {
  const user = uploader(call);
  if (!contentType(call).startsWith("multipart/")) throw unprocessable("Parameter asset_data is missing.");
  return await withForm(call, "track", async (form) => {
    const file = fileOf(form, "asset_data");
    if (file === undefined) throw unprocessable("Parameter asset_data is missing.");
    const sound = await recognise(file.content);
    if (sound === undefined) throw unprocessable("unable to process provided asset_data");
    checkLength(user, sound);
    const artwork = await artworkOf(call, form);
    // No `await` follows, so that a free permalink is still free when it is stored.
    const columns = columnsOf(call, "tracks", form.fields);
    if (columns.title === undefined) throw unprocessable("Parameter title is missing.");
    const id = call.db.transaction(() => {
      const track = insertIndexed(call.db, "tracks", {
        ...newColumns(call, "tracks", String(columns.title)),
        duration: sound.durationMs,
        ready_at: call.now + call.world.config.transcodeDelayMs,
        ...columns,
      });
      const asset = call.world.media.keep(file.content, { format: sound.format, duration: sound.durationMs });
      putAsset(call.db, { type: "track", id: track, userId: user.id }, "sound", asset);
      if (artwork) setArtwork(call, "track", track, artwork);
      return track;
    });
    await noteMissingAac(call, id);
    return trackReply(call, id, 201);
  });
}

async function noteMissingAac(call: Call, id: number): Promise<void> {
  const track = findTrack(call.db, id);
  if (track === undefined || await call.world.media.has(track, "aac_160")) return;
  call.note(`Track ${id} streams as MP3 only: encoding this upload as AAC needs ffmpeg, which cannot be started.`);
}

/** PUT /tracks/{urn} as a form: the same fields as in JSON, and the artwork, which JSON can't contain. */
export async function updateTrackByForm(call: Call, trackId: number): Promise<Response> {
  return await withForm(call, "track", async (form) => {
    const artwork = await artworkOf(call, form);
    const columns = columnsOf(call, "tracks", form.fields, trackId);
    call.db.transaction(() => {
      updateIndexed(call.db, "tracks", trackId, { ...columns, last_modified: call.now });
      if (artwork) setArtwork(call, "track", trackId, artwork);
    });
    if (artwork) call.world.media.sweep();
    return trackReply(call, trackId, 200);
  });
}

/** Returns the uploading user, who needs a confirmed e-mail address; the error is as short as SoundCloud's. */
function uploader(call: Call): UserRow {
  const user = findUser(call.db, call.user);
  if (user === undefined) throw unauthorized();
  if (user.email_confirmed === 0) throw new ApiFault(401, "", { body: "\n" }).because("unconfirmed_email");
  return user;
}

function checkLength(user: UserRow, { durationMs }: Sound): void {
  if (durationMs > LONGEST_MS) throw unprocessable("The sound is longer than 24 hours.");
  const left = uploadSecondsLeft(user);
  if (left !== null && durationMs > left * 1000) throw unprocessable("The upload quota is exceeded.");
}

export function trackReply(call: Call, trackId: number, status: number): Response {
  return json(call, presentTrack(call, orNotFound(findTrack(call.db, trackId))), status);
}
