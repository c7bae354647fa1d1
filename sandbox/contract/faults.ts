import type { FaultRow } from "./row.ts";

/**
 * The named faults. What each does is in `sandbox/faults/`.
 */
export const FAULTS = {
  server_error: { about: "The service answers 500.", source: "reported soundcloud/api#212" },
  "server_error:token": { about: "The token endpoint answers 500.", source: "reported soundcloud/api#212" },
  "server_error:reposts": { about: "A limit on reposts is reported as a 500.", source: "reported soundcloud/api#74" },
  "server_error:playlists": {
    about: "Changes to playlists fail.",
    source: "reported ashwalk33r/soundcloud-likes-to-playlist#5",
  },
  "server_error:filename": {
    about: "Uploads fail if the file's name isn't plain ASCII.",
    source: "reported soundcloud/api#392",
  },
  "server_error:artwork": { about: "Uploads with artwork fail.", source: "reported soundcloud/api#409" },
  "server_error:duplicate_q": {
    about: "Searches fail if q is given twice and one is empty.",
    source: "reported soundcloud/api#511",
  },
  token_429_spurious: {
    about: "The token endpoint replies 429 although no limit is used up.",
    source: "recorded 2025 soundcloud/api#517",
  },
  refresh_commit_then_drop: {
    about: "A refresh succeeds, but its reply is lost.",
    source: "assumed: follows from single-use tokens and lost replies",
  },
  refresh_drop_before_commit: {
    about: "The connection is lost before a refresh takes effect.",
    source: "assumed: follows from single-use tokens and lost replies",
  },
  code_exchange_flaky: { about: "Every second exchange of a valid code fails.", source: "reported soundcloud/api#45" },
  authorize_blank: { about: "The authorize page is blank.", source: "reported soundcloud/api#393" },
  authorize_500: { about: "The authorize page fails.", source: "reported soundcloud/api#212" },
  app_revoked: { about: "The app no longer exists.", source: "documented 2023 README of soundcloud/api" },
  state_tampered: {
    about: "The authorize page returns a different state.",
    source: "assumed: an attack on the sign-in",
  },
  redirect_schemeless: {
    about: "The redirect URI, with its code, is treated as a path of the authorization host.",
    source: "reported soundcloud/api#250",
  },
  edge_page: { about: "The edge answers 503 with its own page.", source: "reported soundcloud/api#306" },
  "edge_page:400": { about: "The edge answers 400 with its own page.", source: "reported soundcloud/api#87" },
  "edge_page:403": { about: "The edge answers 403 with its own page.", source: "reported soundcloud/api#489" },
  "edge_page:502": { about: "The edge answers 502 with its own page.", source: "reported soundcloud/api#306" },
  "edge_page:503": { about: "The edge answers 503 with its own page.", source: "reported soundcloud/api#306" },
  "edge_page:504": { about: "The edge answers 504 with its own page.", source: "reported soundcloud/api#306" },
  cf_method_403: { about: "The edge rejects methods that change something.", source: "reported soundcloud/api#335" },
  waf_block: { about: "The edge treats the caller as a bot.", source: "reported soundcloud/api#521" },
  edge_429_text: { about: "The edge replies 429 in plain text.", source: "recorded 2021 soundcloud/api#189" },
  latency: { about: "Every answer takes two seconds longer, or latencyMs.", source: "reported soundcloud/api#311" },
  truncated_body: {
    about: "The JSON is truncated, with a matching Content-Length.",
    source: "recorded 2021 soundcloud/api#13",
  },
  connection_reset: {
    about: "The connection is reset before the request takes effect.",
    source: "assumed: networks do this",
  },
  reply_lost: {
    about: "The request succeeds, but the connection is reset before the reply.",
    source: "assumed: networks do this",
  },
  slow_body: {
    about: "Bodies arrive at 1000 bytes per second, or at bytesPerSecond.",
    source: "assumed: networks do this",
  },
  cut_body: {
    about: "The connection is lost after 100 bytes of a body, or cutAfterBytes.",
    source: "assumed: networks do this",
  },
  malformed_chunk: { about: "The chunked encoding of the body is invalid.", source: "assumed: networks do this" },
  never_answer: { about: "The reply never comes.", source: "assumed: networks do this" },
  quota_403: { about: "A used-up quota is reported as a 403.", source: "recorded 2025 soundcloud/api#523" },
  api_disallowed: {
    about: "The gateway rejects the app without a reason.",
    source: "recorded 2025 soundcloud/api#361",
  },
  envoy_503: { about: "The service mesh can't reach the service.", source: "reported soundcloud/api#311" },
  envoy_504: { about: "The service doesn't answer the service mesh in time.", source: "reported soundcloud/api#308" },
  mesh_404: { about: "Existing resources get a 404 in plain text.", source: "recorded 2021 soundcloud/api#307" },
  unknown_route_405: { about: "An existing route is reported as missing.", source: "reported soundcloud/api#60" },
  error_in_200: { about: "An error comes with status 200.", source: "recorded 2021 soundcloud/api#307" },
  cross_user_cache: { about: "The caller's tracks are those of another user.", source: "reported soundcloud/api#380" },
  stale_search_cache: {
    about: "For a minute, a search returns the results of the previous search.",
    source: "reported soundcloud/api#330",
  },
  cache_ignores_created_at: { about: "Searches ignore created_at.", source: "reported soundcloud/api#495" },
  stale_lists: {
    about: "Lists of followers, reposters and likers stay as they were on first read.",
    source: "reported soundcloud/api#332",
  },
  zero_counts: { about: "Every user has no followers and follows nobody.", source: "reported soundcloud/api#279" },
  track_count_zero: { about: "Every playlist reports that it is empty.", source: "reported soundcloud/api#210" },
  duration_zero: { about: "Every track has no duration.", source: "reported soundcloud/api#525" },
  empty_string_urls: { about: "Missing addresses are empty strings.", source: "reported soundcloud/api#10" },
  extra_fields: { about: "Resources have fields that aren't documented.", source: "reported Moebits/soundcloud.ts#72" },
  missing_fields: {
    about: "Resources lack fields that they usually have.",
    source: "reported Moebits/soundcloud.ts#72",
  },
  cursor_loop: { about: "The next page is the same page again.", source: "reported soundcloud/api#12" },
  next_href_internal_host: {
    about: "The next page's address is on a host of the service's internal network.",
    source: "reported soundcloud/api#309",
  },
  next_href_drops_params: {
    about: "The next page's address lacks the caller's parameters, such as access.",
    source: "reported soundcloud/api#58",
  },
  activities_bad_cursor: {
    about: "The next page of activities has a cursor that the service rejects.",
    source: "reported soundcloud/api#165",
  },
  page_shift: {
    about: "Lists grow while they are read: pages repeat one item and omit another.",
    source: "assumed: lists change while they are read",
  },
  needs_paid_plan: { about: "The app needs a paid plan, but only for streams.", source: "documented 2026-09-16" },
  playable_but_403: {
    about: "A track is marked playable, but only its preview can be played.",
    source: "reported soundcloud/api#534",
  },
  expired_cdn_url: {
    about: "Media links are already expired when they are returned.",
    source: "recorded 2025 soundcloud/api#478",
  },
  no_streams: { about: "Tracks have no streams.", source: "reported TeamNewPipe/NewPipe#13463" },
  upload_503_html: {
    about: "An upload succeeds, but the reply is an HTML page that reports a timeout.",
    source: "reported soundcloud/api#301",
  },
  upload_401_plain: { about: "Uploads are rejected with an empty line.", source: "reported soundcloud/api#562" },
  asset_422_flaky: { about: "Every second upload of a valid file is rejected.", source: "reported soundcloud/api#326" },
  transcode_stuck: { about: "Uploaded tracks never finish processing.", source: "reported soundcloud/api#178" },
  batch_drops_one: { about: "A lookup of many tracks omits one of them.", source: "reported soundcloud/api#286" },
  batch_under_10_empty: {
    about: "A lookup of fewer than ten tracks finds none.",
    source: "reported soundcloud/api#286",
  },
  cors_missing: { about: "Browsers get no CORS headers.", source: "reported soundcloud/api#316" },
  cors_missing_on_error: { about: "Browsers get no CORS headers with errors.", source: "documented 2021-12-09" },
} as const;

/** Every named fault. */
export type FaultName =
  | "server_error"
  | "server_error:token"
  | "server_error:reposts"
  | "server_error:playlists"
  | "server_error:filename"
  | "server_error:artwork"
  | "server_error:duplicate_q"
  | "token_429_spurious"
  | "refresh_commit_then_drop"
  | "refresh_drop_before_commit"
  | "code_exchange_flaky"
  | "authorize_blank"
  | "authorize_500"
  | "app_revoked"
  | "state_tampered"
  | "redirect_schemeless"
  | "edge_page"
  | "edge_page:400"
  | "edge_page:403"
  | "edge_page:502"
  | "edge_page:503"
  | "edge_page:504"
  | "cf_method_403"
  | "waf_block"
  | "edge_429_text"
  | "latency"
  | "truncated_body"
  | "connection_reset"
  | "reply_lost"
  | "slow_body"
  | "cut_body"
  | "malformed_chunk"
  | "never_answer"
  | "quota_403"
  | "api_disallowed"
  | "envoy_503"
  | "envoy_504"
  | "mesh_404"
  | "unknown_route_405"
  | "error_in_200"
  | "cross_user_cache"
  | "stale_search_cache"
  | "cache_ignores_created_at"
  | "stale_lists"
  | "zero_counts"
  | "track_count_zero"
  | "duration_zero"
  | "empty_string_urls"
  | "extra_fields"
  | "missing_fields"
  | "cursor_loop"
  | "next_href_internal_host"
  | "next_href_drops_params"
  | "activities_bad_cursor"
  | "page_shift"
  | "needs_paid_plan"
  | "playable_but_403"
  | "expired_cdn_url"
  | "no_streams"
  | "upload_503_html"
  | "upload_401_plain"
  | "asset_422_flaky"
  | "transcode_stuck"
  | "batch_drops_one"
  | "batch_under_10_empty"
  | "cors_missing"
  | "cors_missing_on_error";

FAULTS satisfies Readonly<Record<FaultName, FaultRow>>;
