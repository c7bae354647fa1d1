/**
 * Where things are on the media host. Paths are those behind its base address.
 *
 * @module
 */
import type { Codec } from "../audio/rendition.ts";
import { Random } from "../world/random.ts";

/** How a stream is delivered. */
export type Protocol = "hls" | "http" | "preview";

/** A stream that a track may have. */
export interface StreamKind {
  /** Its field in `/streams`. */
  readonly field: string;
  readonly codec: Codec;
  readonly protocol: Protocol;
}

/** The streams there are, best first. */
export const STREAM_KINDS: readonly StreamKind[] = [
  { field: "hls_aac_160_url", codec: "aac", protocol: "hls" },
  { field: "hls_aac_96_url", codec: "aac", protocol: "hls" },
  { field: "hls_mp3_128_url", codec: "mp3", protocol: "hls" },
  { field: "http_mp3_128_url", codec: "mp3", protocol: "http" },
  { field: "preview_mp3_128_url", codec: "mp3", protocol: "preview" },
];

/** The UUID in the address of a track's stream. */
export function streamId(world: { readonly seed: number }, trackId: number, { field }: StreamKind): string {
  return new Random(`${world.seed}:stream:${trackId}:${field}`).uuid();
}

/** Path of a stream, and the path that a signature for it covers: with a playlist go its segments. */
export function streamPath(trackId: number, { field, protocol }: StreamKind): { path: string; signed: string } {
  if (protocol === "hls") {
    const signed = `/playback/${trackId}/${field.slice("hls_".length, -"_url".length)}k/`;
    return { path: `${signed}playlist.m3u8`, signed };
  }
  const path = protocol === "http" ? `/progressive/${trackId}.128.mp3` : `/preview/0/30/${trackId}.128.mp3`;
  return { path, signed: path };
}

/**
 * Path of a track's waveform as a picture; as figures it ends in `.json`. It isn't signed: the letters keep those of private
 * tracks from being guessed.
 */
export function waveformPath(world: { readonly seed: number }, trackId: number): string {
  return `/waveforms/${trackId}-${new Random(`${world.seed}:waveform:${trackId}`).letters(12)}.png`;
}
