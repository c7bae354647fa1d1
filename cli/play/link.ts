/**
 * Signed addresses of tracks, and whether a preview is all there is.
 *
 * @module
 */

import { type ServiceClient, ServiceError, type ServiceTrack } from "@tonearm/client";
import { Failure } from "../errors.ts";

/** A signed URL of a track. */
export interface Link {
  /** The address. */
  readonly url: string;
  /** Whether it holds 30 seconds only. */
  readonly isPreview: boolean;
}

/** How long a preview is. */
export const PREVIEW_SECONDS = 30;

/** Renditions that hold all of a track, the best one first. */
const WHOLE = ["hls_aac_160_url", "hls_aac_96_url", "hls_mp3_128_url", "http_mp3_128_url"] as const;
const PREVIEW = ["preview_mp3_128_url"] as const;

/** The known fields of a track to play. */
export type Audible = Pick<ServiceTrack, "urn"> & Partial<Pick<ServiceTrack, "title" | "access">>;

/** Requests a signed URL of a track, or else of its preview. */
export async function linkTo(
  client: ServiceClient,
  track: Audible,
  { signal, renditions = WHOLE }: { readonly signal: AbortSignal; readonly renditions?: readonly string[] },
): Promise<Link> {
  try {
    const url = await client.tracks.getStreamUrl(track.urn, { signal, renditions });
    return { url, isPreview: track.access === "preview" };
  } catch (error) {
    if (!hasNone(error)) throw error;
    return await linkToPreview(client, track, signal);
  }
}

async function linkToPreview(client: ServiceClient, track: Audible, signal: AbortSignal): Promise<Link> {
  try {
    return { url: await client.tracks.getStreamUrl(track.urn, { signal, renditions: PREVIEW }), isPreview: true };
  } catch (error) {
    if (!hasNone(error)) throw error;
    const why = track.access === "blocked" ? "it is blocked here" : "it is still being processed, or gone";
    const what = track.title === undefined ? track.urn : JSON.stringify(track.title);
    throw new Failure("not_found", `Cannot play ${what}: ${why}`, { code: "no_stream", cause: error });
  }
}

/** Tracks marked as playable have been refused in all but their preview. */
function hasNone(error: unknown): error is ServiceError {
  return ServiceError.is(error) && (error.code === "no_stream" || error.isForbidden);
}

/** The note about a preview. */
export const PREVIEW_NOTE: string = `a preview of ${PREVIEW_SECONDS} s: the service gives no more of it`;

/** "Title by Artist", and whether it is a preview. */
export function announcement({ title, user }: ServiceTrack, { isPreview }: Link): string {
  const by = user?.username ? ` by ${user.username}` : "";
  return `${title}${by}${isPreview ? ` (${PREVIEW_NOTE})` : ""}`;
}
