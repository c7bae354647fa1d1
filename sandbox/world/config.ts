import { DEFAULT_APP } from "./default_app.ts";
import type { Era } from "./era.ts";

/** The settable facts of the service: every value its users have seen differ, or may want to. */
export interface SandboxConfig {
  /**
   * Month of the service, default `2026-10`. `2026-07` is before the changes of August to October 2026: a progressive
   * MP3, machine tags, neither tempo nor key; no `set_type=playlist`, storefronts, system playlists or `/disconnect`.
   */
  era: Era;
  /** The caller's country (ISO 3166, two letters) unless `X-Sandbox-Country` overrides it. Default `DE`. */
  country: string;
  /**
   * Where a token request may carry the app's credentials: `documented`, in Basic for an app's own token and in the
   * form for codes and refreshes, so that mistakes show; `any`, in either place for every grant, as users report of the
   * service.
   */
  credentialPlaces: "documented" | "any";
  /** Life of an access token, seconds. Default 3599. */
  tokenTtlSeconds: number;
  /** Life of a refresh token, seconds; `null`, the default, is for ever. */
  refreshTtlSeconds: number | null;
  /** The effect of a used refresh token: it is rejected, or it also ends every token of the same sign-in. */
  refreshReuse: "reject" | "revoke-family";
  /** Seconds during which a used refresh token still gives its successor again. Default 0. */
  refreshGraceSeconds: number;
  /** The exact address that sign-in to the sandbox's own app returns to. Default `http://127.0.0.1:8765/callback`. */
  redirectUri: string;
  /** Whether a refresh has to repeat the redirect URI. Default false. */
  refreshRequiresRedirectUri: boolean;
  /** Life of an authorization code, seconds. Default 60. */
  codeTtlSeconds: number;
  /** Life of a pairing code, seconds. Default 600. */
  pairingTtlSeconds: number;
  /** Registering an app is for paying users only. Default false. */
  appsRequirePro: boolean;
  /** The effect of sign-out: it ends the access token with its refresh token, or only the access token. */
  signoutScope: "pair" | "access";
  /** Client-credentials exchanges per app in 12 hours. Default 50. */
  clientCredentialsPerApp: number;
  /** Client-credentials exchanges per address in an hour. Default 30. */
  clientCredentialsPerAddress: number;
  /** Plays per app in 24 hours. Default 15000. */
  playsLimit: number;
  /** Whether asking for `/streams` counts as a play, besides following one of its links. Default false. */
  countStreamsCall: boolean;
  /** Send `Retry-After` with a 429; the service doesn't. Default false. */
  retryAfter: boolean;
  /** Requests per app in ten seconds before the gateway answers 429; `null`, the default, for no limit. */
  gatewayBurst: number | null;
  /** Likes, reposts, follows and comments of one user in an hour before a spam warning. Default 275. */
  spamThreshold: number;
  /** Users one user may follow. Default 2000. */
  maxFollowings: number;
  /** Tracks in one playlist. Default 500. */
  maxPlaylistTracks: number;
  /** Milliseconds until a like, repost, follow or comment appears in lists, or a removed one disappears. Default 0. */
  writeLagMs: number;
  /** Send CORS headers. Default true. */
  cors: boolean;
  /** Offset at which search returns no more results, but still next links. Default 1000. */
  searchCap: number;
  /** Genres match single words instead of the whole. Default true. */
  genreFuzzy: boolean;
  /** Leave the numeric `id` out of objects. Default false. */
  omitId: boolean;
  /** A playlist's secret token also opens its private tracks. Default false. */
  playlistTokenOpensTracks: boolean;
  /** Life of a media link, seconds. Default 300. */
  cdnTtlSeconds: number;
  /** Largest upload in bytes. Default 4 GiB. */
  maxUploadBytes: number;
  /** Milliseconds an uploaded track stays in processing. Default 2000. */
  transcodeDelayMs: number;
  /** Artwork is for paying users only. Default false. */
  artworkRequiresPro: boolean;
}

/** The default settings: the service of today. */
export const defaultConfig: Readonly<SandboxConfig> = Object.freeze({
  era: "2026-10",
  country: "DE",
  redirectUri: DEFAULT_APP.redirectUri,
  credentialPlaces: "documented",
  tokenTtlSeconds: 3599,
  refreshTtlSeconds: null,
  refreshReuse: "reject",
  refreshGraceSeconds: 0,
  refreshRequiresRedirectUri: false,
  codeTtlSeconds: 60,
  pairingTtlSeconds: 600,
  appsRequirePro: false,
  signoutScope: "pair",
  clientCredentialsPerApp: 50,
  clientCredentialsPerAddress: 30,
  playsLimit: 15_000,
  countStreamsCall: false,
  retryAfter: false,
  gatewayBurst: null,
  spamThreshold: 275,
  maxFollowings: 2000,
  maxPlaylistTracks: 500,
  writeLagMs: 0,
  cors: true,
  searchCap: 1000,
  genreFuzzy: true,
  omitId: false,
  playlistTokenOpensTracks: false,
  cdnTtlSeconds: 300,
  maxUploadBytes: 4 * 1024 ** 3,
  transcodeDelayMs: 2000,
  artworkRequiresPro: false,
});
