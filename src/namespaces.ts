/**
 * The groups of operations as a client has them, written by scripts/generate_namespaces.ts from src/operations/.
 *
 * @module
 */
import type { EditOptions } from "./operations/playlists_editing.ts";
import type { SearchOptions } from "./operations/search.ts";
import type { StreamUrlOptions, WaitOptions } from "./operations/tracks_streams.ts";
import type {
  AccessOptions,
  OffsetOptions,
  SecretOptions,
  ShowTracksOptions,
  SortOptions,
  UploadOptions,
} from "./options.ts";
import type { List } from "./pages.ts";
import type { CallOptions } from "./session.ts";
import type { AccessFilter } from "./types/access.ts";
import type { ActivitiesResponse, Activity } from "./types/activity.ts";
import type { ServiceComment } from "./types/comment.ts";
import type { Connection } from "./types/connection.ts";
import type { CreatePlaylistParams, ServicePlaylist, UpdatePlaylistParams } from "./types/playlist.ts";
import type { ResolveResult } from "./types/resolve.ts";
import type { ResourceId } from "./types/resource_id.ts";
import type { Storefront, StorefrontUpdateParams } from "./types/storefront.ts";
import type { Streams } from "./types/streams.ts";
import type { ServiceSystemPlaylist } from "./types/system_playlist.ts";
import type { RelatedTracksOptions, ServiceTrack, UpdateTrackParams, UploadTrackParams } from "./types/track.ts";
import type { ServiceMe, ServiceUser } from "./types/user.ts";
import type { WebProfile } from "./types/web_profile.ts";

/** The operations of `likes`. */
export interface LikesApi {
  /**
   * Likes a track.
   *
   * A user who does so too often is warned by a 429 whose `spamWarningUrn` is set.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns True: the service accepted it.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { likeTrack, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.likes.likeTrack("soundcloud:tracks:1198", { token });
   * await likeTrack(token, "soundcloud:tracks:1198", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/likes/post_likes_tracks__track_urn_ | POST /likes/tracks/{track_urn}}
   */
  likeTrack(track: ResourceId, options?: CallOptions): Promise<boolean>;

  /**
   * No longer likes a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns False when there was nothing to take back.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { ServiceClient, unlikeTrack } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.likes.unlikeTrack("soundcloud:tracks:1198", { token });
   * await unlikeTrack(token, "soundcloud:tracks:1198", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/likes/delete_likes_tracks__track_urn_ | DELETE /likes/tracks/{track_urn}}
   */
  unlikeTrack(track: ResourceId, options?: CallOptions): Promise<boolean>;

  /**
   * Likes a playlist or a system playlist.
   *
   * A user who does so too often is warned by a 429 whose `spamWarningUrn` is set.
   *
   * @param playlist Playlist id: number, numeric string or URN; or the URN of a system playlist, such as a station.
   * @param options Options of the call.
   * @returns True: the service accepted it.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { likePlaylist, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.likes.likePlaylist("soundcloud:playlists:119", { token });
   * await likePlaylist(token, "soundcloud:playlists:119", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/likes/post_likes_playlists__playlist_urn_ | POST /likes/playlists/{playlist_urn}}
   */
  likePlaylist(playlist: ResourceId, options?: CallOptions): Promise<boolean>;

  /**
   * No longer likes a playlist or a system playlist.
   *
   * @param playlist Playlist id: number, numeric string or URN; or the URN of a system playlist, such as a station.
   * @param options Options of the call.
   * @returns False when there was nothing to take back.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { ServiceClient, unlikePlaylist } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.likes.unlikePlaylist("soundcloud:playlists:119", { token });
   * await unlikePlaylist(token, "soundcloud:playlists:119", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/likes/delete_likes_playlists__playlist_urn_ | DELETE /likes/playlists/{playlist_urn}}
   */
  unlikePlaylist(playlist: ResourceId, options?: CallOptions): Promise<boolean>;
}

/** The operations of `me`. */
export interface MeApi {
  /**
   * Gets the user whose token it is.
   *
   * @param options Options of the call.
   * @returns The user, with quota and private counts.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMe, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getMe({ token });
   * await getMe(token, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me | GET /me}
   */
  getMe(options?: CallOptions): Promise<ServiceMe>;

  /**
   * Lists whom the user follows.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `offset`.
   * @returns A page of users.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeFollowings, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getFollowings(10, { token });
   * await getMeFollowings(token, 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_followings | GET /me/followings}
   */
  getFollowings(limit?: number, options?: OffsetOptions): List<ServiceUser>;

  /**
   * Lists new tracks of those whom the user follows.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`, `offset`.
   * @returns One page, without a link to a next one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeFollowingsTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getFollowingsTracks(10, { token });
   * await getMeFollowingsTracks(token, 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_followings_tracks | GET /me/followings/tracks}
   */
  getFollowingsTracks(limit?: number, options?: AccessOptions & OffsetOptions): List<ServiceTrack>;

  /**
   * Lists the followers of the user.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call.
   * @returns A page of users.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeFollowers, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getFollowers(10, { token });
   * await getMeFollowers(token, 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_followers | GET /me/followers}
   */
  getFollowers(limit?: number, options?: CallOptions): List<ServiceUser>;

  /**
   * Follows a user.
   *
   * A user can follow some 2,000 others; beyond, the service answers 422.
   *
   * @param user User id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns Nothing. Following again is no error.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { followUser, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.follow("soundcloud:users:2", { token });
   * await followUser(token, "soundcloud:users:2", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/put_me_followings__user_urn_ | PUT /me/followings/{user_urn}}
   */
  follow(user: ResourceId, options?: CallOptions): Promise<void>;

  /**
   * No longer follows a user.
   *
   * @param user User id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns Nothing.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { ServiceClient, unfollowUser } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.unfollow("soundcloud:users:8", { token });
   * await unfollowUser(token, "soundcloud:users:12", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/delete_me_followings__user_urn_ | DELETE /me/followings/{user_urn}}
   */
  unfollow(user: ResourceId, options?: CallOptions): Promise<void>;

  /**
   * Lists the accounts elsewhere that the user has linked.
   *
   * @param options Options of the call.
   * @returns The connections.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeConnections, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getConnections({ token });
   * await getMeConnections(token, sandbox.clientConfig);
   * ```
   */
  getConnections(options?: CallOptions): Promise<Connection[]>;

  /**
   * Gets a user, if the token's user follows them.
   *
   * @param user User id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns The user who is followed.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeFollowing, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getFollowing("soundcloud:users:8", { token });
   * await getMeFollowing(token, "soundcloud:users:8", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_followings__user_urn_ | GET /me/followings/{user_urn}}
   * @deprecated Use `users.getUser`.
   */
  getFollowing(user: ResourceId, options?: CallOptions): Promise<ServiceUser>;

  /**
   * Gets a user, if they follow the token's user.
   *
   * @param follower Id of the user who may follow.
   * @param options Options of the call.
   * @returns The follower.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeFollower, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getFollower("soundcloud:users:16", { token });
   * await getMeFollower(token, "soundcloud:users:16", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_followers__follower_urn_ | GET /me/followers/{follower_urn}}
   * @deprecated Use `users.getUser`.
   */
  getFollower(follower: ResourceId, options?: CallOptions): Promise<ServiceUser>;

  /**
   * Lists what happened around the user.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`.
   * @returns The activities, and links to older and to newer ones.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeActivities, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getActivities(10, { token });
   * await getMeActivities(token, 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_activities | GET /me/activities}
   * @deprecated Use `me.getFeed`.
   */
  getActivities(limit?: number, options?: AccessOptions): List<Activity, ActivitiesResponse>;

  /**
   * Lists what others did with the user's own tracks and playlists.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`.
   * @returns The activities, and links to older and to newer ones.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeActivitiesOwn, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getActivitiesOwn(10, { token });
   * await getMeActivitiesOwn(token, 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_activities_all_own | GET /me/activities/all/own}
   */
  getActivitiesOwn(limit?: number, options?: AccessOptions): List<Activity, ActivitiesResponse>;

  /**
   * Lists new tracks around the user.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`.
   * @returns The activities, and links to older and to newer ones.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeActivitiesTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getActivitiesTracks(10, { token });
   * await getMeActivitiesTracks(token, 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_activities_tracks | GET /me/activities/tracks}
   */
  getActivitiesTracks(limit?: number, options?: AccessOptions): List<Activity, ActivitiesResponse>;

  /**
   * Lists what those whom the user follows posted and reposted.
   *
   * `future_href` leads to what comes later, for those who poll.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param access Which tracks: `playable`, `preview`, `blocked`. Default: the first two.
   * @param options Options of the call.
   * @returns The activities, and links to older and to newer ones.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeFeed, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getFeed(10, "playable", { token });
   * await getMeFeed(token, 10, "playable", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_feed | GET /me/feed}
   */
  getFeed(limit?: number, access?: AccessFilter, options?: CallOptions): List<Activity, ActivitiesResponse>;

  /**
   * Lists the tracks of the user's feed.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param access Which tracks: `playable`, `preview`, `blocked`. Default: the first two.
   * @param options Options of the call.
   * @returns The activities, and links to older and to newer ones.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeFeedTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getFeedTracks(10, "playable", { token });
   * await getMeFeedTracks(token, 10, "playable", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_feed_tracks | GET /me/feed/tracks}
   */
  getFeedTracks(limit?: number, access?: AccessFilter, options?: CallOptions): List<Activity, ActivitiesResponse>;

  /**
   * Lists the tracks that the user played last.
   *
   * @param access Which tracks: `playable`, `preview`, `blocked`. Default: all.
   * @param options Options of the call.
   * @returns At most 25 tracks; there is no next page.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeRecentlyPlayedTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getRecentlyPlayedTracks("playable", { token });
   * await getMeRecentlyPlayedTracks(token, "playable", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_recently_played_tracks | GET /me/recently-played/tracks}
   */
  getRecentlyPlayedTracks(access?: AccessFilter, options?: CallOptions): Promise<ServiceTrack[]>;

  /**
   * Lists the user's own tracks, private ones too.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `sort`.
   * @returns A page of tracks.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getTracks(10, { token });
   * await getMeTracks(token, 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_tracks | GET /me/tracks}
   */
  getTracks(limit?: number, options?: SortOptions): List<ServiceTrack>;

  /**
   * Lists the user's own playlists, private ones too.
   *
   * With `showTracks: false` they come without their tracks, which is much lighter.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `showTracks`.
   * @returns A page of playlists.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMePlaylists, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getPlaylists(10, { token });
   * await getMePlaylists(token, 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_playlists | GET /me/playlists}
   */
  getPlaylists(limit?: number, options?: ShowTracksOptions): List<ServicePlaylist>;

  /**
   * Lists the tracks that the user likes.
   *
   * A new like may take some minutes to show.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`.
   * @returns A page of tracks.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeLikesTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getLikesTracks(10, { token });
   * await getMeLikesTracks(token, 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_likes_tracks | GET /me/likes/tracks}
   */
  getLikesTracks(limit?: number, options?: AccessOptions): List<ServiceTrack>;

  /**
   * Lists the playlists that the user likes.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call.
   * @returns A page of playlists.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeLikesPlaylists, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getLikesPlaylists(10, { token });
   * await getMeLikesPlaylists(token, 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_likes_playlists | GET /me/likes/playlists}
   */
  getLikesPlaylists(limit?: number, options?: CallOptions): List<ServicePlaylist>;

  /**
   * Lists the stations and other system playlists that the user likes, without their tracks.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call.
   * @returns A page of system playlists.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeLikesSystemPlaylists, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getLikesSystemPlaylists(10, { token });
   * await getMeLikesSystemPlaylists(token, 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_likes_system_playlists | GET /me/likes/system-playlists}
   */
  getLikesSystemPlaylists(limit?: number, options?: CallOptions): List<ServiceSystemPlaylist>;

  /**
   * Lists the tracks that the user has reposted.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`.
   * @returns A page of tracks.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeRepostsTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getRepostsTracks(10, { token });
   * await getMeRepostsTracks(token, 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_reposts_tracks | GET /me/reposts/tracks}
   */
  getRepostsTracks(limit?: number, options?: AccessOptions): List<ServiceTrack>;

  /**
   * Lists the playlists that the user has reposted.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call.
   * @returns A page of playlists.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getMeRepostsPlaylists, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.me.getRepostsPlaylists(10, { token });
   * await getMeRepostsPlaylists(token, 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/me/get_me_reposts_playlists | GET /me/reposts/playlists}
   */
  getRepostsPlaylists(limit?: number, options?: CallOptions): List<ServicePlaylist>;
}

/** The operations of `playlists`. */
export interface PlaylistsApi {
  /**
   * Gets a playlist, its tracks included.
   *
   * For a long list `showTracks: false` and {@linkcode getTracks} are faster.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param options Options of the call; also `access`, `secretToken`, `showTracks`.
   * @returns The playlist. Its `track_count` also counts tracks that are hidden.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getPlaylist, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.playlists.getPlaylist("soundcloud:playlists:119", { token });
   * await getPlaylist(token, "soundcloud:playlists:119", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/playlists/get_playlists__playlist_urn_ | GET /playlists/{playlist_urn}}
   */
  getPlaylist(
    playlist: ResourceId,
    options?: AccessOptions & SecretOptions & ShowTracksOptions,
  ): Promise<ServicePlaylist>;

  /**
   * Lists the tracks of a playlist, in its order.
   *
   * Tracks that are blocked where the token's country is are left out, unless `access` names them.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param offset How many tracks to pass over. Default: 0.
   * @param options Options of the call; also `access`, `secretToken`.
   * @returns A page of tracks.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getPlaylistTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.playlists.getTracks("soundcloud:playlists:119", 10, 0, { token });
   * await getPlaylistTracks(token, "soundcloud:playlists:119", 10, 0, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/playlists/get_playlists__playlist_urn__tracks | GET /playlists/{playlist_urn}/tracks}
   */
  getTracks(
    playlist: ResourceId,
    limit?: number,
    offset?: number,
    options?: AccessOptions & SecretOptions,
  ): List<ServiceTrack>;

  /**
   * Lists who has reposted a playlist.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call.
   * @returns A page of users.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getPlaylistReposts, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.playlists.getReposts("soundcloud:playlists:119", 10, { token });
   * await getPlaylistReposts(token, "soundcloud:playlists:119", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/playlists/get_playlists__playlist_urn__reposters | GET /playlists/{playlist_urn}/reposters}
   */
  getReposts(playlist: ResourceId, limit?: number, options?: CallOptions): List<ServiceUser>;

  /**
   * Adds tracks to the end of a playlist. Those that are in it already stay where they are.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param tracks Track ids.
   * @param options Options of the call; also `force`.
   * @returns The playlist as it is now.
   * @throws {TypeError} When an id can't be one.
   * @throws {RangeError} When the playlist would have more than 500 tracks.
   * @throws {ServiceError} With the code `hidden_tracks` when the service doesn't show all tracks, with `not_written`
   * when the list read back is another one; or when the service refuses.
   * @example
   * ```ts
   * import { addPlaylistTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * const { urn } = await client.playlists.create({ title: "Night" }, { token });
   * await client.playlists.addTracks(urn, ["soundcloud:tracks:1198"], { token });
   * await addPlaylistTracks(token, urn, [1197, 1199], sandbox.clientConfig);
   * ```
   */
  addTracks(playlist: ResourceId, tracks: readonly ResourceId[], options?: EditOptions): Promise<ServicePlaylist>;

  /**
   * Removes tracks from a playlist, wherever they are in it.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param tracks Track ids. One that isn't in the playlist is no error.
   * @param options Options of the call; also `force`.
   * @returns The playlist as it is now.
   * @throws {TypeError} When an id can't be one.
   * @throws {ServiceError} As {@linkcode addTracks}.
   * @example
   * ```ts
   * import { removePlaylistTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * const tracks = [{ urn: "soundcloud:tracks:1198" }, { urn: "soundcloud:tracks:1199" }];
   * const { urn } = await client.playlists.create({ title: "Night", tracks }, { token });
   * await client.playlists.removeTracks(urn, [1198], { token });
   * await removePlaylistTracks(token, urn, [1199], sandbox.clientConfig);
   * ```
   */
  removeTracks(playlist: ResourceId, tracks: readonly ResourceId[], options?: EditOptions): Promise<ServicePlaylist>;

  /**
   * Moves a track to another place of a playlist.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param track Track id.
   * @param position Where it shall be, from 0.
   * @param options Options of the call; also `force`.
   * @returns The playlist as it is now.
   * @throws {TypeError} When an id can't be one.
   * @throws {RangeError} When the track isn't in the playlist, or the playlist has no such place.
   * @throws {ServiceError} As {@linkcode addTracks}.
   * @example
   * ```ts
   * import { movePlaylistTrack, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * const tracks = [{ urn: "soundcloud:tracks:1198" }, { urn: "soundcloud:tracks:1199" }];
   * const { urn } = await client.playlists.create({ title: "Night", tracks }, { token });
   * await client.playlists.moveTrack(urn, 1199, 0, { token });
   * await movePlaylistTrack(token, urn, 1199, 1, sandbox.clientConfig);
   * ```
   */
  moveTrack(playlist: ResourceId, track: ResourceId, position: number, options?: EditOptions): Promise<ServicePlaylist>;

  /**
   * Makes a playlist.
   *
   * @param params `title`; the rest is optional.
   * @param options Options of the call.
   * @returns The playlist.
   * @throws {TypeError} When the title is blank, or the artwork no image.
   * @throws {RangeError} When there are more than 500 tracks.
   * @throws {ServiceError} When the service refuses (422 when one of the tracks can't be added), or can't be reached.
   * @example
   * ```ts
   * import { createPlaylist, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.playlists.create({ title: "Night", tracks: [{ urn: "soundcloud:tracks:1198" }] }, { token });
   * await createPlaylist(token, { title: "Drafts", sharing: "private" }, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/playlists/post_playlists | POST /playlists}
   */
  create(params: CreatePlaylistParams, options?: CallOptions): Promise<ServicePlaylist>;

  /**
   * Changes a playlist. What isn't given stays as it is.
   *
   * `tracks` replaces the whole list, and what isn't in it is gone. To change single tracks use {@linkcode addTracks},
   * {@linkcode removeTracks} and {@linkcode moveTrack}. The service has no way to change the artwork.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param params What to change.
   * @param options Options of the call.
   * @returns The playlist.
   * @throws {TypeError} When the id can't be one, the title is blank, or there is artwork.
   * @throws {RangeError} When there are more than 500 tracks.
   * @throws {ServiceError} When the service refuses (422 when one of the tracks can't be added), or can't be reached.
   * @example
   * ```ts
   * import { ServiceClient, updatePlaylist } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * const { urn } = await client.playlists.create({ title: "Night" }, { token });
   * await client.playlists.update(urn, { description: "After eleven" }, { token });
   * await updatePlaylist(token, urn, { sharing: "private" }, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/playlists/put_playlists__playlist_urn_ | PUT /playlists/{playlist_urn}}
   */
  update(playlist: ResourceId, params: UpdatePlaylistParams, options?: CallOptions): Promise<ServicePlaylist>;

  /**
   * Deletes a playlist. Its tracks stay.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns Nothing.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { deletePlaylist, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * const first = await client.playlists.create({ title: "First" }, { token });
   * const second = await client.playlists.create({ title: "Second" }, { token });
   * await client.playlists.delete(first.urn, { token });
   * await deletePlaylist(token, second.urn, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/playlists/delete_playlists__playlist_urn_ | DELETE /playlists/{playlist_urn}}
   */
  delete(playlist: ResourceId, options?: CallOptions): Promise<void>;
}

/** The operations of `reposts`. */
export interface RepostsApi {
  /**
   * Reposts a track.
   *
   * A user who does so too often is warned by a 429 whose `spamWarningUrn` is set.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns True: the service accepted it.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { repostTrack, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.reposts.repostTrack("soundcloud:tracks:1198", { token });
   * await repostTrack(token, "soundcloud:tracks:1198", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/reposts/post_reposts_tracks__track_urn_ | POST /reposts/tracks/{track_urn}}
   */
  repostTrack(track: ResourceId, options?: CallOptions): Promise<boolean>;

  /**
   * Takes back the repost of a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns False when there was nothing to take back.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { ServiceClient, unrepostTrack } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.reposts.unrepostTrack("soundcloud:tracks:1198", { token });
   * await unrepostTrack(token, "soundcloud:tracks:1198", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/reposts/delete_reposts_tracks__track_urn_ | DELETE /reposts/tracks/{track_urn}}
   */
  unrepostTrack(track: ResourceId, options?: CallOptions): Promise<boolean>;

  /**
   * Reposts a playlist.
   *
   * A user who does so too often is warned by a 429 whose `spamWarningUrn` is set.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns True: the service accepted it.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { repostPlaylist, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.reposts.repostPlaylist("soundcloud:playlists:119", { token });
   * await repostPlaylist(token, "soundcloud:playlists:119", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/reposts/post_reposts_playlists__playlist_urn_ | POST /reposts/playlists/{playlist_urn}}
   */
  repostPlaylist(playlist: ResourceId, options?: CallOptions): Promise<boolean>;

  /**
   * Takes back the repost of a playlist.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns False when there was nothing to take back.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { ServiceClient, unrepostPlaylist } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.reposts.unrepostPlaylist("soundcloud:playlists:119", { token });
   * await unrepostPlaylist(token, "soundcloud:playlists:119", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/reposts/delete_reposts_playlists__playlist_urn_ | DELETE /reposts/playlists/{playlist_urn}}
   */
  unrepostPlaylist(playlist: ResourceId, options?: CallOptions): Promise<boolean>;
}

/** The operations of `resolve`. */
export interface ResolveApi {
  /**
   * Gets the user, track, playlist or system playlist behind a public address.
   *
   * Short links (`on.soundcloud.com`) and private share links work too. Tracks that are blocked aren't left out here.
   *
   * @param url Address as people share it.
   * @param options Options of the call.
   * @returns What is behind it; its `kind` tells which it is.
   * @throws {TypeError} When the address is empty, or the service points to another host.
   * @throws {ServiceError} When there is nothing, the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { resolveUrl, searchTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * const { permalink_url } = await client.users.getUser("soundcloud:users:1", { token });
   * await client.resolve.resolveUrl(permalink_url, { token });
   * await resolveUrl(token, permalink_url, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/miscellaneous/get_resolve | GET /resolve}
   */
  resolveUrl(url: string, options?: CallOptions): Promise<ResolveResult>;
}

/** The operations of `search`. */
export interface SearchApi {
  /**
   * Searches tracks.
   *
   * Results differ by country and token. Filters can do without a text; those for genres and tags are fuzzy.
   *
   * @param query Text to look for; may be empty when a filter is set.
   * @param pageNumber Which page, from 0. Default: 0. The service gives some 1,000 results in all.
   * @param options Options of the call; also `limit` (1 to 200, default 10), `access` (default `playable`), and the
   * filters `genres`, `tags`, `urns`, `bpm`, `duration`, `createdAt`.
   * @returns A page of tracks.
   * @throws {TypeError} When `limit` or the page number isn't a number.
   * @throws {RangeError} When `limit` or the page number is out of bounds.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { searchTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.search.tracks("lofi", 0, { token, bpm: { from: 60, to: 90 } });
   * await searchTracks(token, "lofi", 1, { ...sandbox.clientConfig, limit: 20 });
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/search/get_tracks | GET /tracks}
   */
  tracks(query: string, pageNumber?: number, options?: SearchOptions): List<ServiceTrack>;

  /**
   * Searches users.
   *
   * @param query Text to look for; may be empty when a filter is set.
   * @param pageNumber Which page, from 0. Default: 0.
   * @param options Options of the call; also `limit` (1 to 200, default 10), and the filter `urns`.
   * @returns A page of users.
   * @throws {TypeError} When `limit` or the page number isn't a number.
   * @throws {RangeError} When `limit` or the page number is out of bounds.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { searchUsers, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.search.users("anna", 0, { token });
   * await searchUsers(token, "anna", 0, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/search/get_users | GET /users}
   */
  users(query: string, pageNumber?: number, options?: SearchOptions): List<ServiceUser>;

  /**
   * Searches playlists.
   *
   * @param query Text to look for.
   * @param pageNumber Which page, from 0. Default: 0.
   * @param options Options of the call; also `limit` (1 to 200, default 10), `access`, and `showTracks`: with false the
   * playlists come without their tracks, which is much lighter.
   * @returns A page of playlists.
   * @throws {TypeError} When `limit` or the page number isn't a number.
   * @throws {RangeError} When `limit` or the page number is out of bounds.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { searchPlaylists, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.search.playlists("night", 0, { token, showTracks: false });
   * await searchPlaylists(token, "night", 0, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/search/get_playlists | GET /playlists}
   */
  playlists(query: string, pageNumber?: number, options?: SearchOptions): List<ServicePlaylist>;
}

/** The operations of `systemPlaylists`. */
export interface SystemPlaylistsApi {
  /**
   * Gets a system playlist, its tracks included. The `station_urn` of a track or a user names its station.
   *
   * @param id URN of the system playlist, or the last two parts of it, as in `track-stations:1198`.
   * @param options Options of the call.
   * @returns The system playlist with the tracks that the caller may see.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached; 404 when no track of it is visible.
   * @example
   * ```ts
   * import { getSystemPlaylist, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.systemPlaylists.getSystemPlaylist("soundcloud:system-playlists:track-stations:1198", { token });
   * await getSystemPlaylist(token, "artist-stations:1", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/system-playlists/get_system_playlists__id_ | GET /system-playlists/{id}}
   */
  getSystemPlaylist(id: string, options?: CallOptions): Promise<ServiceSystemPlaylist>;
}

/** The operations of `tracks`. */
export interface TracksApi {
  /**
   * Gets a track.
   *
   * A private track of somebody else needs its `secretToken`. The user inside has counts of 0.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call; also `secretToken`.
   * @returns The track.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getTrack, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.tracks.getTrack("soundcloud:tracks:1198", { token });
   * await getTrack(token, "soundcloud:tracks:1198", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn_ | GET /tracks/{track_urn}}
   */
  getTrack(track: ResourceId, options?: SecretOptions): Promise<ServiceTrack>;

  /**
   * Gets many tracks with one request.
   *
   * Tracks that the service doesn't give are missing from the result. No id, no request.
   *
   * @param ids Track ids, at most 200.
   * @param options Options of the call.
   * @returns The tracks, in the order asked.
   * @throws {RangeError} When there are more than 200 ids.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.tracks.getTracks(["soundcloud:tracks:1198"], { token });
   * await getTracks(token, ["soundcloud:tracks:1198"], sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks | GET /tracks}
   */
  getTracks(ids: readonly ResourceId[], options?: CallOptions): Promise<ServiceTrack[]>;

  /**
   * Lists the comments on a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `offset`.
   * @returns A page of comments.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getTrackComments, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.tracks.getComments("soundcloud:tracks:1198", 10, { token });
   * await getTrackComments(token, "soundcloud:tracks:1198", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__comments | GET /tracks/{track_urn}/comments}
   */
  getComments(track: ResourceId, limit?: number, options?: OffsetOptions): List<ServiceComment>;

  /**
   * Lists who likes a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call.
   * @returns A page of users.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getTrackLikes, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.tracks.getLikes("soundcloud:tracks:1198", 10, { token });
   * await getTrackLikes(token, "soundcloud:tracks:1198", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__favoriters | GET /tracks/{track_urn}/favoriters}
   */
  getLikes(track: ResourceId, limit?: number, options?: CallOptions): List<ServiceUser>;

  /**
   * Lists who has reposted a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call.
   * @returns A page of users.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getTrackReposts, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.tracks.getReposts("soundcloud:tracks:1198", 10, { token });
   * await getTrackReposts(token, "soundcloud:tracks:1198", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__reposters | GET /tracks/{track_urn}/reposters}
   */
  getReposts(track: ResourceId, limit?: number, options?: CallOptions): List<ServiceUser>;

  /**
   * Lists tracks that are like a track, those that can be played.
   *
   * @param track Track id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`, `offset`.
   * @returns The tracks of the first page.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getRelatedTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.tracks.getRelated("soundcloud:tracks:1198", 10, { token });
   * await getRelatedTracks(token, "soundcloud:tracks:1198", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__related | GET /tracks/{track_urn}/related}
   */
  getRelated(track: ResourceId, limit?: number, options?: AccessOptions & OffsetOptions): Promise<ServiceTrack[]>;

  /**
   * Lists tracks that are like a track, page by page.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call; also `limit` (1 to 200, default 50), `access` (default `playable`), `offset`.
   * @returns A page of tracks.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getRelatedTracksPage, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.tracks.getRelatedPage("soundcloud:tracks:1198", { limit: 10, token });
   * await getRelatedTracksPage(token, "soundcloud:tracks:1198", { ...sandbox.clientConfig, limit: 10 });
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__related | GET /tracks/{track_urn}/related}
   */
  getRelatedPage(track: ResourceId, options?: RelatedTracksOptions & OffsetOptions): List<ServiceTrack>;

  /**
   * Likes a track.
   *
   * A user who does so too often is warned by a 429 whose `spamWarningUrn` is set.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns True: the service accepted it.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { likeTrack, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.likes.likeTrack("soundcloud:tracks:1198", { token });
   * await likeTrack(token, "soundcloud:tracks:1198", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/likes/post_likes_tracks__track_urn_ | POST /likes/tracks/{track_urn}}
   */
  likeTrack(track: ResourceId, options?: CallOptions): Promise<boolean>;

  /**
   * No longer likes a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns False when there was nothing to take back.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { ServiceClient, unlikeTrack } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.likes.unlikeTrack("soundcloud:tracks:1198", { token });
   * await unlikeTrack(token, "soundcloud:tracks:1198", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/likes/delete_likes_tracks__track_urn_ | DELETE /likes/tracks/{track_urn}}
   */
  unlikeTrack(track: ResourceId, options?: CallOptions): Promise<boolean>;

  /**
   * Gets the addresses of a track's renditions.
   *
   * They are addresses of the API: each needs the token and redirects to a signed one, which takes no token and lives
   * for some five minutes. {@linkcode getStreamUrl} does both steps.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call; also `secretToken`.
   * @returns Addresses by rendition. Any may be missing.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getTrackStreams, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.tracks.getStreams("soundcloud:tracks:1198", { token });
   * await getTrackStreams(token, "soundcloud:tracks:1198", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__streams | GET /tracks/{track_urn}/streams}
   */
  getStreams(track: ResourceId, options?: SecretOptions): Promise<Streams>;

  /**
   * Gets a signed address at which a track can be heard now.
   *
   * It's that of the best rendition the service grants, the 30 second preview being the last. It takes no token, and
   * lives for some five minutes: ask for it just before playing. Each call counts as a play.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call; also `secretToken` and `renditions`.
   * @returns The address.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached; with the code `no_stream` when there is none.
   * @example
   * ```ts
   * import { getTrackStreamUrl, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.tracks.getStreamUrl("soundcloud:tracks:1198", { token });
   * await getTrackStreamUrl(token, "soundcloud:tracks:1198", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__streams | GET /tracks/{track_urn}/streams}
   */
  getStreamUrl(track: ResourceId, options?: StreamUrlOptions): Promise<string>;

  /**
   * Gets a signed address of a track's 30 second preview.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call; also `secretToken`.
   * @returns The address. It takes no token, and lives for some five minutes.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getTrackPreviewUrl, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.tracks.getPreviewUrl("soundcloud:tracks:1198", { token });
   * await getTrackPreviewUrl(token, "soundcloud:tracks:1198", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks__track_urn__preview | GET /tracks/{track_urn}/preview}
   */
  getPreviewUrl(track: ResourceId, options?: SecretOptions): Promise<string>;

  /**
   * Waits until a new track can be heard.
   *
   * The service tells of no state, so it's looked at from time to time: it's ready when it has a length and a stream.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call; also `maxWaitMs` (default 600,000), `pollMs` (default 2,000), `secretToken`.
   * @returns The track.
   * @throws {TypeError} When the id can't be one.
   * @throws {RangeError} When a time is out of bounds.
   * @throws {ServiceError} With the code `timeout` when it takes too long; or when the service refuses.
   * @example
   * ```ts
   * import { ServiceClient, waitUntilTrackReady } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.tracks.waitUntilReady("soundcloud:tracks:1198", { token });
   * await waitUntilTrackReady(token, "soundcloud:tracks:1198", sandbox.clientConfig);
   * ```
   */
  waitUntilReady(track: ResourceId, options?: WaitOptions): Promise<ServiceTrack>;

  /**
   * Comments on a track, at a moment of it if you like.
   *
   * Comments can be neither changed nor deleted.
   *
   * @param track Track id: number, numeric string or URN.
   * @param body What to say.
   * @param timestamp When in the track, in milliseconds from its start. Default: nowhere in particular.
   * @param options Options of the call.
   * @returns The comment.
   * @throws {TypeError} When the id can't be one, or the body is blank.
   * @throws {RangeError} When the timestamp is negative or not whole.
   * @throws {ServiceError} When the service refuses, or can't be reached; after too many comments with a
   * `spamWarningUrn`.
   * @example
   * ```ts
   * import { createTrackComment, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.tracks.createComment("soundcloud:tracks:1198", "What a bass line", 1500, { token });
   * await createTrackComment(token, "soundcloud:tracks:1198", "Again!", undefined, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/post_tracks__track_urn__comments | POST /tracks/{track_urn}/comments}
   */
  createComment(track: ResourceId, body: string, timestamp?: number, options?: CallOptions): Promise<ServiceComment>;

  /**
   * Uploads a track.
   *
   * The file is streamed, whatever its size, and has no time limit. The service takes AIFF, WAVE, FLAC, OGG, MP2, MP3,
   * AAC, AMR and WMA up to 4 GiB and 24 hours, then works on it for a while: see {@linkcode waitUntilReady}. After a
   * failure that says nothing of the file, look whether the track is there before you try again.
   *
   * @param params `title` and `asset_data`; the rest is optional.
   * @param options Options of the call; also `onProgress`.
   * @returns The track.
   * @throws {TypeError} When the title is blank, the file missing, or the artwork no image.
   * @throws {RangeError} When the file is empty or larger than 4 GiB.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { ServiceClient, uploadTrack } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * const preview = await client.tracks.getPreviewUrl("soundcloud:tracks:1198", { token });
   * const asset_data = await (await sandbox.fetch(preview)).blob();
   * await client.tracks.upload({ title: "Half a minute", asset_data }, { token, onProgress: console.log });
   * await uploadTrack(token, { title: "Once more", asset_data, sharing: "private" }, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/post_tracks | POST /tracks}
   */
  upload(params: UploadTrackParams, options?: UploadOptions): Promise<ServiceTrack>;

  /**
   * Changes a track. What isn't given stays as it is.
   *
   * @param track Track id: number, numeric string or URN.
   * @param params What to change.
   * @param options Options of the call; also `onProgress`, for the artwork.
   * @returns The track.
   * @throws {TypeError} When the id can't be one, the title is blank, or the artwork no image.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { ServiceClient, updateTrack } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * const [track] = (await client.me.getTracks(1, { token })).collection;
   * await client.tracks.update(track!.urn, { genre: "Ambient" }, { token });
   * await updateTrack(token, track!.urn, { sharing: "private" }, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/put_tracks__track_urn_ | PUT /tracks/{track_urn}}
   */
  update(track: ResourceId, params: UpdateTrackParams, options?: UploadOptions): Promise<ServiceTrack>;

  /**
   * Replaces a track's storefront, the offer on its page.
   *
   * The service keeps nothing of the former one: send every value it shall have. It can't be read back.
   *
   * @param track Track id: number, numeric string or URN.
   * @param params `title` (100 characters), `type` and `link` (255); optional `link_title` (50), `description` (500) and
   * `price` (20).
   * @param options Options of the call.
   * @returns The storefront.
   * @throws {TypeError} When the id can't be one, or a value is missing or blank.
   * @throws {RangeError} When a text is too long.
   * @throws {ServiceError} When the service refuses, as it does without a plan that has storefronts.
   * @example
   * ```ts
   * import { ServiceClient, updateTrackStorefront } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * const [track] = (await client.me.getTracks(1, { token })).collection;
   * const offer = { title: "On vinyl", type: "vinyl", link: "https://example.com/shop" } as const;
   * await client.tracks.updateStorefront(track!.urn, offer, { token });
   * await updateTrackStorefront(token, track!.urn, { ...offer, price: "20 EUR" }, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/put_tracks__track_urn__storefront | PUT /tracks/{track_urn}/storefront}
   */
  updateStorefront(track: ResourceId, params: StorefrontUpdateParams, options?: CallOptions): Promise<Storefront>;

  /**
   * Deletes a track. It may show in lists for a while.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns Nothing.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { deleteTrack, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * const [first, second] = (await client.me.getTracks(2, { token })).collection;
   * await client.tracks.delete(first!.urn, { token });
   * await deleteTrack(token, second!.urn, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/delete_tracks__track_urn_ | DELETE /tracks/{track_urn}}
   */
  delete(track: ResourceId, options?: CallOptions): Promise<void>;
}

/** The operations of `users`. */
export interface UsersApi {
  /**
   * Gets a user.
   *
   * @param user User id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns The user. Its `comments_count` is always 0.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getUser, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getUser("soundcloud:users:1", { token });
   * await getUser(token, "soundcloud:users:1", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn_ | GET /users/{user_urn}}
   */
  getUser(user: ResourceId, options?: CallOptions): Promise<ServiceUser>;

  /**
   * Lists the followers of a user.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call.
   * @returns A page of users.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getFollowers, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getFollowers("soundcloud:users:1", 10, { token });
   * await getFollowers(token, "soundcloud:users:1", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__followers | GET /users/{user_urn}/followers}
   */
  getFollowers(user: ResourceId, limit?: number, options?: CallOptions): List<ServiceUser>;

  /**
   * Lists whom a user follows.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call.
   * @returns A page of users.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getFollowings, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getFollowings("soundcloud:users:1", 10, { token });
   * await getFollowings(token, "soundcloud:users:1", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__followings | GET /users/{user_urn}/followings}
   */
  getFollowings(user: ResourceId, limit?: number, options?: CallOptions): List<ServiceUser>;

  /**
   * Lists the tracks of a user.
   *
   * Tracks that are blocked where the token's country is are left out, unless `access` names them.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`, `sort`.
   * @returns A page of tracks.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getUserTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getTracks("soundcloud:users:1", 10, { token });
   * await getUserTracks(token, "soundcloud:users:1", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__tracks | GET /users/{user_urn}/tracks}
   */
  getTracks(user: ResourceId, limit?: number, options?: AccessOptions & SortOptions): List<ServiceTrack>;

  /**
   * Lists the playlists of a user.
   *
   * With `showTracks: false` they come without their tracks, which is much lighter.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`, `showTracks`.
   * @returns A page of playlists.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getUserPlaylists, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getPlaylists("soundcloud:users:1", 10, { token });
   * await getUserPlaylists(token, "soundcloud:users:1", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__playlists | GET /users/{user_urn}/playlists}
   */
  getPlaylists(user: ResourceId, limit?: number, options?: AccessOptions & ShowTracksOptions): List<ServicePlaylist>;

  /**
   * Lists users that are like a user.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `offset`.
   * @returns A page of users.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getRelatedUsers, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getRelated("soundcloud:users:1", 10, { token });
   * await getRelatedUsers(token, "soundcloud:users:1", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__related | GET /users/{user_urn}/related}
   */
  getRelated(user: ResourceId, limit?: number, options?: OffsetOptions): List<ServiceUser>;

  /**
   * Lists the links of a user's profile.
   *
   * @param user User id: number, numeric string or URN.
   * @param options Options of the call.
   * @returns The links.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getUserWebProfiles, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getWebProfiles("soundcloud:users:1", { token });
   * await getUserWebProfiles(token, "soundcloud:users:1", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__web_profiles | GET /users/{user_urn}/web-profiles}
   */
  getWebProfiles(user: ResourceId, options?: CallOptions): Promise<WebProfile[]>;

  /**
   * Lists the tracks that a user likes.
   *
   * Tracks that are blocked where the token's country is are left out, unless `access` names them.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param cursor Where the page begins, as a `next_href` has it. Default: the start.
   * @param options Options of the call; also `access`.
   * @returns A page of tracks.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getUserLikesTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getLikesTracks("soundcloud:users:1", 10, undefined, { token });
   * await getUserLikesTracks(token, "soundcloud:users:1", 10, undefined, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__likes_tracks | GET /users/{user_urn}/likes/tracks}
   */
  getLikesTracks(user: ResourceId, limit?: number, cursor?: string, options?: AccessOptions): List<ServiceTrack>;

  /**
   * Lists the playlists that a user likes.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call.
   * @returns A page of playlists.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getUserLikesPlaylists, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getLikesPlaylists("soundcloud:users:1", 10, { token });
   * await getUserLikesPlaylists(token, "soundcloud:users:1", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__likes_playlists | GET /users/{user_urn}/likes/playlists}
   */
  getLikesPlaylists(user: ResourceId, limit?: number, options?: CallOptions): List<ServicePlaylist>;

  /**
   * Lists the stations and other system playlists that a user likes, without their tracks.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call.
   * @returns A page of system playlists.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getUserLikesSystemPlaylists, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getLikesSystemPlaylists("soundcloud:users:1", 10, { token });
   * await getUserLikesSystemPlaylists(token, "soundcloud:users:1", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__likes_system_playlists | GET /users/{user_urn}/likes/system-playlists}
   */
  getLikesSystemPlaylists(user: ResourceId, limit?: number, options?: CallOptions): List<ServiceSystemPlaylist>;

  /**
   * Lists the tracks that a user has reposted.
   *
   * Tracks that are blocked where the token's country is are left out, unless `access` names them.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`.
   * @returns A page of tracks.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getUserRepostsTracks, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getRepostsTracks("soundcloud:users:1", 10, { token });
   * await getUserRepostsTracks(token, "soundcloud:users:1", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__reposts_tracks | GET /users/{user_urn}/reposts/tracks}
   */
  getRepostsTracks(user: ResourceId, limit?: number, options?: AccessOptions): List<ServiceTrack>;

  /**
   * Lists the playlists that a user has reposted.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call.
   * @returns A page of playlists.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getUserRepostsPlaylists, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getRepostsPlaylists("soundcloud:users:1", 10, { token });
   * await getUserRepostsPlaylists(token, "soundcloud:users:1", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__reposts_playlists | GET /users/{user_urn}/reposts/playlists}
   */
  getRepostsPlaylists(user: ResourceId, limit?: number, options?: CallOptions): List<ServicePlaylist>;

  /**
   * Lists the tracks that a user likes, by an address that the service gives up.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call.
   * @returns A page of tracks.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getUserFavorites, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getFavorites("soundcloud:users:1", 10, { token });
   * await getUserFavorites(token, "soundcloud:users:1", 10, sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__favorites | GET /users/{user_urn}/favorites}
   * @deprecated Use `users.getLikesTracks`.
   */
  getFavorites(user: ResourceId, limit?: number, options?: CallOptions): List<ServiceTrack>;

  /**
   * Gets a user, if another user follows them.
   *
   * @param user User id: number, numeric string or URN.
   * @param following Id of the user who may be followed.
   * @param options Options of the call.
   * @returns The user who is followed.
   * @throws {TypeError} When the id can't be one.
   * @throws {ServiceError} When the service refuses, or can't be reached.
   * @example
   * ```ts
   * import { getUserFollowing, ServiceClient } from "@tonearm/client";
   * import { createSandbox } from "@tonearm/sandbox";
   *
   * using sandbox = createSandbox();
   * const token = sandbox.issueTokens().access_token;
   * const client = new ServiceClient(sandbox.clientConfig);
   * await client.users.getFollowing("soundcloud:users:1", "soundcloud:users:8", { token });
   * await getUserFollowing(token, "soundcloud:users:1", "soundcloud:users:8", sandbox.clientConfig);
   * ```
   * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/users/get_users__user_urn__followings__following_urn_ | GET /users/{user_urn}/followings/{following_urn}}
   * @deprecated Use `users.getUser`.
   */
  getFollowing(user: ResourceId, following: ResourceId, options?: CallOptions): Promise<ServiceUser>;
}
