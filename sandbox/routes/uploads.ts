import { readAll } from "../audio/content.ts";
import { recognise, type Sound } from "../audio/recognise.ts";
import type { Call } from "../context.ts";
import { ApiFault, notFound, unauthorized, unprocessable } from "../errors.ts";
import { contentType } from "../body.ts";
import { type Form, type FormFile, receiveForm } from "../media/form.ts";
import { recognisePicture } from "../media/picture.ts";
import type { Spooled } from "../media/spool.ts";
import { uploadSecondsLeft } from "../present/user.ts";
import { presentTrack } from "../present/track.ts";
import { json } from "../reply.ts";
import { pictureFile, type PictureFormat, putAsset } from "../store/assets.ts";
import type { SqlValue } from "../store/database.ts";
import { freePermalink } from "../store/permalinks.ts";
import type { UserRow } from "../store/rows.ts";
import { findTrack, insertTrack, updateTrack } from "../store/tracks.ts";
import { findUser } from "../store/users.ts";
import { trackColumns } from "../track_fields.ts";

const MOST_NAME_LETTERS = 255;
const LONGEST_MS = 24 * 3_600_000;
const PICTURE_HEAD_BYTES = 8;

interface Picture {
  readonly content: Spooled;
  readonly format: PictureFormat;
}

/** POST /tracks: receives a form, tells what it holds by its bytes, and stores it; processing takes its time after. */
export async function uploadTrack(call: Call): Promise<Response> {
  const user = uploader(call);
  if (!contentType(call).startsWith("multipart/")) throw unprocessable("Parameter asset_data is missing.");
  return await withForm(call, async (form) => {
    const columns = trackColumns(call, form.fields);
    if (columns.title === undefined) throw unprocessable("Parameter title is missing.");
    const file = fileOf(form, "asset_data");
    if (file === undefined) throw unprocessable("Parameter asset_data is missing.");
    const sound = await recognise(file.content);
    if (sound === undefined) throw unprocessable("unable to process provided asset_data");
    checkLength(user, sound);
    const picture = await pictureOf(call, form, user);
    const id = call.db.transaction(() => {
      const track = insertTrack(call.db, { ...newTrack(call, user, String(columns.title), sound), ...columns });
      const asset = call.world.media.keep(file.content, { format: sound.format, duration: sound.durationMs });
      putAsset(call.db, { trackId: track, userId: user.id }, "sound", asset);
      if (picture) storePicture(call, track, picture);
      return track;
    });
    return replyWith(call, id, 201);
  });
}

/** PUT /tracks/{urn} as a form: the same fields as in JSON, and the artwork, which goes no other way. */
export async function updateTrackByForm(call: Call, trackId: number): Promise<Response> {
  const user = uploader(call);
  return await withForm(call, async (form) => {
    const columns = trackColumns(call, form.fields, trackId);
    const picture = await pictureOf(call, form, user);
    call.db.transaction(() => {
      updateTrack(call.db, trackId, { ...columns, last_modified: call.now });
      if (picture) storePicture(call, trackId, picture);
    });
    if (picture) call.world.media.sweep();
    return replyWith(call, trackId, 200);
  });
}

async function withForm(call: Call, use: (form: Form) => Promise<Response>): Promise<Response> {
  const form = await receiveForm(call, "track");
  try {
    return await use(form);
  } finally {
    await form.discard();
  }
}

/** Nobody uploads before their e-mail address is confirmed; the answer says as little as the service's. */
function uploader(call: Call): UserRow {
  const user = findUser(call.db, call.user);
  if (user === undefined) throw unauthorized();
  if (user.email_confirmed === 0) throw new ApiFault(401, "", { body: "\n" });
  return user;
}

function fileOf(form: Form, field: string): FormFile | undefined {
  const file = form.files.get(field);
  if (file && file.name.length > MOST_NAME_LETTERS) throw unprocessable("The file name is longer than 255 characters.");
  // Without a file name it is a text, whatever its bytes are.
  if (file === undefined && form.fields[field] !== undefined) {
    throw unprocessable(`unable to process provided ${field}`);
  }
  return file;
}

function checkLength(user: UserRow, { durationMs }: Sound): void {
  if (durationMs > LONGEST_MS) throw unprocessable("The sound is longer than 24 hours.");
  const left = uploadSecondsLeft(user);
  if (left !== null && durationMs > left * 1000) throw unprocessable("The upload quota is exceeded.");
}

async function pictureOf(call: Call, form: Form, user: UserRow): Promise<Picture | undefined> {
  const file = fileOf(form, "artwork_data");
  if (file === undefined) return undefined;
  if (call.world.config.artworkRequiresPro && user.plan === "Free") {
    throw unprocessable("artwork_data is for Pro accounts.");
  }
  const head = await readAll(file.content.read(0, Math.min(file.content.size, PICTURE_HEAD_BYTES)));
  const format = recognisePicture(head);
  if (format === undefined) throw unprocessable("unable to process provided artwork_data");
  return { content: file.content, format };
}

function newTrack(call: Call, user: UserRow, title: string, sound: Sound): Record<string, SqlValue> {
  return {
    user_id: user.id,
    permalink: freePermalink(call.db, "tracks", user.id, title),
    secret_token: `s-${call.world.draw().letters(11)}`,
    duration: sound.durationMs,
    created_at: call.now,
    last_modified: call.now,
    ready_at: call.now + call.world.config.transcodeDelayMs,
  };
}

function storePicture(call: Call, trackId: number, { content, format }: Picture): void {
  const asset = call.world.media.keep(content, { format, duration: 0 });
  const id = putAsset(call.db, { trackId, userId: call.user }, "artwork", asset);
  updateTrack(call.db, trackId, { artwork_url: `/images/${pictureFile({ id, format }, "large")}` });
}

function replyWith(call: Call, trackId: number, status: number): Response {
  const track = findTrack(call.db, trackId);
  if (track === undefined) throw notFound();
  return json(call, presentTrack(call, track), status);
}
