import type { SourceLines } from "./source_lines.ts";

/** The source of each setting. */
export const SETTING_SOURCES: SourceLines = [
  ["documented 2026-10-28", "era"],
  ["documented 2026-07-19", "artworkRequiresPro"],
  ["documented 2026-07 guide", "credentialPlaces redirectUri clientCredentialsPerApp clientCredentialsPerAddress"],
  ["documented 2026-07 guide", "maxUploadBytes"],
  ["documented 2026-07 rate limits page", "playsLimit"],
  ["documented 2026-07 the service's sc-api-auth.mjs", "appsRequirePro"],
  ["recorded 2021 soundcloud/api#212", "retryAfter"],
  ["reported soundcloud/api#125", "tokenTtlSeconds"],
  ["reported soundcloud/api#173", "refreshTtlSeconds"],
  ["reported soundcloud/api#146", "refreshRequiresRedirectUri"],
  ["reported soundcloud/api#439", "country"],
  ["reported soundcloud/api#529", "gatewayBurst"],
  ["reported zxcloli666/SoundCloud-Desktop#138", "spamThreshold"],
  ["reported soundcloud/api#479", "maxFollowings"],
  ["reported soundcloud/api#170", "maxPlaylistTracks"],
  ["reported soundcloud/api#255", "writeLagMs"],
  ["reported soundcloud/api#342", "cors"],
  ["reported soundcloud/api#505", "searchCap"],
  ["reported soundcloud/api#347", "genreFuzzy"],
  ["reported soundcloud/api#398", "omitId"],
  ["reported soundcloud/soundcloud-javascript#74", "playlistTokenOpensTracks"],
  ["reported TeamNewPipe/NewPipe#12418", "cdnTtlSeconds"],
  [
    "assumed: a host may revoke a session whose refresh token is reused (RFC 9700), or tolerate reuse for a few seconds",
    `
    refreshReuse refreshGraceSeconds`,
  ],
  ["assumed: the short lifetimes that OAuth recommends", "codeTtlSeconds pairingTtlSeconds"],
  ["assumed: it is undocumented whether the refresh token ends with the session", "signoutScope"],
  ["assumed: soundcloud/api#182 asks this and has no answer", "countStreamsCall"],
  ["assumed: transcoding takes a while", "transcodeDelayMs"],
];
