import { type ServiceClient, ServiceError, type ServiceTrack } from "@tonearm/client";
import type { Context } from "../context.ts";
import { Failure, usage } from "../errors.ts";

export interface Link {
  readonly url: string;
  readonly isPreview: boolean;
}

export const PREVIEW_SECONDS = 30;

/** Renditions of the full track, in order of preference. */
export const WHOLE = ["hls_aac_160_url", "hls_aac_96_url", "hls_mp3_128_url", "http_mp3_128_url"] as const;
const PREVIEW = ["preview_mp3_128_url"] as const;

/** A track to play; a private one of another user has the end of its link. */
export interface PlayableTrack extends ServiceTrack {
  readonly secretToken?: string | undefined;
}

export type Audible = Pick<ServiceTrack, "urn"> & Partial<Pick<PlayableTrack, "title" | "access" | "secretToken">>;

/** Requests a signed URL of a track, or of its preview if there is no other. */
export async function linkTo(
  client: ServiceClient,
  track: Audible,
  { signal, renditions = WHOLE }: { readonly signal: AbortSignal; readonly renditions?: readonly string[] },
): Promise<Link> {
  try {
    const { urn, secretToken } = track;
    const url = await client.tracks.getStreamUrl(urn, { signal, renditions, secretToken });
    return { url, isPreview: track.access === "preview" || renditions === PREVIEW };
  } catch (error) {
    if (!hasNone(error)) throw error;
    if (renditions !== PREVIEW) return await linkTo(client, track, { signal, renditions: PREVIEW });
    const why = track.access === "blocked" ? "it is blocked here" : "it is still being processed, or deleted";
    const what = track.title === undefined ? track.urn : JSON.stringify(track.title);
    throw new Failure("not_found", `Cannot play ${what}: ${why}`, { code: "no_stream", cause: error });
  }
}

/** Refuses to print a signed URL of the built-in sandbox, which ends with the command. */
export function refuseUnserved({ sandboxed }: Context): void {
  if (!sandboxed) return;
  const next = "Leave out --sandbox in a shell with one that is served: `tonearm sandbox exec --user 1 -- bash`.";
  throw usage("Cannot print a URL: nothing listens at those of the built-in sandbox", next);
}

/** SoundCloud may refuse everything but the preview, even of tracks marked as playable. */
function hasNone(error: unknown): error is ServiceError {
  return ServiceError.is(error) && (error.code === "no_stream" || error.isForbidden);
}

export const PREVIEW_NOTE: string = `a preview of ${PREVIEW_SECONDS} s: SoundCloud grants no more`;

export function announcement({ title, user }: ServiceTrack, { isPreview }: Link): string {
  const by = user?.username ? ` by ${user.username}` : "";
  return `${title}${by}${isPreview ? ` (${PREVIEW_NOTE})` : ""}`;
}
