/**
 * A client of the SoundCloud API, unofficial, for Deno, Node.js, Bun, workers and browsers.
 *
 * @module
 */
export { ServiceError } from "./src/errors.ts";
export type { ErrorFacts } from "./src/errors.ts";
export type { AuthorizationUrlOptions } from "./src/oauth/authorization_url.ts";
export { getAuthorizationUrl } from "./src/oauth/authorization_url.ts";
export type { CallbackExpectation } from "./src/oauth/callback.ts";
export { generateCodeChallenge, generateCodeVerifier } from "./src/oauth/pkce.ts";
export { formatTagList, parseTagList } from "./src/tag_list.ts";
export { parseTimestamp } from "./src/timestamp.ts";
export type { Urn } from "./src/urn.ts";
export { parseUrn, toUrn } from "./src/urn.ts";
export { getWidgetUrl } from "./src/widget.ts";

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
export type { ErrorBody, ErrorItem, RateLimit, RateLimitMeta } from "./src/types/error.ts";
export type { Open } from "./src/types/open.ts";
export type { PaginatedResponse } from "./src/types/page.ts";
export type { CreatePlaylistParams, ServicePlaylist, UpdatePlaylistParams } from "./src/types/playlist.ts";
export type { ResolveResult } from "./src/types/resolve.ts";
export type { ResourceId } from "./src/types/resource_id.ts";
export type { Range, SearchQueryOptions } from "./src/types/search.ts";
export type { Storefront, StorefrontType, StorefrontUpdateParams } from "./src/types/storefront.ts";
export type { Streams } from "./src/types/streams.ts";
export type { ServiceToken } from "./src/types/token.ts";
export type {
  RelatedTracksOptions,
  ServiceTrack,
  TrackFields,
  UpdateTrackParams,
  UploadProgress,
  UploadStream,
  UploadTrackParams,
} from "./src/types/track.ts";
export type { Product, Quota, ServiceMe, ServiceUser, Subscription } from "./src/types/user.ts";
export type { WebProfile } from "./src/types/web_profile.ts";
