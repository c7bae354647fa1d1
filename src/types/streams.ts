/**
 * API URLs of a track's renditions. Each needs the token and redirects to a signed URL. SoundCloud adds and drops
 * renditions without notice: those not named here are kept.
 */
export interface Streams {
  /** HLS, AAC at 160 kbit/s. Older tracks lack it. */
  readonly hls_aac_160_url?: string;
  /** HLS, AAC at 96 kbit/s. Not every track has it. */
  readonly hls_aac_96_url?: string;
  /** HLS, MP3 at 128 kbit/s. */
  readonly hls_mp3_128_url?: string;
  /** One MP3 file at 128 kbit/s. SoundCloud dropped it in August 2026. */
  readonly http_mp3_128_url?: string;
  /** A snippet of about 30 seconds. */
  readonly preview_mp3_128_url?: string;
  /** Any other rendition. */
  [rendition: string]: string | undefined;
}
