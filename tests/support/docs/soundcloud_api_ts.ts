/**
 * The exports of soundcloud-api-ts 1.13.4, from its declarations: names and parameters.
 *
 * Types that docs/migrating.md calls narrower here are omitted: `license` and the `method` of a raw request accepted
 * any text, and its body anything.
 *
 * @module
 */

type Id = string | number;
type Method = "GET" | "POST" | "PUT" | "DELETE";
type Query = Record<string, string | number | boolean | undefined>;
interface Token {
  token?: string;
}
interface SignIn {
  state?: string;
  codeChallenge?: string;
}

interface Track {
  title: string;
  description: string;
  genre: string;
  tag_list: string;
  sharing: "public" | "private";
  downloadable: boolean;
  purchase_url: string;
  purchase_title: string;
  release: string;
  release_day: number;
  release_month: number;
  release_year: number;
  label_name: string;
  isrc: string;
  bpm: number;
  key_signature: string;
}

interface Playlist {
  title: string;
  description?: string;
  sharing?: "public" | "private";
  tracks?: { urn: string }[];
  ean?: string;
  genre?: string;
  label_name?: string;
  permalink?: string;
  purchase_title?: string;
  purchase_url?: string;
  release?: string;
  release_date?: string;
  set_type?: "album" | "playlist";
  tag_list?: string;
}

/** The parameters of its functions. */
export interface Functions {
  updateTrack: [token: string, trackId: Id, params: Partial<Track>];
  createPlaylist: [token: string, params: Playlist];
  updatePlaylist: [token: string, playlistId: Id, params: Partial<Playlist>];
  getClientToken: [clientId: string, clientSecret: string];
  getUserToken: [clientId: string, clientSecret: string, redirectUri: string, code: string, codeVerifier?: string];
  refreshUserToken: [clientId: string, clientSecret: string, redirectUri: string, refreshToken: string];
  signOut: [accessToken: string];
  getAuthorizationUrl: [clientId: string, redirectUri: string, options?: SignIn];
  generateCodeVerifier: [];
  generateCodeChallenge: [verifier: string];
  getMe: [token: string];
  getUser: [token: string, userId: Id];
  getFollowers: [token: string, userId: Id, limit?: number];
  getFollowings: [token: string, userId: Id, limit?: number];
  getUserTracks: [token: string, userId: Id, limit?: number];
  getUserPlaylists: [token: string, userId: Id, limit?: number];
  getUserLikesTracks: [token: string, userId: Id, limit?: number, cursor?: string];
  getUserLikesPlaylists: [token: string, userId: Id, limit?: number];
  getUserWebProfiles: [token: string, userId: Id];
  getTrack: [token: string, trackId: Id];
  getTracks: [token: string, ids: Id[]];
  getTrackComments: [token: string, trackId: Id, limit?: number];
  createTrackComment: [token: string, trackId: Id, body: string, timestamp?: number];
  getTrackLikes: [token: string, trackId: Id, limit?: number];
  getTrackReposts: [token: string, trackId: Id, limit?: number];
  getRelatedTracks: [token: string, trackId: Id, limit?: number];
  getTrackStreams: [token: string, trackId: Id];
  likeTrack: [token: string, trackId: Id];
  unlikeTrack: [token: string, trackId: Id];
  deleteTrack: [token: string, trackId: Id];
  getPlaylist: [token: string, playlistId: Id];
  getPlaylistTracks: [token: string, playlistId: Id, limit?: number, offset?: number];
  getPlaylistReposts: [token: string, playlistId: Id, limit?: number];
  deletePlaylist: [token: string, playlistId: Id];
  searchTracks: [token: string, query: string, pageNumber?: number];
  searchUsers: [token: string, query: string, pageNumber?: number];
  searchPlaylists: [token: string, query: string, pageNumber?: number];
  resolveUrl: [token: string, url: string];
  getMeActivities: [token: string, limit?: number];
  getMeActivitiesOwn: [token: string, limit?: number];
  getMeActivitiesTracks: [token: string, limit?: number];
  getMeLikesTracks: [token: string, limit?: number];
  getMeLikesPlaylists: [token: string, limit?: number];
  getMeFollowings: [token: string, limit?: number];
  getMeFollowingsTracks: [token: string, limit?: number];
  followUser: [token: string, userUrn: Id];
  unfollowUser: [token: string, userUrn: Id];
  getMeFollowers: [token: string, limit?: number];
  getMePlaylists: [token: string, limit?: number];
  getMeTracks: [token: string, limit?: number];
  getMeConnections: [token: string];
  likePlaylist: [token: string, playlistId: Id];
  unlikePlaylist: [token: string, playlistId: Id];
  repostTrack: [token: string, trackId: Id];
  unrepostTrack: [token: string, trackId: Id];
  repostPlaylist: [token: string, playlistId: Id];
  unrepostPlaylist: [token: string, playlistId: Id];
}

/** The parameters of its client's methods, by group. */
export interface Groups {
  auth: {
    getAuthorizationUrl: [options?: SignIn];
    getClientToken: [];
    getUserToken: [code: string, codeVerifier?: string];
    refreshUserToken: [refreshToken: string];
    signOut: [accessToken: string];
  };
  me: {
    getMe: [options?: Token];
    getActivities: [limit?: number, options?: Token];
    getActivitiesOwn: [limit?: number, options?: Token];
    getActivitiesTracks: [limit?: number, options?: Token];
    getLikesTracks: [limit?: number, options?: Token];
    getLikesPlaylists: [limit?: number, options?: Token];
    getFollowings: [limit?: number, options?: Token];
    getFollowingsTracks: [limit?: number, options?: Token];
    follow: [userUrn: Id, options?: Token];
    unfollow: [userUrn: Id, options?: Token];
    getFollowers: [limit?: number, options?: Token];
    getPlaylists: [limit?: number, options?: Token];
    getTracks: [limit?: number, options?: Token];
    getConnections: [options?: Token];
  };
  users: {
    getUser: [userId: Id, options?: Token];
    getFollowers: [userId: Id, limit?: number, options?: Token];
    getFollowings: [userId: Id, limit?: number, options?: Token];
    getTracks: [userId: Id, limit?: number, options?: Token];
    getPlaylists: [userId: Id, limit?: number, options?: Token];
    getLikesTracks: [userId: Id, limit?: number, cursor?: string, options?: Token];
    getLikesPlaylists: [userId: Id, limit?: number, options?: Token];
    getWebProfiles: [userId: Id, options?: Token];
  };
  tracks: {
    getTrack: [trackId: Id, options?: Token];
    getTracks: [ids: Id[], options?: Token];
    getStreams: [trackId: Id, options?: Token];
    getComments: [trackId: Id, limit?: number, options?: Token];
    createComment: [trackId: Id, body: string, timestamp?: number, options?: Token];
    getLikes: [trackId: Id, limit?: number, options?: Token];
    getReposts: [trackId: Id, limit?: number, options?: Token];
    getRelated: [trackId: Id, limit?: number, options?: Token];
    update: [trackId: Id, params: Partial<Track>, options?: Token];
    delete: [trackId: Id, options?: Token];
  };
  playlists: {
    getPlaylist: [playlistId: Id, options?: Token];
    getTracks: [playlistId: Id, limit?: number, offset?: number, options?: Token];
    getReposts: [playlistId: Id, limit?: number, options?: Token];
    create: [params: Playlist, options?: Token];
    update: [playlistId: Id, params: Partial<Playlist>, options?: Token];
    delete: [playlistId: Id, options?: Token];
  };
  search: {
    tracks: [query: string, pageNumber?: number, options?: Token];
    users: [query: string, pageNumber?: number, options?: Token];
    playlists: [query: string, pageNumber?: number, options?: Token];
  };
  resolve: {
    resolveUrl: [url: string, options?: Token];
  };
  likes: {
    likeTrack: [trackId: Id, options?: Token];
    unlikeTrack: [trackId: Id, options?: Token];
    likePlaylist: [playlistId: Id, options?: Token];
    unlikePlaylist: [playlistId: Id, options?: Token];
  };
  reposts: {
    repostTrack: [trackId: Id, options?: Token];
    unrepostTrack: [trackId: Id, options?: Token];
    repostPlaylist: [playlistId: Id, options?: Token];
    unrepostPlaylist: [playlistId: Id, options?: Token];
  };
  raw: {
    request: [request: { method: Method; path: string; query?: Query; body?: object; token?: string }];
    get: [path: string, params?: Query];
    post: [path: string, body?: object];
    put: [path: string, body?: object];
    delete: [path: string];
  };
}

interface Telemetry {
  method: Method;
  path: string;
  durationMs: number;
  status: number;
  retryCount: number;
  error?: string;
}
interface Retry {
  attempt: number;
  delayMs: number;
  reason: string;
  status?: number;
  url: string;
}
interface Cache {
  get<T>(key: string): Promise<T | undefined> | T | undefined;
  set<T>(key: string, value: T, options: { ttlMs: number }): Promise<void> | void;
  delete(key: string): Promise<void> | void;
}

/** The settings of its client, except `onTokenRefresh`. */
export interface Config {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  maxRetries: number;
  retryBaseDelay: number;
  onDebug: (message: string) => void;
  onRequest: (telemetry: Telemetry) => void;
  fetch: typeof globalThis.fetch;
  dedupe: boolean;
  cache: Cache;
  cacheTtlMs: number;
  onRetry: (info: Retry) => void;
}

/** Every exported name. */
export const EXPORTS: readonly string[] = [
  "CreatePlaylistParams",
  "IMPLEMENTED_OPERATIONS",
  "InFlightDeduper",
  "RawClient",
  "RawResponse",
  "RequestOptions",
  "RetryConfig",
  "RetryInfo",
  "SCRequestTelemetry",
  "SoundCloudActivitiesResponse",
  "SoundCloudActivity",
  "SoundCloudCache",
  "SoundCloudCacheEntry",
  "SoundCloudClient",
  "SoundCloudClientConfig",
  "SoundCloudComment",
  "SoundCloudCommentUser",
  "SoundCloudConnection",
  "SoundCloudError",
  "SoundCloudMe",
  "SoundCloudPaginatedResponse",
  "SoundCloudPlaylist",
  "SoundCloudQuota",
  "SoundCloudStreams",
  "SoundCloudSubscription",
  "SoundCloudSubscriptionProduct",
  "SoundCloudToken",
  "SoundCloudTrack",
  "SoundCloudUser",
  "SoundCloudWebProfile",
  "TokenOption",
  "TokenProvider",
  "TokenStore",
  "UpdatePlaylistParams",
  "UpdateTrackParams",
  "createPlaylist",
  "createTrackComment",
  "deletePlaylist",
  "deleteTrack",
  "fetchAll",
  "followUser",
  "generateCodeChallenge",
  "generateCodeVerifier",
  "getAuthorizationUrl",
  "getClientToken",
  "getFollowers",
  "getFollowings",
  "getMe",
  "getMeActivities",
  "getMeActivitiesOwn",
  "getMeActivitiesTracks",
  "getMeConnections",
  "getMeFollowers",
  "getMeFollowings",
  "getMeFollowingsTracks",
  "getMeLikesPlaylists",
  "getMeLikesTracks",
  "getMePlaylists",
  "getMeTracks",
  "getPlaylist",
  "getPlaylistReposts",
  "getPlaylistTracks",
  "getRelatedTracks",
  "getSoundCloudWidgetUrl",
  "getTrack",
  "getTrackComments",
  "getTrackLikes",
  "getTrackReposts",
  "getTrackStreams",
  "getTracks",
  "getUser",
  "getUserLikesPlaylists",
  "getUserLikesTracks",
  "getUserPlaylists",
  "getUserToken",
  "getUserTracks",
  "getUserWebProfiles",
  "likePlaylist",
  "likeTrack",
  "paginate",
  "paginateItems",
  "refreshUserToken",
  "repostPlaylist",
  "repostTrack",
  "resolveUrl",
  "scFetch",
  "scFetchUrl",
  "searchPlaylists",
  "searchTracks",
  "searchUsers",
  "signOut",
  "unfollowUser",
  "unlikePlaylist",
  "unlikeTrack",
  "unrepostPlaylist",
  "unrepostTrack",
  "updatePlaylist",
  "updateTrack",
];
