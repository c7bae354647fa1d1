/**
 * A client of the SoundCloud API, unofficial, for Deno, Node.js, Bun, workers and browsers.
 *
 * @module
 */
export type { AuthApi } from "./src/session/auth_namespace.ts";
export { ServiceClient } from "./src/session/client.ts";
export type { ServiceClientConfig } from "./src/session/client.ts";
export type { ClientSettings } from "./src/session/config.ts";
export type { Groups } from "./src/session/groups.ts";
export { ServiceError } from "./src/errors.ts";
export type { ErrorFacts } from "./src/errors.ts";
export type {
  LikesApi,
  MeApi,
  PlaylistsApi,
  RepostsApi,
  ResolveApi,
  SearchApi,
  SystemPlaylistsApi,
  TracksApi,
  UsersApi,
} from "./src/session/namespaces.ts";
export type { AuthorizationUrlOptions } from "./src/oauth/authorization_url.ts";
export { getAuthorizationUrl } from "./src/oauth/authorization_url.ts";
export type { CallbackExpectation } from "./src/oauth/callback.ts";
export { MemoryTokenStore } from "./src/oauth/memory_token_store.ts";
export { generateCodeChallenge, generateCodeVerifier } from "./src/oauth/pkce.ts";
export { isSameRecord, toTokenRecord } from "./src/oauth/token_record.ts";
export { fetchAll, paginate, paginateItems } from "./src/pages.ts";
export type { FetchAllOptions, FetchNext, FirstPage, List, PaginateOptions } from "./src/pages.ts";
export type { RawApi, RawBody, RawReply, RawRequest } from "./src/session/raw.ts";
export type {
  CallOptions,
  HeaderList,
  Method,
  MethodOptions,
  ResponseInfo,
  Route,
  Session,
  TokenSource,
} from "./src/session.ts";
export { formatTagList, parseTagList } from "./src/formats/tag_list.ts";
export { parseTimestamp } from "./src/formats/timestamp.ts";
export { fetch, fetchUrl } from "./src/transport/low_level.ts";
export { MemoryCache } from "./src/transport/memory_cache.ts";
export type { Path } from "./src/formats/path.ts";
export type { Query, QueryRange, QueryScalar, QueryValue } from "./src/formats/query.ts";
export type { Urn } from "./src/formats/urn.ts";
export { parseUrn, toUrn } from "./src/formats/urn.ts";
export type { WatchOptions, WatchPoll, WatchRetry } from "./src/watch/options.ts";
export { watch } from "./src/watch/watch.ts";
export { getWidgetUrl } from "./src/formats/widget.ts";

export * as auth from "./src/operations/auth.ts";
export * as likes from "./src/operations/likes.ts";
export * as me from "./src/operations/me.ts";
export * as playlists from "./src/operations/playlists.ts";
export * as reposts from "./src/operations/reposts.ts";
export * as resolve from "./src/operations/resolve.ts";
export * as search from "./src/operations/search.ts";
export * as systemPlaylists from "./src/operations/system_playlists.ts";
export * as tracks from "./src/operations/tracks.ts";
export * as users from "./src/operations/users.ts";

export {
  disconnect,
  getClientToken,
  getUserToken,
  handleCallback,
  refreshToken,
  refreshUserToken,
  signOut,
} from "./src/operations/auth.ts";
export type { AuthCallOptions } from "./src/operations/auth.ts";
export { likePlaylist, likeTrack, unlikePlaylist, unlikeTrack } from "./src/operations/likes.ts";
export {
  follow as followUser,
  getActivities as getMeActivities,
  getActivitiesOwn as getMeActivitiesOwn,
  getActivitiesTracks as getMeActivitiesTracks,
  getConnections as getMeConnections,
  getFeed as getMeFeed,
  getFeedTracks as getMeFeedTracks,
  getFollower as getMeFollower,
  getFollowers as getMeFollowers,
  getFollowing as getMeFollowing,
  getFollowings as getMeFollowings,
  getFollowingsTracks as getMeFollowingsTracks,
  getLikesPlaylists as getMeLikesPlaylists,
  getLikesSystemPlaylists as getMeLikesSystemPlaylists,
  getLikesTracks as getMeLikesTracks,
  getMe,
  getPlaylists as getMePlaylists,
  getRecentlyPlayedTracks as getMeRecentlyPlayedTracks,
  getRepostsPlaylists as getMeRepostsPlaylists,
  getRepostsTracks as getMeRepostsTracks,
  getTracks as getMeTracks,
  unfollow as unfollowUser,
} from "./src/operations/me.ts";
export {
  addTracks as addPlaylistTracks,
  create as createPlaylist,
  delete as deletePlaylist,
  getPlaylist,
  getReposts as getPlaylistReposts,
  getTracks as getPlaylistTracks,
  moveTrack as movePlaylistTrack,
  removeTracks as removePlaylistTracks,
  update as updatePlaylist,
} from "./src/operations/playlists.ts";
export type { EditOptions } from "./src/operations/playlists_editing.ts";
export { repostPlaylist, repostTrack, unrepostPlaylist, unrepostTrack } from "./src/operations/reposts.ts";
export { resolveUrl } from "./src/operations/resolve.ts";
export {
  playlists as searchPlaylists,
  type PlaylistSearchOptions,
  type SearchOptions,
  tracks as searchTracks,
  type TrackSearchOptions,
  users as searchUsers,
  type UserSearchOptions,
} from "./src/operations/search.ts";
export { getSystemPlaylist } from "./src/operations/system_playlists.ts";
export {
  createComment as createTrackComment,
  delete as deleteTrack,
  getComments as getTrackComments,
  getLikes as getTrackLikes,
  getPreviewUrl as getTrackPreviewUrl,
  getRelated as getRelatedTracks,
  getRelatedPage as getRelatedTracksPage,
  getReposts as getTrackReposts,
  getStreams as getTrackStreams,
  getStreamUrl as getTrackStreamUrl,
  getTrack,
  getTracks,
  update as updateTrack,
  updateStorefront as updateTrackStorefront,
  upload as uploadTrack,
  waitUntilReady as waitUntilTrackReady,
} from "./src/operations/tracks.ts";
export type { StreamUrlOptions, WaitOptions } from "./src/operations/tracks_streams.ts";
export {
  getFavorites as getUserFavorites,
  getFollowers,
  getFollowing as getUserFollowing,
  getFollowings,
  getLikesPlaylists as getUserLikesPlaylists,
  getLikesSystemPlaylists as getUserLikesSystemPlaylists,
  getLikesTracks as getUserLikesTracks,
  getPlaylists as getUserPlaylists,
  getRelated as getRelatedUsers,
  getRepostsPlaylists as getUserRepostsPlaylists,
  getRepostsTracks as getUserRepostsTracks,
  getTracks as getUserTracks,
  getUser,
  getWebProfiles as getUserWebProfiles,
} from "./src/operations/users.ts";
export type {
  AccessOptions,
  OffsetOptions,
  SecretOptions,
  ShowTracksOptions,
  SortOptions,
  UploadOptions,
} from "./src/options.ts";

export type { Access, AccessFilter, EmbeddableBy, License, Sharing } from "./src/types/access.ts";
export type { ActivitiesResponse, Activity } from "./src/types/activity.ts";
export type { Comment, CommentUser, ServiceComment } from "./src/types/comment.ts";
export type {
  RawResponse,
  RefreshContext,
  RequestOptions,
  RequestTelemetry,
  RetryConfig,
  RetryInfo,
  SoundCache,
  TokenHolder,
  TokenOption,
  TokenProvider,
  TokenStore,
} from "./src/types/config.ts";
export type { Connection } from "./src/types/connection.ts";
export type { EndpointReply, Endpoints, ListReply, RedirectReply, StatusReply } from "./src/types/endpoints.ts";
export type { ErrorBody, ErrorCode, RateLimit } from "./src/types/error.ts";
export type { LimitedCall, RateLimiter } from "./src/types/rate_limiter.ts";
export type { Open } from "./src/types/open.ts";
export type { PaginatedResponse } from "./src/types/page.ts";
export type { CreatePlaylistParams, ServicePlaylist, UpdatePlaylistParams } from "./src/types/playlist.ts";
export type { ResolveResult } from "./src/types/resolve.ts";
export type { ResourceId } from "./src/types/resource_id.ts";
export type { Range, SearchQueryOptions } from "./src/types/search.ts";
export type { Storefront, StorefrontType, StorefrontUpdateParams } from "./src/types/storefront.ts";
export type { Streams } from "./src/types/streams.ts";
export type { ServiceSystemPlaylist } from "./src/types/system_playlist.ts";
export type { ServiceToken } from "./src/types/token.ts";
export type { AtomicTokenStore, CheckedTokenStore, StoreFinding, TokenRecord } from "./src/types/token_record.ts";
export type {
  ByteStream,
  RelatedTracksOptions,
  ServiceTrack,
  TrackFields,
  UpdateTrackParams,
  UploadProgress,
  UploadStream,
  UploadTrackParams,
} from "./src/types/track.ts";
export type { Product, Quota, ServiceMe, ServiceUser, Subscription } from "./src/types/user.ts";
export type {
  ActivityEvent,
  CommentEvent,
  FollowerEvent,
  LikedEvent,
  LikeEvent,
  TrackEvent,
  Watcher,
  WatchEvent,
  WatchEventBase,
  WatchSource,
} from "./src/types/watch.ts";
export type { WebProfile } from "./src/types/web_profile.ts";
