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
  ErrorBody,
  PaginatedResponse,
  Product,
  Quota,
  ResolveResult,
  ServiceComment,
  ServiceMe,
  ServicePlaylist,
  ServiceToken,
  ServiceTrack,
  ServiceUser,
  Streams,
  Subscription,
  WebProfile,
} from "@tonearm/client";
import { ServiceError } from "@tonearm/client";
import { hasType, type Nullable, reads, takes } from "../support/type_checks.ts";

Deno.test("mod.ts: the comparison detects a missing field, another type and an unexpected null", () => {
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
  & { subscriptions: readonly Subscription[]; online: boolean };

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
  & { user: ServiceUser; user_playback_count: number | null; available_country_codes: readonly string[] | null };

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
  & { user: ServiceUser; tracks: readonly ServiceTrack[]; label: ServiceUser | null; label_id: number | null };

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

Deno.test("Streams keep unknown renditions", () => {
  const streams: Streams = { hls_aac_96_url: "https://api.example/x" };
  assertEquals(streams["hls_aac_96_url"], "https://api.example/x");
});

Deno.test("Activity, ActivitiesResponse and PaginatedResponse have the fields of the specification", () => {
  reads<Activity, { type: string; created_at: string; origin: ServiceTrack | ServicePlaylist; reposter: string }>();
  const titleOf = (activity: Activity) =>
    activity.type === "track:repost" ? activity.origin?.bpm : activity.origin?.permalink_url;
  hasType<(activity: Activity) => number | null | string | undefined>(titleOf);
  reads<ActivitiesResponse, { collection: readonly Activity[]; next_href: string; future_href: string }>();
  reads<PaginatedResponse<ServiceUser>, { collection: readonly ServiceUser[]; next_href: string }>();
});

Deno.test("mod.ts: next_href of the last page may be missing or null", () => {
  const pages: PaginatedResponse<number>[] = [{ collection: [] }, { collection: [], next_href: null }];
  const feeds: ActivitiesResponse[] = [{ collection: [] }, { collection: [], next_href: null, future_href: null }];
  assertEquals(pages.length, feeds.length);
});

Deno.test("ResolveResult is discriminated by kind", () => {
  const nameOf = (found: ResolveResult): string => found.kind === "user" ? found.username : found.title;
  const isLong = (found: ResolveResult): boolean => found.kind === "track" && hasType<number>(found.duration) > 600_000;
  const found = { kind: "track", title: "Some title", duration: 40_000 } as ServiceTrack;
  assertEquals({ nameOf: nameOf(found), isLong: isLong(found) }, { nameOf: "Some title", isLong: false });
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
  const error = hasType<Error>(new ServiceError(404, "Not Found", hasType<ErrorBody>({ error: null })));
  assertEquals(error.message, "404 Not Found");
});

Deno.test("mod.ts: a linked account has the fields of the older documentation, all optional", () => {
  reads<Connection, { id: number; display_name: string; service: string; created_at: string }>();
  hasType<Connection>({});
});
