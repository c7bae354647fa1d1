import type { Call } from "../http/call.ts";
import type { Quality } from "../audio/rendition.ts";
import type { Handlers } from "../http/operation.ts";
import { forbidden, notFound } from "../http/errors.ts";
import { limitFault, uri } from "../present/fields.ts";
import { STREAM_KINDS, streamId, type StreamKind, streamPath } from "../media/addresses.ts";
import { sign } from "../media/signature.ts";
import { found, json } from "../http/reply.ts";
import { use } from "../store/limits.ts";
import { findApp, limitOf } from "../store/oauth.ts";
import type { TrackRow } from "../store/rows.ts";
import { recordDownload, recordPlay } from "../store/tracks.ts";
import { findTrack } from "../store/lookups.ts";
import { accessOf, isReady, visibleTrack } from "../present/track.ts";

/** SoundCloud doesn't have the smaller AAC for every track; the rule is unknown. */
async function isMade({ world }: Call, track: TrackRow, quality: Quality): Promise<boolean> {
  if (quality === "mp3_128") return true;
  return track.has_aac === 1 && !(quality === "aac_96" && track.id % 2) && await world.media.has(track, quality);
}

async function streamsOf(call: Call, track: TrackRow): Promise<StreamKind[]> {
  const access = accessOf(call, track);
  if (!isReady(call, track) || access === "blocked") return [];
  const found: StreamKind[] = [];
  for (const kind of STREAM_KINDS) {
    const isHeard = kind.protocol === "preview" || (kind.protocol === "hls" && access === "playable");
    if (isHeard && await isMade(call, track, kind.quality)) found.push(kind);
  }
  return found;
}

async function getStreams(call: Call): Promise<Response> {
  if (findApp(call.world, call.caller?.clientId ?? "")?.settings.plan === "free") throw forbidden().because("app_plan");
  const track = visibleTrack(call);
  const kinds = await streamsOf(call, track);
  if (call.world.config.countStreamsCall) countPlay(call);
  const address = uri(call, "tracks", track.id);
  const links = kinds.map((kind) => [
    kind.field,
    `${address}/streams/${streamId(call.world, track.id, kind)}/${kind.protocol}`,
  ]);
  return json(call, Object.fromEntries(links));
}

function mediaLink(call: Call, path: string, signed = path): string {
  return `${call.urls.media}${path}?${sign(call.world, signed, call.world.config.cdnTtlSeconds)}`;
}

function countPlay(call: Call): void {
  const clientId = call.caller?.clientId ?? "";
  const usedUp = use(call.world, limitOf(call.world, "playsLimit", clientId), clientId);
  if (usedUp) throw limitFault(call.world, [usedUp]);
}

function play(call: Call, track: TrackRow, kind: StreamKind): Response {
  call.db.transaction(() => {
    countPlay(call);
    recordPlay(call.db, track.id, call.viewer, call.now);
  });
  const { path, signed } = streamPath(track.id, kind);
  return found(call, mediaLink(call, path, signed));
}

/** The caller has already had access to the track, so a private one needs no secret token here. */
async function getStream(call: Call): Promise<Response> {
  const track = findTrack(call.db, call.id("track_urn", "tracks"));
  const kind = track && STREAM_KINDS.find((each) => {
    return streamId(call.world, track.id, each) === call.param("uuid") && each.protocol === call.param("protocol");
  });
  if (track === undefined || kind === undefined || !isReady(call, track)) throw notFound().because("not_playable");
  if (!(await streamsOf(call, track)).includes(kind)) throw forbidden().because("not_playable");
  return play(call, track, kind);
}

/** Redirects to the preview. `/stream`, formerly the whole track, redirects to the preview since January 2026. */
async function getPreview(call: Call): Promise<Response> {
  const track = visibleTrack(call);
  const kind = (await streamsOf(call, track)).at(-1);
  if (kind === undefined) throw notFound().because("not_playable");
  return play(call, track, kind);
}

function getDownload(call: Call): Response {
  const track = visibleTrack(call);
  const mayKeep = track.downloadable === 1 && accessOf(call, track) === "playable";
  if (!mayKeep || !isReady(call, track)) throw notFound();
  recordDownload(call.db, track.id);
  return found(call, mediaLink(call, `/download/${track.id}`));
}

export const streamRoutes: Handlers = {
  "GET /tracks/{track_urn}/streams": getStreams,
  "GET /tracks/{track_urn}/streams/{uuid}/{protocol}": getStream,
  "GET /tracks/{track_urn}/preview": getPreview,
  "GET /tracks/{track_urn}/stream": getPreview,
  "GET /tracks/{track_urn}/download": getDownload,
};
