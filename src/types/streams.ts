/**
 * Renditions of a track.
 *
 * @module
 */

/**
 * Addresses of a track's renditions in the API. Each needs the token and redirects to a signed address.
 * The service adds and drops renditions without notice: those not named here are kept.
 */
export interface Streams {
  /** HLS, AAC at 160 kbit/s. Older tracks lack it. */
  hls_aac_160_url?: string;
  /** HLS, AAC at 96 kbit/s. Not every track has it. */
  hls_aac_96_url?: string;
  /** HLS, MP3 at 128 kbit/s. */
  hls_mp3_128_url?: string;
  /** One MP3 file at 128 kbit/s. The service dropped it in August 2026. */
  http_mp3_128_url?: string;
  /** A snippet of some 30 seconds. */
  preview_mp3_128_url?: string;
  /** A rendition that came later. */
  [rendition: string]: string | undefined;
}
