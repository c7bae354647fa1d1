import { writePlaylist } from "../audio/hls.ts";
import { memoryContent } from "../base/content.ts";
import { type Codec, playTimeOf, previewOf, type StreamPlan } from "../audio/rendition.ts";
import { segmentFile } from "../audio/segment_files.ts";
import type { Call } from "../http/call.ts";
import { explain } from "../http/notes.ts";
import type { Handler, Handlers } from "../http/operation.ts";
import { qualityAt, waveformPath } from "../media/addresses.ts";
import { drawCover, drawWaveform, PICTURE_SIZES } from "../media/picture.ts";
import { contentReply } from "../media/range.ts";
import { isSigned, sign } from "../media/signature.ts";
import { findPicture, pictureFile } from "../store/assets.ts";
import type { TrackRow } from "../store/rows.ts";
import { findTrack } from "../store/lookups.ts";
import { isReady } from "../present/track.ts";

const PREFIX = "/_media";
const MP3_TYPE = "audio/mpeg";
const SEGMENT_TYPES: Readonly<Record<Codec, string>> = { mp3: MP3_TYPE, aac: "audio/mp4" };
const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";

function refusal(
  call: Call,
  name: "media_with_token" | "media_unsigned" | "media_missing" = "media_missing",
): Response {
  call.note(explain(name, { seconds: call.world.config.cdnTtlSeconds }));
  const status = name === "media_missing" ? 404 : 403;
  const [code, message] = status === 403 ? ["AccessDenied", "Access denied"] : ["NoSuchKey", "No such key"];
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return new Response(xml, { status, headers: { "content-type": "application/xml" } });
}

function pathOf(call: Call): string {
  return call.url.pathname.slice(call.url.pathname.indexOf(PREFIX) + PREFIX.length);
}

/** Checks signatures, not tokens: the API's `Authorization` is rejected, as after a redirect that kept it. */
function hosted(isPublic: boolean, run: Handler): Handler {
  return (call) => {
    if (call.request.headers.has("authorization")) return refusal(call, "media_with_token");
    if (!isPublic && !isSigned(call.world, pathOf(call), call.query)) return refusal(call, "media_unsigned");
    return run(call);
  };
}

function trackIn(call: Call, parameter: string): TrackRow | undefined {
  const track = findTrack(call.db, Number.parseInt(call.param(parameter)) || 0);
  return track && isReady(call, track) ? track : undefined;
}

/** The playlist is valid as long as its URL; the segments are valid longer, by the track's duration. */
async function playback(call: Call): Promise<Response> {
  const track = trackIn(call, "track_urn");
  const quality = qualityAt(call.param("quality"));
  if (track === undefined || quality === undefined) return refusal(call);
  const file = call.param("file");
  if (file === "playlist.m3u8") return playlist(call, await call.world.media.plan(track, quality));
  const rendition = await call.world.media.rendition(track, quality);
  const bytes = await segmentFile(rendition, quality, file);
  return bytes === undefined ? refusal(call) : send(call, bytes, SEGMENT_TYPES[rendition.codec]);
}

function playlist(call: Call, plan: StreamPlan): Response {
  const seconds = call.world.config.cdnTtlSeconds + Math.ceil(playTimeOf(plan) / 1000);
  const query = sign(call.world, pathOf(call).slice(0, -"playlist.m3u8".length), seconds);
  const text = writePlaylist(plan.codec, plan.timeline, (file) => `${file}?${query}`);
  return send(call, memoryContent(new TextEncoder().encode(text)), PLAYLIST_TYPE);
}

function send(call: Call, content: Parameters<typeof contentReply>[0], type: string): Response {
  return contentReply(content, call.request.headers.get("range"), {
    "content-type": type,
    "cache-control": "private, max-age=0",
  });
}

/** Sends the MP3 of a track, or what is read of it. */
function sound(read: typeof previewOf): Handler {
  return async (call) => {
    const track = trackIn(call, "file");
    if (track === undefined) return refusal(call);
    return send(call, await read(await call.world.media.rendition(track, "mp3_128")), MP3_TYPE);
  };
}

async function download(call: Call): Promise<Response> {
  const track = trackIn(call, "file");
  if (track === undefined) return refusal(call);
  const original = call.world.media.original(track);
  const content = original?.content ?? await (await call.world.media.rendition(track, "mp3_128")).whole();
  const reply = send(call, content, original ? "application/octet-stream" : MP3_TYPE);
  reply.headers.set("content-disposition", `attachment; filename="${track.permalink}.${original?.format ?? "mp3"}"`);
  return reply;
}

async function waveform(call: Call): Promise<Response> {
  const track = trackIn(call, "file");
  const [, name, extension] = /^(.*)\.(png|json)$/.exec(pathOf(call)) ?? [];
  if (track === undefined || `${name}.png` !== waveformPath(call.world, track.id)) return refusal(call);
  const measured = await call.world.media.waveform(track);
  if (extension === "json") return Response.json(measured, { headers: { "content-type": "application/json" } });
  return send(call, memoryContent(await drawWaveform(measured)), "image/png");
}

/** `12-large.png` for uploads, `artworks-<letters>-large.jpg` for the catalogue, drawn on request. */
async function picture(call: Call): Promise<Response> {
  const [, name = "", size = "", extension] = /^([\w-]+)-(\w+)\.(\w+)$/.exec(call.param("file")) ?? [];
  const pixels = Object.hasOwn(PICTURE_SIZES, size) ? PICTURE_SIZES[size] : undefined;
  if (pixels === undefined) return refusal(call);
  const asset = /^\d+$/.test(name) ? findPicture(call.db, Number(name)) : undefined;
  if (asset && pictureFile(asset, size) === call.param("file")) {
    return send(call, call.world.media.contentOf(asset), `image/${asset.format}`);
  }
  if (extension !== "jpg" || /^\d+$/.test(name)) return refusal(call);
  return send(call, memoryContent(await drawCover(name, pixels)), "image/jpeg");
}

export const mediaRoutes: Handlers = {
  "GET /_media/playback/{track_urn}/{quality}/{file}": hosted(false, playback),
  "GET /_media/progressive/{file}": hosted(false, sound((rendition) => rendition.whole())),
  "GET /_media/preview/0/30/{file}": hosted(false, sound(previewOf)),
  "GET /_media/download/{file}": hosted(false, download),
  "GET /_media/waveforms/{file}": hosted(true, waveform),
  "GET /_media/images/{file}": hosted(true, picture),
};
