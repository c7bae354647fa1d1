import type { FaultRow } from "./row.ts";

const ROWS: Readonly<Record<FaultName, readonly [about: string, source: string]>> = {
  server_error: ["Each matching request gets a 500.", "reported soundcloud/api#212"],
  "server_error:token": ["The token endpoint responds with 500.", "reported soundcloud/api#212"],
  "server_error:reposts": ["A limit on reposts is reported as a 500.", "reported soundcloud/api#74"],
  "server_error:playlists": ["Changes to playlists fail.", "reported ashwalk33r/soundcloud-likes-to-playlist#5"],
  "server_error:filename": ["Uploads fail if the file's name isn't plain ASCII.", "reported soundcloud/api#392"],
  "server_error:artwork": ["Uploads with artwork fail.", "reported soundcloud/api#409"],
  "server_error:duplicate_q": ["Searches fail if q is given twice and one is empty.", "reported soundcloud/api#511"],
  token_429_spurious: [
    "The token endpoint responds with 429 although no limit was reached.",
    "recorded 2025 soundcloud/api#517",
  ],
  refresh_commit_then_drop: [
    "A refresh succeeds, but its response is lost.",
    "assumed: follows from single-use tokens and lost replies",
  ],
  refresh_drop_before_commit: [
    "The connection is lost before a refresh takes effect.",
    "assumed: follows from single-use tokens and lost replies",
  ],
  code_exchange_flaky: ["Every second exchange of a valid code fails.", "reported soundcloud/api#45"],
  authorize_blank: ["The authorize page is blank.", "reported soundcloud/api#393"],
  authorize_500: ["The authorize page fails.", "reported soundcloud/api#212"],
  app_revoked: ["The app no longer exists.", "documented 2023 README of soundcloud/api"],
  state_tampered: ["The authorize page returns a different state.", "assumed: an attack on the sign-in"],
  redirect_schemeless: [
    "The redirect URI, with its code, is treated as a path of the authorization host.",
    "reported soundcloud/api#250",
  ],
  edge_page: ["The edge responds with 503 and its own page.", "reported soundcloud/api#306"],
  "edge_page:400": ["The edge responds with 400 and its own page.", "reported soundcloud/api#87"],
  "edge_page:403": ["The edge responds with 403 and its own page.", "reported soundcloud/api#489"],
  "edge_page:502": ["The edge responds with 502 and its own page.", "reported soundcloud/api#306"],
  "edge_page:503": ["The edge responds with 503 and its own page.", "reported soundcloud/api#306"],
  "edge_page:504": ["The edge responds with 504 and its own page.", "reported soundcloud/api#306"],
  cf_method_403: ["The edge rejects methods that change something.", "reported soundcloud/api#335"],
  waf_block: ["The edge treats the caller as a bot.", "reported soundcloud/api#521"],
  edge_429_text: ["The edge responds with 429 in plain text.", "recorded 2021 soundcloud/api#189"],
  latency: ["Every response takes two seconds longer, or latencyMs.", "reported soundcloud/api#311"],
  truncated_body: ["The JSON is truncated, with a matching Content-Length.", "recorded 2021 soundcloud/api#13"],
  connection_reset: ["The connection is reset before the request takes effect.", "assumed: networks do this"],
  reply_lost: ["The request succeeds, but the connection is reset before the response.", "assumed: networks do this"],
  slow_body: ["Bodies arrive at 1000 bytes per second, or at bytesPerSecond.", "assumed: networks do this"],
  cut_body: ["The connection is lost after 100 bytes of a body, or cutAfterBytes.", "assumed: networks do this"],
  malformed_chunk: ["The chunked encoding of the body is invalid.", "assumed: networks do this"],
  never_answer: ["The response never comes.", "assumed: networks do this"],
  quota_403: ["A used-up quota is reported as a 403.", "recorded 2025 soundcloud/api#523"],
  api_disallowed: ["The gateway rejects the app without a reason.", "recorded 2025 soundcloud/api#361"],
  envoy_503: ["SoundCloud's service mesh can't reach the API.", "reported soundcloud/api#311"],
  envoy_504: ["The API doesn't answer SoundCloud's service mesh in time.", "reported soundcloud/api#308"],
  mesh_404: ["Existing resources get a 404 in plain text.", "recorded 2021 soundcloud/api#307"],
  unknown_route_405: ["An existing route is reported as missing.", "reported soundcloud/api#60"],
  error_in_200: ["An error comes with status 200.", "recorded 2021 soundcloud/api#307"],
  cross_user_cache: ["The caller's tracks are those of another user.", "reported soundcloud/api#380"],
  stale_search_cache: [
    "For a minute, a search returns the results of the previous search.",
    "reported soundcloud/api#330",
  ],
  cache_ignores_created_at: ["Searches ignore created_at.", "reported soundcloud/api#495"],
  stale_lists: [
    "Lists of followers, reposters and likers stay as they were on first read.",
    "reported soundcloud/api#332",
  ],
  zero_counts: ["No user has followers, and no user follows anyone.", "reported soundcloud/api#279"],
  track_count_zero: ["Every playlist reports that it is empty.", "reported soundcloud/api#210"],
  duration_zero: ["Every track has no duration.", "reported soundcloud/api#525"],
  empty_string_urls: ["URLs that are missing are empty strings.", "reported soundcloud/api#10"],
  extra_fields: ["Resources have fields that aren't documented.", "reported Moebits/soundcloud.ts#72"],
  missing_fields: ["Resources lack fields that they usually have.", "reported Moebits/soundcloud.ts#72"],
  cursor_loop: ["The next page is the same page again.", "reported soundcloud/api#12"],
  next_href_internal_host: [
    "The URL of the next page is on a host of SoundCloud's internal network.",
    "reported soundcloud/api#309",
  ],
  next_href_drops_params: [
    "The URL of the next page lacks the caller's parameters, such as access.",
    "reported soundcloud/api#58",
  ],
  activities_bad_cursor: [
    "The next page of activities has a cursor that SoundCloud rejects.",
    "reported soundcloud/api#165",
  ],
  page_shift: [
    "Lists grow while they are read: pages repeat one item and omit another.",
    "assumed: lists change while they are read",
  ],
  needs_paid_plan: ["The app needs a paid plan, but only for streams.", "documented 2026-09-16"],
  needs_subscription: [
    "Likes, reposts, comments and follows need a subscription of the app's owner.",
    "reported soundcloud/api#573",
  ],
  playable_but_403: ["A track is marked playable, but only its preview can be played.", "reported soundcloud/api#534"],
  expired_cdn_url: ["Media links are already expired when they are returned.", "recorded 2025 soundcloud/api#478"],
  no_streams: ["Tracks have no streams.", "reported TeamNewPipe/NewPipe#13463"],
  upload_503_html: [
    "An upload succeeds, but the response is an HTML page that reports a timeout.",
    "reported soundcloud/api#301",
  ],
  upload_401_plain: ["Uploads are rejected with an empty line.", "reported soundcloud/api#562"],
  asset_422_flaky: ["Every second upload of a valid file is rejected.", "reported soundcloud/api#326"],
  transcode_stuck: ["Uploaded tracks never finish processing.", "reported soundcloud/api#178"],
  batch_drops_one: ["A lookup of many tracks omits one of them.", "reported soundcloud/api#286"],
  batch_under_10_empty: ["A lookup of fewer than ten tracks finds none.", "reported soundcloud/api#286"],
  cors_missing: ["Browsers get no CORS headers.", "reported soundcloud/api#316"],
  cors_missing_on_error: ["Browsers get no CORS headers with errors.", "documented 2021-12-09"],
};

/** Every named fault. */
// deno-fmt-ignore
export type FaultName =
  | "server_error" | "server_error:token" | "server_error:reposts" | "server_error:playlists"
  | "server_error:filename" | "server_error:artwork" | "server_error:duplicate_q" | "token_429_spurious"
  | "refresh_commit_then_drop" | "refresh_drop_before_commit" | "code_exchange_flaky" | "authorize_blank"
  | "authorize_500" | "app_revoked" | "state_tampered" | "redirect_schemeless" | "edge_page" | "edge_page:400"
  | "edge_page:403" | "edge_page:502" | "edge_page:503" | "edge_page:504" | "cf_method_403" | "waf_block"
  | "edge_429_text" | "latency" | "truncated_body" | "connection_reset" | "reply_lost" | "slow_body" | "cut_body"
  | "malformed_chunk" | "never_answer" | "quota_403" | "api_disallowed" | "envoy_503" | "envoy_504" | "mesh_404"
  | "unknown_route_405" | "error_in_200" | "cross_user_cache" | "stale_search_cache" | "cache_ignores_created_at"
  | "stale_lists" | "zero_counts" | "track_count_zero" | "duration_zero" | "empty_string_urls" | "extra_fields"
  | "missing_fields" | "cursor_loop" | "next_href_internal_host" | "next_href_drops_params" | "activities_bad_cursor"
  | "page_shift" | "needs_paid_plan" | "needs_subscription" | "playable_but_403" | "expired_cdn_url" | "no_streams"
  | "upload_503_html" | "upload_401_plain" | "asset_422_flaky" | "transcode_stuck" | "batch_drops_one"
  | "batch_under_10_empty" | "cors_missing" | "cors_missing_on_error";

/** The named faults. What each does is in `sandbox/faults/`. */
export const FAULTS: Readonly<Record<FaultName, FaultRow>> = Object.fromEntries(
  Object.entries(ROWS).map(([name, [about, source]]) => [name, { about, source }]),
) as Record<FaultName, FaultRow>;
