// URLs of the media host. Paths are relative to its base URL.
import type { Quality } from "../audio/rendition.ts";
import { Random } from "../base/random.ts";

export interface StreamKind {
  readonly field: string;
  readonly quality: Quality;
  readonly protocol: "hls" | "http" | "preview";
}

export const STREAM_KINDS: readonly StreamKind[] = [
  { field: "hls_aac_160_url", quality: "aac_160", protocol: "hls" },
  { field: "hls_aac_96_url", quality: "aac_96", protocol: "hls" },
  { field: "hls_mp3_128_url", quality: "mp3_128", protocol: "hls" },
  { field: "http_mp3_128_url", quality: "mp3_128", protocol: "http" },
  { field: "preview_mp3_128_url", quality: "mp3_128", protocol: "preview" },
];

export function streamId(world: { readonly seed: number }, trackId: number, { field }: StreamKind): string {
  return new Random(`${world.seed}:stream:${trackId}:${field}`).uuid();
}

export function qualityAt(part: string): Quality | undefined {
  return STREAM_KINDS.find(({ quality }) => `${quality}k` === part)?.quality;
}

/** Returns the path of a stream, and the path that its signature covers: for a playlist, this includes its segments. */
export function streamPath(trackId: number, { quality, protocol }: StreamKind): { path: string; signed: string } {
  if (protocol === "hls") {
    const signed = `/playback/${trackId}/${quality}k/`;
    return { path: `${signed}playlist.m3u8`, signed };
  }
  const path = protocol === "http" ? `/progressive/${trackId}.128.mp3` : `/preview/0/30/${trackId}.128.mp3`;
  return { path, signed: path };
}

/** It isn't signed: its random letters prevent guesses of private tracks. As JSON, it ends in `.json`. */
export function waveformPath(world: { readonly seed: number }, trackId: number): string {
  return `/waveforms/${trackId}-${new Random(`${world.seed}:waveform:${trackId}`).letters(12)}.png`;
}
