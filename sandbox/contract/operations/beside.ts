import type { OperationTable } from "../row.ts";

/** Routes that the service's document doesn't list: sign-in, apps, media, the embedded player. */
export const BESIDE = {
  "GET /me/connections": {
    who: "user",
    reply: { 200: "Connections" },
    source: "assumed: older documentation lists it; the current document does not",
  },
  "GET /tracks/{track_urn}/stream": { who: "app", also: "secret_token", source: "documented 2026-01-29" },
  "GET /tracks/{track_urn}/streams/{uuid}/{protocol}": {
    who: "app",
    also: "secret_token",
    source: "recorded 2025-11 soundcloud/api#478",
  },
  "GET /tracks/{track_urn}/download": {
    who: "user",
    also: "secret_token",
    source: "assumed: download_url of a track points to it",
  },
  "GET /authorize": {
    who: "nothing",
    isGuarded: true,
    also: "client_id redirect_uri response_type scope state code_challenge code_challenge_method display sandbox_user",
    source: "documented 2026-07 guide",
  },
  "POST /authorize": {
    who: "nothing",
    isGuarded: true,
    also: "client_id redirect_uri response_type scope state code_challenge code_challenge_method display sandbox_user",
    source: "assumed: the form of the sandbox's own consent page",
  },
  "POST /oauth/token": { who: "nothing", isGuarded: true, source: "documented 2026-07 guide" },
  "GET /connect": {
    who: "nothing",
    also: "client_id redirect_uri response_type scope state code_challenge code_challenge_method display sandbox_user",
    source: "reported soundcloud/api#512",
  },
  "POST /connect": {
    who: "nothing",
    also: "client_id redirect_uri response_type scope state code_challenge code_challenge_method display sandbox_user",
    source: "reported soundcloud/api#512",
  },
  "POST /oauth2/token": { who: "nothing", source: "reported soundcloud/api#495" },
  "GET /me/apps": { who: "user", source: "documented 2026-07 the service's sc-api-auth.mjs" },
  "POST /me/apps": { who: "user", source: "documented 2026-07 the service's sc-api-auth.mjs" },
  "POST /pairing/codes": {
    who: "nothing",
    isGuarded: true,
    also: "client_id",
    source: "documented 2026-07 the service's sc-api-auth.mjs",
  },
  "GET /pairing/codes/{code}": {
    who: "nothing",
    also: "client_id poll_token",
    source: "documented 2026-07 the service's sc-api-auth.mjs",
  },
  "POST /pairing/sign-in": {
    who: "nothing",
    isGuarded: true,
    also: "client_id",
    source: "documented 2026-07 the service's sc-api-auth.mjs",
  },
  "GET /activate/{code}": {
    who: "nothing",
    isGuarded: true,
    source: "documented 2026-07 the service's sc-api-auth.mjs",
  },
  "POST /activate/{code}": {
    who: "nothing",
    isGuarded: true,
    source: "assumed: the form of the sandbox's own pairing page",
  },
  "GET /oembed": {
    who: "nothing",
    also: "url format callback maxwidth maxheight color auto_play show_comments",
    source: "documented 2026 the service's oEmbed page",
  },
  "GET /player/": {
    who: "nothing",
    also: "url visual auto_play color show_artwork show_comments maxwidth maxheight",
    source: "documented 2026 the service's widget guide",
  },
  "GET /player/tracks/{track_urn}": {
    who: "nothing",
    also: "secret_token",
    source: "assumed: the requests of the widget are undocumented",
  },
  "GET /_media/playback/{track_urn}/{quality}/{file}": {
    who: "nothing",
    also: "expires Policy Signature Key-Pair-Id",
    source: "assumed: the paths of the media host are undocumented",
  },
  "GET /_media/progressive/{file}": {
    who: "nothing",
    also: "expires Policy Signature Key-Pair-Id",
    source: "assumed: the paths of the media host are undocumented",
  },
  "GET /_media/preview/0/30/{file}": {
    who: "nothing",
    also: "expires Policy Signature Key-Pair-Id",
    source: "assumed: the paths of the media host are undocumented",
  },
  "GET /_media/download/{file}": {
    who: "nothing",
    also: "expires Policy Signature Key-Pair-Id",
    source: "assumed: the paths of the media host are undocumented",
  },
  "GET /_media/waveforms/{file}": {
    who: "nothing",
    also: "expires Policy Signature Key-Pair-Id",
    source: "assumed: the paths of the media host are undocumented",
  },
  "GET /_media/images/{file}": {
    who: "nothing",
    also: "expires Policy Signature Key-Pair-Id",
    source: "assumed: the paths of the media host are undocumented",
  },
} as const;
BESIDE satisfies OperationTable;
