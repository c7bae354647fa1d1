/**
 * Tracks: streams and playback.
 *
 * @example Set-up of this module's examples: a sandbox replaces SoundCloud
 * ```ts
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * globalThis.fetch = sandbox.fetch;
 * const token = sandbox.issueTokens().access_token;
 * ```
 *
 * @module
 */
import { checkObject, integer, list } from "../checks.ts";
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import { type SecretOptions, UNSHARED } from "../options.ts";
import type { TokenSource } from "../session.ts";
import { send } from "../transport/send.ts";
import { sleep } from "../transport/abortable.ts";
import { type Path, path } from "../formats/path.ts";
import type { ResourceId } from "../types/resource_id.ts";
import type { Streams } from "../types/streams.ts";
import type { ServiceTrack } from "../types/track.ts";

/** Renditions of whole tracks, the best one first. */
const RENDITIONS = ["hls_aac_160_url", "hls_aac_96_url", "hls_mp3_128_url", "http_mp3_128_url"] as const;

/** Options of {@linkcode waitUntilReady}. */
export interface WaitOptions extends SecretOptions {
  /** Time limit, in milliseconds. Default 600,000. */
  maxWaitMs?: number | undefined;
  /** Polling interval, in milliseconds. Default 2,000. */
  pollMs?: number | undefined;
}

/** Options of {@linkcode getStreamUrl}. */
export interface StreamUrlOptions extends SecretOptions {
  /** Fields of {@linkcode Streams} to try, the best one first. Default: AAC, then MP3, and never the preview. */
  renditions?: readonly string[] | undefined;
}

/**
 * Gets the URLs of a track's renditions.
 *
 * They are API URLs: each needs the token and redirects to a signed URL, which needs no token and is valid for about
 * five minutes. {@linkcode getStreamUrl} does both steps.
 *
 * @param token Access token or session.
 * @param track Track id: number, numeric string or URN.
 * @param options Call options; also `secretToken`.
 * @returns URLs by rendition. Any may be missing.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const streams = await getTrackStreams(token, 1198);
 * Object.keys(streams); // ["hls_aac_160_url", "hls_aac_96_url", "hls_mp3_128_url", "preview_mp3_128_url"]
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__streams | GET /tracks/{track_urn}/streams}
 */
export function getStreams(token: TokenSource, track: ResourceId, options?: SecretOptions): Promise<Streams> {
  const query = { secret_token: options?.secretToken };
  return send(
    token,
    { method: "GET", path: path`/tracks/${track}/streams`, query, expects: "object", skipCache: true },
    options,
  );
}

/**
 * Gets a signed URL of a whole track, for immediate playback.
 *
 * It has the best rendition that SoundCloud grants, needs no token and is valid for about five minutes, so request it
 * just before playing. Each call counts as a play. If SoundCloud grants only the 30-second preview, the call fails
 * with the code `preview_only`; {@linkcode getPreviewUrl} returns the preview.
 *
 * @param token Access token or session.
 * @param track Track id: number, numeric string or URN.
 * @param options Call options; also `secretToken` and `renditions`.
 * @returns The URL.
 * @throws {TypeError} When the id is invalid, or `renditions` aren't a list.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached; with the code `preview_only` or `no_stream`.
 * @example
 * ```ts ignore
 * const url = await getTrackStreamUrl(token, 1198);
 * new URL(url).pathname; // "/_media/playback/1198/aac_160k/playlist.m3u8"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__streams | GET /tracks/{track_urn}/streams}
 */
export async function getStreamUrl(token: TokenSource, track: ResourceId, options?: StreamUrlOptions): Promise<string> {
  const renditions = options?.renditions && list("renditions", options.renditions, String);
  const streams: Record<string, unknown> = Object(await getStreams(token, track, options));
  let refused = failure("no_stream", "The track has no stream");
  for (const rendition of renditions ?? RENDITIONS) {
    const url = streams[rendition];
    if (typeof url !== "string" || !/^https?:/.test(url)) continue;
    try {
      return await send(token, { method: "GET", path: url, expects: "location", ...UNSHARED }, options);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // SoundCloud once returned signed URLs directly.
      if (error.code === "foreign_url") return url;
      // SoundCloud has refused every stream except the preview of tracks marked as playable.
      if (!error.isForbidden) throw error;
      refused = error;
    }
  }
  const isPreviewOnly = !renditions && streams.preview_mp3_128_url;
  throw isPreviewOnly
    ? failure("preview_only", "Only the preview of the track is granted", undefined, { cause: refused })
    : refused;
}

/**
 * Gets a signed URL of a track's 30-second preview.
 *
 * @param token Access token or session.
 * @param track Track id: number, numeric string or URN.
 * @param options Call options; also `secretToken`.
 * @returns The URL. It needs no token and is valid for about five minutes.
 * @throws {TypeError} When the id is invalid.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const url = await getTrackPreviewUrl(token, 1198);
 * new URL(url).pathname; // "/_media/preview/0/30/1198.128.mp3"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__preview | GET /tracks/{track_urn}/preview}
 */
export function getPreviewUrl(token: TokenSource, track: ResourceId, options?: SecretOptions): Promise<string> {
  const query = { secret_token: options?.secretToken };
  return send(
    token,
    { method: "GET", path: path`/tracks/${track}/preview`, query, expects: "location", ...UNSHARED },
    options,
  );
}

/**
 * Waits until a new track can be played.
 *
 * SoundCloud reports no processing state, so the track is polled until it has a duration and a stream.
 *
 * @param token Access token or session.
 * @param track Track id: number, numeric string or URN.
 * @param options Call options; also `maxWaitMs` (default 600,000), `pollMs` (default 2,000), `secretToken`.
 * @returns The track.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When a time is out of range.
 * @throws {ServiceError} With the code `timeout` when it takes too long; or when SoundCloud refuses.
 * @example
 * ```ts ignore
 * const track = await waitUntilTrackReady(token, 1198, { maxWaitMs: 60_000 });
 * track.duration; // 34516
 * ```
 */
export async function waitUntilReady(
  token: TokenSource,
  track: ResourceId,
  options: WaitOptions = {},
): Promise<ServiceTrack> {
  checkObject("the options", options);
  const { maxWaitMs = 600_000, pollMs = 2_000, secretToken: secret_token, signal } = options;
  integer("maxWaitMs", maxWaitMs, 0);
  integer("pollMs", pollMs, 1);
  const look = <T>(path: Path) =>
    send<T>(token, { method: "GET", path, query: { secret_token }, ...UNSHARED }, options);
  const end = Date.now() + maxWaitMs;
  for (;;) {
    const found = await look<ServiceTrack>(path`/tracks/${track}`);
    if (found?.duration && await look<Streams>(path`/tracks/${track}/streams`).then(hasStream, isMissing)) return found;
    if (Date.now() + pollMs > end) throw failure("timeout", "The track isn't ready yet");
    await sleep(pollMs, signal);
  }
}

function hasStream(streams: Streams): boolean {
  return Object.values(Object(streams)).some(Boolean);
}

/** A track in processing may have no streams yet. */
function isMissing(error: unknown): false {
  if (error instanceof ServiceError && error.isNotFound) return false;
  throw error;
}
