/**
 * The specification's shapes, field by field as it writes them, against those of the library. A field that is missing,
 * has another type, or can't be null where the specification says so stops this file from compiling; the tests name
 * what was compared.
 */
import { assertEquals } from "@std/assert";
import type {
  ActivitiesResponse,
  Activity,
  Comment,
  CommentUser,
  Connection,
  CreatePlaylistParams,
  ErrorBody,
  PaginatedResponse,
  Product,
  Quota,
  RawResponse,
  RefreshContext,
  RelatedTracksOptions,
  RequestOptions,
  RequestTelemetry,
  ResolveResult,
  RetryConfig,
  RetryInfo,
  SearchQueryOptions,
  ServiceComment,
  ServiceMe,
  ServicePlaylist,
  ServiceToken,
  ServiceTrack,
  ServiceUser,
  SoundCache,
  Storefront,
  StorefrontType,
  StorefrontUpdateParams,
  Streams,
  Subscription,
  TokenOption,
  TokenProvider,
  TokenStore,
  UpdatePlaylistParams,
  UpdateTrackParams,
  UploadTrackParams,
  WebProfile,
} from "@tonearm/client";
import { ServiceError } from "@tonearm/client";

type Nullable<K extends string, T> = Record<K, T | null>;

/** A reply's field fits when its values are of the specified type; null may be added, but not be taken away. */
type Reads<Ours, Spec> = [NonNullable<Ours>] extends [never] ? false
  : [NonNullable<Ours>] extends [NonNullable<Spec>] ? null extends Spec ? null extends Ours ? true : false : true
  : false;

/** A parameter fits when it takes all values of the specified type. */
type Takes<Ours, Spec> = [Spec] extends [Ours] ? true : false;

type Wrong<Ours, Spec> = {
  [K in keyof Spec]-?: K extends keyof Ours ? Reads<Ours[K], Spec[K]> extends true ? never : K : K;
}[keyof Spec];

type Refused<Ours, Spec> = {
  [K in keyof Spec]-?: K extends keyof Ours ? Takes<Ours[K], Spec[K]> extends true ? never : K : K;
}[keyof Spec];

/** Names, in its error, the fields that a shape of replies lacks or gets wrong. */
function reads<Ours, Spec extends object>(..._fields: [Wrong<Ours, Spec>] extends [never] ? [] : [Wrong<Ours, Spec>]) {
  return true;
}

/** Names, in its error, the fields that a shape of parameters lacks or gets wrong. */
function takes<Ours, Spec extends object>(
  ..._fields: [Refused<Ours, Spec>] extends [never] ? [] : [Refused<Ours, Spec>]
) {
  return true;
}

function tells<T>(value: T): T {
  return value;
}

Deno.test("the comparison itself sees a missing field, another type, and a null that isn't allowed for", () => {
  interface Shape {
    a: string;
    b: number | null;
    c?: string | null;
  }
  reads<Shape, { a: string; b: number | null; c: string }>();
  // @ts-expect-error the field is missing
  reads<Shape, { d: string }>();
  // @ts-expect-error the type differs
  reads<Shape, { a: number }>();
  // @ts-expect-error null isn't allowed for
  reads<Shape, { a: string | null }>();
  // @ts-expect-error the parameter takes less
  takes<Shape, { a: string | number }>();
  // @ts-expect-error the parameter is missing
  takes<Shape, { e?: string }>();
});

Deno.test("Token has the fields of the specification", () => {
  reads<
    ServiceToken,
    Record<"access_token" | "refresh_token" | "scope" | "token_type", string> & { expires_in: number }
  >();
});

type SpecUser =
  & Record<"id" | "followers_count" | "followings_count" | "likes_count" | "track_count" | "playlist_count", number>
  & Record<"reposts_count" | "public_favorites_count" | "comments_count", number>
  & Record<
    "urn" | "username" | "permalink" | "permalink_url" | "avatar_url" | "city" | "country" | "description",
    string
  >
  & Record<"first_name" | "last_name" | "full_name" | "plan" | "created_at" | "last_modified" | "kind" | "uri", string>
  & Nullable<"website" | "website_title" | "discogs_name" | "myspace_name", string>
  & { subscriptions: Subscription[]; online: boolean };

type SpecQuota = { unlimited_upload_quota: boolean; upload_seconds_used: number; upload_seconds_left: number | null };

type SpecMe =
  & SpecUser
  & Record<"private_playlists_count" | "private_tracks_count", number>
  & { locale: string | null; primary_email_confirmed: boolean; quota: Quota; upload_seconds_left: number | null };

Deno.test("User, Me, Quota, Subscription and Product have the fields of the specification", () => {
  reads<ServiceUser, SpecUser>();
  reads<ServiceMe, SpecMe>();
  reads<Quota, SpecQuota>();
  reads<Subscription, { product: Product; recurring: boolean }>();
  reads<Product, { id: string; name: string }>();
});

type SpecTrack =
  & Record<"id" | "duration" | "bpm" | "comment_count" | "download_count" | "favoritings_count", number>
  & Record<"playback_count" | "reposts_count" | "release_day" | "release_month" | "release_year", number>
  & Record<"urn" | "title" | "description" | "genre" | "permalink_url" | "artwork_url" | "waveform_url", string>
  & Record<"stream_url" | "download_url" | "uri" | "created_at" | "access" | "sharing" | "license" | "tag_list", string>
  & Record<"embeddable_by" | "kind" | "label_name" | "purchase_title" | "purchase_url", string>
  & Record<"commentable" | "downloadable" | "streamable" | "user_favorite", boolean>
  & Nullable<
    "isrc" | "key_signature" | "metadata_artist" | "monetization_model" | "policy" | "release" | "secret_uri",
    string
  >
  & { user: ServiceUser; user_playback_count: number | null; available_country_codes: string[] | null };

Deno.test("Track has the fields of the specification, and the two of the quiet mode", () => {
  reads<ServiceTrack, SpecTrack & Record<"reveal_stats" | "reveal_comments", boolean>>();
});

type SpecPlaylist =
  & Record<"id" | "user_id" | "duration" | "track_count" | "likes_count", number>
  & Record<"release_day" | "release_month" | "release_year", number>
  & Record<
    "urn" | "title" | "description" | "genre" | "permalink" | "permalink_url" | "artwork_url" | "user_urn",
    string
  >
  & Record<
    "created_at" | "last_modified" | "sharing" | "license" | "tag_list" | "type" | "playlist_type" | "kind",
    string
  >
  & Record<"label_name" | "embeddable_by" | "ean" | "purchase_title" | "purchase_url" | "release" | "uri", string>
  & Nullable<"tags" | "tracks_uri", string>
  & Record<"downloadable" | "streamable", boolean>
  & { user: ServiceUser; tracks: ServiceTrack[]; label: ServiceUser | null; label_id: number | null };

Deno.test("Playlist has the fields of the specification", () => {
  reads<ServicePlaylist, SpecPlaylist>();
});

type SpecComment =
  & Record<"body" | "created_at" | "kind" | "track_urn" | "uri" | "urn" | "user_urn", string>
  & { id: number; timestamp: number; user: CommentUser };

type SpecCommentUser =
  & Record<"avatar_url" | "kind" | "last_modified" | "permalink" | "permalink_url" | "uri" | "urn" | "username", string>
  & Record<"followers_count" | "followings_count" | "reposts_count", number>;

Deno.test("Comment and CommentUser have the fields of the specification, under either name", () => {
  reads<ServiceComment, SpecComment>();
  reads<Comment, SpecComment>();
  reads<CommentUser, SpecCommentUser>();
});

Deno.test("Streams and web profiles have the fields of the specification", () => {
  type Rendition = "hls_aac_160_url" | "hls_mp3_128_url" | "http_mp3_128_url" | "preview_mp3_128_url";
  reads<Streams, Partial<Record<Rendition, string>>>();
  reads<WebProfile, Record<"created_at" | "kind" | "service" | "title" | "url" | "urn" | "username", string>>();
});

Deno.test("Streams keep renditions that nobody has named yet", () => {
  const streams: Streams = { hls_aac_96_url: "https://api.example/x" };
  assertEquals(streams["hls_aac_96_url"], "https://api.example/x");
});

Deno.test("Activity, ActivitiesResponse and PaginatedResponse have the fields of the specification", () => {
  reads<Activity, { type: string; created_at: string; origin: ServiceTrack | ServicePlaylist; reposter: string }>();
  reads<ActivitiesResponse, { collection: Activity[]; next_href: string; future_href: string }>();
  reads<PaginatedResponse<ServiceUser>, { collection: ServiceUser[]; next_href: string }>();
});

Deno.test("the last page has no next_href, or null", () => {
  const pages: PaginatedResponse<number>[] = [{ collection: [] }, { collection: [], next_href: null }];
  const feeds: ActivitiesResponse[] = [{ collection: [] }, { collection: [], next_href: null, future_href: null }];
  assertEquals(pages.length, feeds.length);
});

Deno.test("what was resolved is told apart by its kind", () => {
  const nameOf = (found: ResolveResult): string => found.kind === "user" ? found.username : found.title;
  const isLong = (found: ResolveResult): boolean => found.kind === "track" && tells<number>(found.duration) > 600_000;
  const found = { kind: "track", title: "Some title", duration: 40_000 } as ServiceTrack;
  assertEquals([nameOf(found), isLong(found)], ["Some title", false]);
});

type SpecUpdateTrack = Partial<
  Record<"title" | "description" | "genre" | "tag_list", string> & { sharing: "public" | "private" }
>;

type SpecUploadTrack =
  & SpecUpdateTrack
  & { title: string; asset_data: Blob | File | Uint8Array | ArrayBuffer }
  & Partial<
    Record<"filename" | "artist" | "permalink", string>
  >;

Deno.test("the parameters of tracks are those of the specification", () => {
  takes<UpdateTrackParams, SpecUpdateTrack>();
  takes<UploadTrackParams, SpecUploadTrack>();
  tells<UpdateTrackParams>({});
  tells<UploadTrackParams>({ title: "x", asset_data: new Uint8Array() });
  // @ts-expect-error an upload needs a title
  tells<UploadTrackParams>({ asset_data: new Uint8Array() });
  // @ts-expect-error an upload needs audio
  tells<UploadTrackParams>({ title: "x" });
  // @ts-expect-error nothing else can be set
  tells<UpdateTrackParams>({ sharing: "friends" });
});

/** Every writable field of a track that the service declares, under its wire name. */
type WritableTrack =
  & Record<
    "title" | "permalink" | "purchase_url" | "description" | "genre" | "tag_list" | "label_name" | "release",
    string
  >
  & Record<"release_date" | "isrc", string>
  & Record<"streamable" | "downloadable" | "commentable" | "reveal_stats" | "reveal_comments", boolean>
  & { sharing: "public" | "private"; embeddable_by: "all" | "me" | "none"; license: "cc-by-nc-sa"; artwork_data: Blob };

Deno.test("the parameters of tracks have every writable field of the service", () => {
  takes<UpdateTrackParams, WritableTrack>();
  takes<UploadTrackParams, WritableTrack & { asset_data: { stream: ReadableStream<Uint8Array>; size: number } }>();
});

type SpecPlaylistParams = {
  description?: string;
  sharing?: "public" | "private";
  tracks?: { urn: string }[];
  ean?: string;
};

/** Every writable field of a playlist that the service declares, under its wire name. */
type WritablePlaylist =
  & Record<
    "genre" | "label_name" | "permalink" | "permalink_url" | "purchase_title" | "purchase_url" | "release",
    string
  >
  & Record<"release_date" | "tag_list", string>
  & { license: "all-rights-reserved"; set_type: "album" | "playlist" };

Deno.test("the parameters of playlists are those of the specification, and every writable field of the service", () => {
  takes<CreatePlaylistParams, SpecPlaylistParams & { title: string } & WritablePlaylist & { artwork_data: Blob }>();
  takes<UpdatePlaylistParams, SpecPlaylistParams & { title?: string } & WritablePlaylist>();
  tells<UpdatePlaylistParams>({});
  // @ts-expect-error a playlist needs a title
  tells<CreatePlaylistParams>({ description: "x" });
  // @ts-expect-error the service takes artwork with a new playlist alone
  tells<UpdatePlaylistParams>({ artwork_data: new Blob() });
});

const STOREFRONT_TYPES = [
  "digital",
  "vinyl",
  "cd",
  "cassette",
  "apparel",
  "sample_pack",
  "subscription",
  "live_event",
  "live_stream",
  "other",
] as const;

Deno.test("the storefront's parameters and types are those of the specification", () => {
  tells<readonly StorefrontType[]>(STOREFRONT_TYPES);
  tells<(type: StorefrontType) => (typeof STOREFRONT_TYPES)[number]>((type) => type);
  takes<StorefrontUpdateParams, { title: string; type: StorefrontType; link: string }>();
  takes<StorefrontUpdateParams, { link_title?: string; description?: string; price?: string }>();
  reads<Storefront, Record<"track_urn" | "title" | "type" | "link", string>>();
  reads<Storefront, Nullable<"link_title" | "description" | "image_url" | "price", string>>();
  // @ts-expect-error a link is needed
  tells<StorefrontUpdateParams>({ title: "x", type: "cd" });
  assertEquals(STOREFRONT_TYPES.length, 10);
});

Deno.test("the options of searches and related tracks are those of the specification, and the service's filters", () => {
  takes<RelatedTracksOptions, { limit?: number; access?: string }>();
  takes<SearchQueryOptions, { limit?: number; access?: string }>();
  tells<SearchQueryOptions>({ access: ["playable", "preview"], genres: ["a", "b"], tags: "a,b", urns: ["x"] });
  tells<SearchQueryOptions>({
    bpm: { from: 90 },
    duration: { to: 1 },
    createdAt: { from: new Date() },
    showTracks: false,
  });
  tells<SearchQueryOptions>({ limit: undefined });
});

Deno.test("the shapes of callbacks are those of the specification", () => {
  reads<RetryInfo, { attempt: number; delayMs: number; reason: string; status?: number; url: string }>();
  reads<
    RequestTelemetry,
    { method: "GET" | "POST" | "PUT" | "DELETE"; path: string; durationMs: number; status: number }
  >();
  reads<RequestTelemetry, { retryCount: number; error?: string }>();
  takes<RetryConfig, { maxRetries: number; retryBaseDelay: number; onDebug?: (message: string) => void }>();
  takes<RetryConfig, { onRetry?: (info: RetryInfo) => void }>();
});

Deno.test("the shapes of low-level calls are those of the specification", () => {
  takes<
    RequestOptions,
    { path: string; method: "GET" | "POST" | "PUT" | "DELETE"; token?: string; contentType?: string }
  >();
  takes<RequestOptions, { body?: object | FormData | URLSearchParams }>();
  reads<RawResponse<number>, { data: number; status: number; headers: Record<string, string> }>();
  reads<RawResponse, { data: unknown }>();
  takes<TokenOption, { token?: string }>();
  tells<RefreshContext>({
    getToken: () => undefined,
    setToken() {},
    onTokenRefresh: async () => await { access_token: "x" },
  });
});

Deno.test("a Map with a time to live, synchronous or not, is a cache", () => {
  const kept = new Map<string, unknown>();
  tells<SoundCache>({
    get: (key) => kept.get(key),
    set: (key, value) => kept.set(key, value),
    delete: (key) => kept.delete(key),
  });
  tells<SoundCache>({ get: async (key) => await kept.get(key), set: async () => await undefined, async delete() {} });
  // @ts-expect-error what can't forget is no cache
  tells<SoundCache>({ get: () => undefined, set: () => undefined });
  assertEquals(kept.size, 0);
});

Deno.test("token providers and stores answer at once or later", () => {
  tells<TokenProvider>({ getAccessToken: () => "a", setTokens() {}, refreshIfNeeded: () => "b" });
  tells<TokenProvider>({
    getAccessToken: async () => await undefined,
    setTokens: async (access, refresh) => await [access, refresh],
    refreshIfNeeded: async (client) => await client.refreshToken ?? "",
  });
  tells<TokenStore>({ getAccessToken: () => undefined, getRefreshToken: () => "r", setTokens() {}, clearTokens() {} });
  tells<TokenStore>({
    getAccessToken: async () => await "a",
    getRefreshToken: async () => await undefined,
    async setTokens() {},
    async clearTokens() {},
  });
});

type SpecErrorBody = Partial<
  & { code: number; errors: { error_message?: string }[]; error: string | null }
  & Record<"message" | "status" | "link" | "error_code" | "error_description", string>
>;

type SpecError =
  & Record<
    "isUnauthorized" | "isForbidden" | "isNotFound" | "isRateLimited" | "isServerError" | "isInvalidGrant",
    boolean
  >
  & { status: number; statusText: string; errorCode?: string; docsLink?: string; errors: string[]; body?: ErrorBody }
  & { isPermanentAuthError: boolean };

Deno.test("ServiceError and ErrorBody have the members of the specification", () => {
  reads<ErrorBody, SpecErrorBody>();
  reads<ServiceError, SpecError>();
  const error = tells<Error>(new ServiceError(404, "Not Found", tells<ErrorBody>({ error: null })));
  assertEquals(error.message, "404 Not Found");
});

Deno.test("a linked account has the fields of the older documentation, none of them for sure", () => {
  reads<Connection, { id: number; display_name: string; service: string; created_at: string }>();
  tells<Connection>({});
});
