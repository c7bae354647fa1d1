/** The specification's parameters, callbacks and low-level shapes: see types_test.ts. */
import { assertEquals } from "@std/assert";
import type {
  CreatePlaylistParams,
  RawResponse,
  RefreshContext,
  RelatedTracksOptions,
  RequestOptions,
  RequestTelemetry,
  RetryConfig,
  RetryInfo,
  SearchQueryOptions,
  SoundCache,
  Storefront,
  StorefrontType,
  StorefrontUpdateParams,
  TokenOption,
  TokenProvider,
  TokenStore,
  UpdatePlaylistParams,
  UpdateTrackParams,
  UploadTrackParams,
} from "@tonearm/client";
import { hasType, type Nullable, reads, takes } from "../support/type_checks.ts";

type SpecUpdateTrack = Partial<
  Record<"title" | "description" | "genre" | "tag_list", string> & { sharing: "public" | "private" }
>;

type SpecUploadTrack =
  & SpecUpdateTrack
  & { title: string; asset_data: Blob | File | Uint8Array | ArrayBuffer }
  & Partial<
    Record<"filename" | "artist" | "permalink", string>
  >;

Deno.test("CallOptions: the parameters of tracks are those of the specification", () => {
  takes<UpdateTrackParams, SpecUpdateTrack>();
  takes<UploadTrackParams, SpecUploadTrack>();
  hasType<UpdateTrackParams>({});
  hasType<UploadTrackParams>({ title: "x", asset_data: new Uint8Array() });
  // @ts-expect-error an upload needs a title
  hasType<UploadTrackParams>({ asset_data: new Uint8Array() });
  // @ts-expect-error an upload needs audio
  hasType<UploadTrackParams>({ title: "x" });
  // @ts-expect-error nothing else can be set
  hasType<UpdateTrackParams>({ sharing: "friends" });
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

Deno.test("CallOptions: the parameters of tracks have every writable field of the service", () => {
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

Deno.test("CallOptions: the parameters of playlists are those of the specification, and every writable field of the service", () => {
  takes<CreatePlaylistParams, SpecPlaylistParams & { title: string } & WritablePlaylist & { artwork_data: Blob }>();
  takes<UpdatePlaylistParams, SpecPlaylistParams & { title?: string } & WritablePlaylist>();
  hasType<UpdatePlaylistParams>({});
  // @ts-expect-error a playlist needs a title
  hasType<CreatePlaylistParams>({ description: "x" });
  // @ts-expect-error the service takes artwork with a new playlist alone
  hasType<UpdatePlaylistParams>({ artwork_data: new Blob() });
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

Deno.test("CallOptions: the storefront's parameters and types are those of the specification", () => {
  hasType<readonly StorefrontType[]>(STOREFRONT_TYPES);
  hasType<(type: StorefrontType) => (typeof STOREFRONT_TYPES)[number]>((type) => type);
  takes<StorefrontUpdateParams, { title: string; type: StorefrontType; link: string }>();
  takes<StorefrontUpdateParams, { link_title?: string; description?: string; price?: string }>();
  reads<Storefront, Record<"track_urn" | "title" | "type" | "link", string>>();
  reads<Storefront, Nullable<"link_title" | "description" | "image_url" | "price", string>>();
  // @ts-expect-error a link is needed
  hasType<StorefrontUpdateParams>({ title: "x", type: "cd" });
  assertEquals(STOREFRONT_TYPES.length, 10);
});

Deno.test("CallOptions: the options of searches and related tracks are those of the specification, and the service's filters", () => {
  takes<RelatedTracksOptions, { limit?: number; access?: string }>();
  takes<SearchQueryOptions, { limit?: number; access?: string }>();
  hasType<SearchQueryOptions>({ access: ["playable", "preview"], genres: ["a", "b"], tags: "a,b", urns: ["x"] });
  hasType<SearchQueryOptions>({
    bpm: { from: 90 },
    duration: { to: 1 },
    createdAt: { from: new Date() },
    showTracks: false,
  });
  hasType<SearchQueryOptions>({ limit: undefined });
});

Deno.test("CallOptions: the shapes of callbacks are those of the specification", () => {
  reads<RetryInfo, { attempt: number; delayMs: number; reason: string; status?: number; url: string }>();
  reads<
    RequestTelemetry,
    { method: "GET" | "POST" | "PUT" | "DELETE"; path: string; durationMs: number; status: number }
  >();
  reads<RequestTelemetry, { retryCount: number; error?: string }>();
  takes<RetryConfig, { maxRetries: number; retryBaseDelay: number; onDebug?: (message: string) => void }>();
  takes<RetryConfig, { onRetry?: (info: RetryInfo) => void }>();
});

Deno.test("CallOptions: the shapes of low-level calls are those of the specification", () => {
  takes<
    RequestOptions,
    { path: string; method: "GET" | "POST" | "PUT" | "DELETE"; token?: string; contentType?: string }
  >();
  takes<RequestOptions, { body?: object | FormData | URLSearchParams }>();
  reads<RawResponse<number>, { data: number; status: number; headers: Record<string, string> }>();
  reads<RawResponse, { data: unknown }>();
  takes<TokenOption, { token?: string }>();
  hasType<RefreshContext>({
    getToken: () => undefined,
    setToken() {},
    onTokenRefresh: async () => await { access_token: "x" },
  });
});

Deno.test("CallOptions: a Map with a time to live, synchronous or not, is a valid cache", () => {
  const kept = new Map<string, unknown>();
  hasType<SoundCache>({
    get: (key) => kept.get(key),
    set: (key, value) => kept.set(key, value),
    delete: (key) => kept.delete(key),
  });
  hasType<SoundCache>({ get: async (key) => await kept.get(key), set: async () => await undefined, async delete() {} });
  // @ts-expect-error what can't forget is no cache
  hasType<SoundCache>({ get: () => undefined, set: () => undefined });
  assertEquals(kept.size, 0);
});

Deno.test("CallOptions: token providers and stores may be synchronous or asynchronous", () => {
  hasType<TokenProvider>({ getAccessToken: () => "a", setTokens() {}, refreshIfNeeded: () => "b" });
  hasType<TokenProvider>({
    getAccessToken: async () => await undefined,
    setTokens: async (access, refresh) => await [access, refresh],
    refreshIfNeeded: async (client) => await client.refreshToken ?? "",
  });
  hasType<TokenStore>({
    getAccessToken: () => undefined,
    getRefreshToken: () => "r",
    setTokens() {},
    clearTokens() {},
  });
  hasType<TokenStore>({
    getAccessToken: async () => await "a",
    getRefreshToken: async () => await undefined,
    async setTokens() {},
    async clearTokens() {},
  });
});
