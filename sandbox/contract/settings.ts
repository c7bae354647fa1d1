import type { SettingRow } from "./row.ts";

/** The settings of the simulated API. `SandboxConfig` describes them to their users. */
export const SETTINGS = {
  apps: {
    default: "registered",
    choices: ["registered", "any"],
    source: "assumed: for programs with credentials of their own",
  },
  noteHeader: { default: false, source: "assumed: a help for developers" },
  country: { default: "DE", form: "country", source: "reported soundcloud/api#439" },
  redirectUri: {
    default: "http://127.0.0.1:8765/callback",
    form: "address",
    source: "documented 2026-07 guide",
  },
  credentialPlaces: { default: "documented", choices: ["documented", "any"], source: "documented 2026-07 guide" },
  tokenTtlSeconds: { default: 3599, source: "reported soundcloud/api#125" },
  refreshTtlSeconds: { default: null, mayBeNull: true, source: "reported soundcloud/api#173" },
  refreshReuse: {
    default: "reject",
    choices: ["reject", "revoke-family"],
    source:
      "assumed: a host may revoke a session whose refresh token is reused (RFC 9700), or tolerate reuse for a few seconds",
  },
  refreshGraceSeconds: {
    default: 0,
    source:
      "assumed: a host may revoke a session whose refresh token is reused (RFC 9700), or tolerate reuse for a few seconds",
  },
  refreshRequiresRedirectUri: { default: false, source: "reported soundcloud/api#146" },
  codeTtlSeconds: { default: 60, source: "assumed: the short lifetimes that OAuth recommends" },
  pairingTtlSeconds: { default: 600, source: "assumed: the short lifetimes that OAuth recommends" },
  appsRequirePro: { default: false, source: "documented 2026-07 SoundCloud's sc-api-auth.mjs" },
  signoutScope: {
    default: "pair",
    choices: ["pair", "access"],
    source: "assumed: it is undocumented whether the refresh token ends with the session",
  },
  clientCredentialsPerApp: {
    default: 50,
    label: "App tokens of an app, in 12 hours",
    window: {
      name: "client-credentials-exchange",
      bucket: "by-client",
      seconds: 43_200,
      label: "App tokens of the app",
    },
    perApp: true,
    source: "documented 2026-07 guide",
  },
  clientCredentialsPerAddress: {
    default: 30,
    label: "App tokens of an IP address, in an hour",
    window: {
      name: "client-credentials-exchange",
      bucket: "by-ip",
      seconds: 3600,
      label: "App tokens of the IP address",
    },
    source: "documented 2026-07 guide",
  },
  playsLimit: {
    default: 15_000,
    label: "Plays of an app, in a day",
    window: { name: "plays", bucket: "by-client", seconds: 86_400, label: "Plays of the app" },
    perApp: true,
    source: "documented 2026-07 rate limits page",
  },
  countStreamsCall: { default: false, source: "assumed: soundcloud/api#182 asks this and has no answer" },
  retryAfter: { default: false, source: "recorded 2021 soundcloud/api#212" },
  gatewayBurst: {
    default: null,
    mayBeNull: true,
    label: "Calls of an app, in 10 seconds",
    window: { name: "gateway-burst", bucket: "by-client", seconds: 10, label: "Calls of the app" },
    perApp: true,
    source: "reported soundcloud/api#529",
  },
  spamThreshold: {
    default: 275,
    label: "Likes, reposts, follows and comments of a user, in an hour",
    window: {
      name: "user-actions",
      bucket: "by-user",
      seconds: 3600,
      label: "Likes, reposts, follows and comments of user",
    },
    source: "reported zxcloli666/SoundCloud-Desktop#138",
  },
  maxFollowings: { default: 2000, label: "Users that a user may follow", source: "reported soundcloud/api#479" },
  maxPlaylistTracks: { default: 500, label: "Tracks in a playlist", source: "reported soundcloud/api#170" },
  writeLagMs: { default: 0, source: "reported soundcloud/api#255" },
  cors: { default: true, source: "reported soundcloud/api#342" },
  searchCap: { default: 1000, source: "reported soundcloud/api#505" },
  genreFuzzy: { default: true, source: "reported soundcloud/api#347" },
  omitId: { default: false, source: "reported soundcloud/api#398" },
  playlistTokenOpensTracks: { default: false, source: "reported soundcloud/soundcloud-javascript#74" },
  cdnTtlSeconds: { default: 300, source: "reported TeamNewPipe/NewPipe#12418" },
  maxUploadBytes: { default: 4_294_967_296, source: "documented 2026-07 guide" },
  transcodeDelayMs: { default: 2000, source: "assumed: transcoding takes a while" },
  artworkRequiresPro: { default: false, source: "documented 2026-07-19" },
} as const;
SETTINGS satisfies Readonly<Record<string, SettingRow>>;

type Rows = typeof SETTINGS;

export type WindowSetting = { [Name in keyof Rows]: Rows[Name] extends { window: object } ? Name : never }[keyof Rows];
