/**
 * The groups of operations as a client has them, written by scripts/build/generate_namespaces.ts from src/operations/.
 *
 * @module
 */
import type { EditOptions } from "../operations/playlists_editing.ts";
import type { PlaylistSearchOptions, TrackSearchOptions, UserSearchOptions } from "../operations/search.ts";
import type { StreamUrlOptions, WaitOptions } from "../operations/tracks_streams.ts";
import type {
  AccessOptions,
  OffsetOptions,
  SecretOptions,
  ShowTracksOptions,
  SortOptions,
  UploadOptions,
} from "../options.ts";
import type { List } from "../pages.ts";
import type { MethodOptions } from "../session.ts";
import type { AccessFilter } from "../types/access.ts";
import type { ActivitiesResponse, Activity } from "../types/activity.ts";
import type { ServiceComment } from "../types/comment.ts";
import type { Connection } from "../types/connection.ts";
import type { CreatePlaylistParams, ServicePlaylist, UpdatePlaylistParams } from "../types/playlist.ts";
import type { ResolveResult } from "../types/resolve.ts";
import type { ResourceId } from "../types/resource_id.ts";
import type { Storefront, StorefrontUpdateParams } from "../types/storefront.ts";
import type { Streams } from "../types/streams.ts";
import type { ServiceSystemPlaylist } from "../types/system_playlist.ts";
import type { RelatedTracksOptions, ServiceTrack, UpdateTrackParams, UploadTrackParams } from "../types/track.ts";
import type { ServiceMe, ServiceUser } from "../types/user.ts";
import type { WebProfile } from "../types/web_profile.ts";

/** The operations of `likes`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface LikesApi {
  /**
   * Likes a track.
   *
   * A user who does this too often gets a 429 whose `spamWarningUrn` is set.
   *
   * @param track Track id: number, numeric string or URN.
   * @returns True once SoundCloud has accepted it.
   */
  likeTrack(track: ResourceId, options?: MethodOptions): Promise<boolean>;
  /**
   * Unlikes a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @returns False when there was nothing to undo.
   */
  unlikeTrack(track: ResourceId, options?: MethodOptions): Promise<boolean>;
  /**
   * Likes a playlist or a system playlist.
   *
   * A user who does this too often gets a 429 whose `spamWarningUrn` is set.
   *
   * @param playlist Playlist id: number, numeric string or URN; or the URN of a system playlist, such as a station.
   * @returns True once SoundCloud has accepted it.
   */
  likePlaylist(playlist: ResourceId, options?: MethodOptions): Promise<boolean>;
  /**
   * Unlikes a playlist or a system playlist.
   *
   * @param playlist Playlist id: number, numeric string or URN; or the URN of a system playlist, such as a station.
   * @returns False when there was nothing to undo.
   */
  unlikePlaylist(playlist: ResourceId, options?: MethodOptions): Promise<boolean>;
}

/** The operations of `me`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface MeApi {
  /**
   * Gets the authenticated user.
   *
   * @returns The user, with quota and private counts.
   */
  getMe(options?: MethodOptions): Promise<ServiceMe>;
  /**
   * Lists the users that the authenticated user follows.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `offset`.
   * @returns A page of users.
   */
  getFollowings(
    limit?: number | MethodOptions<OffsetOptions>,
    options?: MethodOptions<OffsetOptions>,
  ): List<ServiceUser>;
  /**
   * Lists new tracks of followed users.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `access`, `offset`.
   * @returns One page, without a link to the next one.
   */
  getFollowingsTracks(
    limit?: number | MethodOptions<AccessOptions & OffsetOptions>,
    options?: MethodOptions<AccessOptions & OffsetOptions>,
  ): List<ServiceTrack>;
  /**
   * Lists the followers of the user.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @returns A page of users.
   */
  getFollowers(limit?: number | MethodOptions, options?: MethodOptions): List<ServiceUser>;
  /**
   * Follows a user.
   *
   * A user can follow about 2,000 others; above that, SoundCloud responds with 422.
   *
   * @param user User id: number, numeric string or URN.
   * @returns True once SoundCloud has accepted it; following a user again isn't an error.
   */
  follow(user: ResourceId, options?: MethodOptions): Promise<boolean>;
  /**
   * Unfollows a user.
   *
   * @param user User id: number, numeric string or URN.
   * @returns True when SoundCloud accepted it, false when the user wasn't followed.
   */
  unfollow(user: ResourceId, options?: MethodOptions): Promise<boolean>;
  /**
   * Lists the user's linked accounts on other services.
   *
   * @returns The connections.
   */
  getConnections(options?: MethodOptions): Promise<readonly Connection[]>;
  /**
   * Gets a user that the authenticated user follows.
   *
   * @param user User id: number, numeric string or URN.
   * @returns The followed user.
   */
  getFollowing(user: ResourceId, options?: MethodOptions): Promise<ServiceUser>;
  /**
   * Gets a follower of the authenticated user.
   *
   * @param follower Id of the follower.
   * @returns The follower.
   */
  getFollower(follower: ResourceId, options?: MethodOptions): Promise<ServiceUser>;
  /**
   * Lists the user's activities.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `access`.
   * @returns The activities, with links to older and newer ones.
   */
  getActivities(
    limit?: number | MethodOptions<AccessOptions>,
    options?: MethodOptions<AccessOptions>,
  ): List<Activity, ActivitiesResponse>;
  /**
   * Lists activities on the user's own tracks and playlists.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `access`.
   * @returns The activities, with links to older and newer ones.
   */
  getActivitiesOwn(
    limit?: number | MethodOptions<AccessOptions>,
    options?: MethodOptions<AccessOptions>,
  ): List<Activity, ActivitiesResponse>;
  /**
   * Lists the track activities of the user.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `access`.
   * @returns The activities, with links to older and newer ones.
   */
  getActivitiesTracks(
    limit?: number | MethodOptions<AccessOptions>,
    options?: MethodOptions<AccessOptions>,
  ): List<Activity, ActivitiesResponse>;
  /**
   * Lists the posts and reposts of followed users.
   *
   * `future_href` returns later entries, for polling.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @param access Access levels: `playable`, `preview`, `blocked`. Default: the first two.
   * @returns The activities, with links to older and newer ones.
   */
  getFeed(
    limit?: number | MethodOptions,
    access?: AccessFilter | MethodOptions,
    options?: MethodOptions,
  ): List<Activity, ActivitiesResponse>;
  /**
   * Lists the tracks of the user's feed.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @param access Access levels: `playable`, `preview`, `blocked`. Default: the first two.
   * @returns The activities, with links to older and newer ones.
   */
  getFeedTracks(
    limit?: number | MethodOptions,
    access?: AccessFilter | MethodOptions,
    options?: MethodOptions,
  ): List<Activity, ActivitiesResponse>;
  /**
   * Lists the tracks that the user played most recently.
   *
   * @param access Access levels: `playable`, `preview`, `blocked`. Default: all.
   * @returns At most 25 tracks; there is no next page.
   */
  getRecentlyPlayedTracks(
    access?: AccessFilter | MethodOptions,
    options?: MethodOptions,
  ): Promise<readonly ServiceTrack[]>;
  /**
   * Lists the user's own tracks, including private ones.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `sort`.
   * @returns A page of tracks.
   */
  getTracks(limit?: number | MethodOptions<SortOptions>, options?: MethodOptions<SortOptions>): List<ServiceTrack>;
  /**
   * Lists the user's own playlists, including private ones.
   *
   * `showTracks: false` leaves out their tracks, which makes responses much smaller.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `showTracks`.
   * @returns A page of playlists.
   */
  getPlaylists(
    limit?: number | MethodOptions<ShowTracksOptions>,
    options?: MethodOptions<ShowTracksOptions>,
  ): List<ServicePlaylist>;
  /**
   * Lists the tracks that the user likes.
   *
   * A new like may take some minutes to show.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `access`.
   * @returns A page of tracks.
   */
  getLikesTracks(
    limit?: number | MethodOptions<AccessOptions>,
    options?: MethodOptions<AccessOptions>,
  ): List<ServiceTrack>;
  /**
   * Lists the playlists that the user likes.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @returns A page of playlists.
   */
  getLikesPlaylists(limit?: number | MethodOptions, options?: MethodOptions): List<ServicePlaylist>;
  /**
   * Lists the stations and other system playlists that the user likes, without their tracks.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @returns A page of system playlists.
   */
  getLikesSystemPlaylists(limit?: number | MethodOptions, options?: MethodOptions): List<ServiceSystemPlaylist>;
  /**
   * Lists the tracks that the user has reposted.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `access`.
   * @returns A page of tracks.
   */
  getRepostsTracks(
    limit?: number | MethodOptions<AccessOptions>,
    options?: MethodOptions<AccessOptions>,
  ): List<ServiceTrack>;
  /**
   * Lists the playlists that the user has reposted.
   *
   * @param limit Items per page, 1 to 200. Default 50.
   * @returns A page of playlists.
   */
  getRepostsPlaylists(limit?: number | MethodOptions, options?: MethodOptions): List<ServicePlaylist>;
}

/** The operations of `playlists`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface PlaylistsApi {
  /**
   * Gets a playlist with its tracks.
   *
   * For a long playlist, `showTracks: false` and {@linkcode getTracks} are faster.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param options Call options; also `access`, `secretToken`, `showTracks`.
   * @returns The playlist. Its `track_count` includes hidden tracks.
   */
  getPlaylist(
    playlist: ResourceId,
    options?: MethodOptions<AccessOptions & SecretOptions & ShowTracksOptions>,
  ): Promise<ServicePlaylist>;
  /**
   * Lists the tracks of a playlist, in order.
   *
   * Tracks that are blocked in the token's country are left out unless `access` includes `blocked`.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @param offset Tracks to skip. Default 0.
   * @param options Call options; also `access`, `secretToken`.
   * @returns A page of tracks.
   */
  getTracks(
    playlist: ResourceId,
    limit?: number | MethodOptions<AccessOptions & SecretOptions>,
    offset?: number | MethodOptions<AccessOptions & SecretOptions>,
    options?: MethodOptions<AccessOptions & SecretOptions>,
  ): List<ServiceTrack>;
  /**
   * Lists the users who reposted a playlist.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @returns A page of users.
   */
  getReposts(playlist: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServiceUser>;
  /**
   * Adds tracks to the end of a playlist. Tracks that are already in it keep their positions.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param tracks Track ids: a list, or any iterable.
   * @param options Call options; also `force`.
   * @returns The playlist as it is now.
   */
  addTracks(
    playlist: ResourceId,
    tracks: Iterable<ResourceId>,
    options?: MethodOptions<EditOptions>,
  ): Promise<ServicePlaylist>;
  /**
   * Removes tracks from a playlist, at every position.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param tracks Track ids: a list, or any iterable. A track that isn't in the playlist is ignored.
   * @param options Call options; also `force`.
   * @returns The playlist as it is now.
   */
  removeTracks(
    playlist: ResourceId,
    tracks: Iterable<ResourceId>,
    options?: MethodOptions<EditOptions>,
  ): Promise<ServicePlaylist>;
  /**
   * Moves a track to another position in a playlist.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param track Track id.
   * @param position Its new position, from 0.
   * @param options Call options; also `force`.
   * @returns The playlist as it is now.
   */
  moveTrack(
    playlist: ResourceId,
    track: ResourceId,
    position: number,
    options?: MethodOptions<EditOptions>,
  ): Promise<ServicePlaylist>;
  /**
   * Creates a playlist.
   *
   * @param params `title`; the rest is optional.
   * @returns The playlist.
   */
  create(params: CreatePlaylistParams, options?: MethodOptions): Promise<ServicePlaylist>;
  /**
   * Updates a playlist. Omitted fields stay as they are.
   *
   * `tracks` replaces the whole list. To change single tracks, use {@linkcode addTracks}, {@linkcode removeTracks} and
   * {@linkcode moveTrack}. The artwork can't be changed.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param params Fields to change.
   * @returns The playlist.
   */
  update(playlist: ResourceId, params: UpdatePlaylistParams, options?: MethodOptions): Promise<ServicePlaylist>;
  /**
   * Deletes a playlist. Its tracks stay.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @returns Nothing. What doesn't exist is a 404, because its id may be wrong; only likes, reposts and followings are
   * `false` where there was nothing to undo.
   */
  delete(playlist: ResourceId, options?: MethodOptions): Promise<void>;
}

/** The operations of `reposts`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface RepostsApi {
  /**
   * Reposts a track.
   *
   * A user who does this too often gets a 429 whose `spamWarningUrn` is set.
   *
   * @param track Track id: number, numeric string or URN.
   * @returns True once SoundCloud has accepted it.
   */
  repostTrack(track: ResourceId, options?: MethodOptions): Promise<boolean>;
  /**
   * Removes the repost of a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @returns False when there was nothing to undo.
   */
  unrepostTrack(track: ResourceId, options?: MethodOptions): Promise<boolean>;
  /**
   * Reposts a playlist.
   *
   * A user who does this too often gets a 429 whose `spamWarningUrn` is set.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @returns True once SoundCloud has accepted it.
   */
  repostPlaylist(playlist: ResourceId, options?: MethodOptions): Promise<boolean>;
  /**
   * Removes the repost of a playlist.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @returns False when there was nothing to undo.
   */
  unrepostPlaylist(playlist: ResourceId, options?: MethodOptions): Promise<boolean>;
}

/** The operations of `resolve`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface ResolveApi {
  /**
   * Gets the user, track, playlist or system playlist of a public URL.
   *
   * Short links (`on.soundcloud.com`) and private share links work too. Blocked tracks are included.
   *
   * @param url The public URL: text, or a `URL` object.
   * @returns The resource; `kind` is its type.
   */
  resolveUrl(url: string | URL, options?: MethodOptions): Promise<ResolveResult>;
}

/** The operations of `search`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface SearchApi {
  /**
   * Searches tracks.
   *
   * Results differ by country and token. Filters don't need a query; `genres` and `tags` match loosely.
   *
   * @param query Search text; may be empty if a filter is set.
   * @param pageNumber Page number, from 0. Default 0. SoundCloud returns about 1,000 results in all.
   * @param options Call options; also `limit` (1 to 200, default 10), `access` (default `playable`), and the filters
   * `genres`, `tags`, `urns`, `bpm`, `duration`, `createdAt`.
   * @returns A page of tracks.
   */
  tracks(
    query: string,
    pageNumber?: number | MethodOptions<TrackSearchOptions>,
    options?: MethodOptions<TrackSearchOptions>,
  ): List<ServiceTrack>;
  /**
   * Searches users.
   *
   * @param query Search text; may be empty if a filter is set.
   * @param pageNumber Page number, from 0. Default 0.
   * @param options Call options; also `limit` (1 to 200, default 10), and the filter `urns`.
   * @returns A page of users.
   */
  users(
    query: string,
    pageNumber?: number | MethodOptions<UserSearchOptions>,
    options?: MethodOptions<UserSearchOptions>,
  ): List<ServiceUser>;
  /**
   * Searches playlists.
   *
   * @param query Search text.
   * @param pageNumber Page number, from 0. Default 0.
   * @param options Call options; also `limit` (1 to 200, default 10), `access`, and `showTracks` (false leaves out their
   * tracks, which makes responses much smaller).
   * @returns A page of playlists.
   */
  playlists(
    query: string,
    pageNumber?: number | MethodOptions<PlaylistSearchOptions>,
    options?: MethodOptions<PlaylistSearchOptions>,
  ): List<ServicePlaylist>;
}

/** The operations of `systemPlaylists`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface SystemPlaylistsApi {
  /**
   * Gets a system playlist with its tracks. The `station_urn` of a track or a user is the URN of its station.
   *
   * @param id URN of the system playlist, or its last two parts, as in `track-stations:1198`.
   * @returns The system playlist with the tracks that the caller may see.
   */
  getSystemPlaylist(id: string, options?: MethodOptions): Promise<ServiceSystemPlaylist>;
}

/** The operations of `tracks`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface TracksApi {
  /**
   * Gets a track.
   *
   * A private track of another user needs its `secretToken`. The counts of its `user` are 0.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Call options; also `secretToken`.
   * @returns The track.
   */
  getTrack(track: ResourceId, options?: MethodOptions<SecretOptions>): Promise<ServiceTrack>;
  /**
   * Gets many tracks in one request.
   *
   * Tracks that SoundCloud doesn't return are missing from the result. Without ids, nothing is requested.
   *
   * @param ids Track ids, at most 200: an array, a set or another iterable.
   * @returns The tracks, in the order of the ids.
   */
  getTracks(ids: Iterable<ResourceId>, options?: MethodOptions): Promise<readonly ServiceTrack[]>;
  /**
   * Lists the comments on a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `offset`.
   * @returns A page of comments.
   */
  getComments(
    track: ResourceId,
    limit?: number | MethodOptions<OffsetOptions>,
    options?: MethodOptions<OffsetOptions>,
  ): List<ServiceComment>;
  /**
   * Lists the users who like a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @returns A page of users.
   */
  getLikes(track: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServiceUser>;
  /**
   * Lists the users who reposted a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @returns A page of users.
   */
  getReposts(track: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServiceUser>;
  /**
   * Lists the playable tracks that are related to a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `access`, `offset`.
   * @returns The tracks of the first page.
   */
  getRelated(
    track: ResourceId,
    limit?: number | MethodOptions<AccessOptions & OffsetOptions>,
    options?: MethodOptions<AccessOptions & OffsetOptions>,
  ): Promise<readonly ServiceTrack[]>;
  /**
   * Lists the tracks that are related to a track, page by page.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Call options; also `limit` (1 to 200, default 50), `access` (default `playable`), `offset`.
   * @returns A page of tracks.
   */
  getRelatedPage(track: ResourceId, options?: MethodOptions<RelatedTracksOptions & OffsetOptions>): List<ServiceTrack>;
  /**
   * Likes a track.
   *
   * A user who does this too often gets a 429 whose `spamWarningUrn` is set.
   *
   * @param track Track id: number, numeric string or URN.
   * @returns True once SoundCloud has accepted it.
   */
  likeTrack(track: ResourceId, options?: MethodOptions): Promise<boolean>;
  /**
   * Unlikes a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @returns False when there was nothing to undo.
   */
  unlikeTrack(track: ResourceId, options?: MethodOptions): Promise<boolean>;
  /**
   * Gets the URLs of a track's renditions.
   *
   * They are API URLs: each needs the token and redirects to a signed URL, which needs no token and is valid for about
   * five minutes. {@linkcode getStreamUrl} does both steps.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Call options; also `secretToken`.
   * @returns URLs by rendition. Any may be missing.
   */
  getStreams(track: ResourceId, options?: MethodOptions<SecretOptions>): Promise<Streams>;
  /**
   * Gets a signed URL of a whole track, for immediate playback.
   *
   * It has the best rendition that SoundCloud grants, needs no token and is valid for about five minutes, so request it
   * just before playing. Each call counts as a play. If SoundCloud grants only the 30-second preview, the call fails
   * with the code `preview_only`; {@linkcode getPreviewUrl} returns the preview.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Call options; also `secretToken` and `renditions`.
   * @returns The URL.
   */
  getStreamUrl(track: ResourceId, options?: MethodOptions<StreamUrlOptions>): Promise<string>;
  /**
   * Gets a signed URL of a track's 30-second preview.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Call options; also `secretToken`.
   * @returns The URL. It needs no token and is valid for about five minutes.
   */
  getPreviewUrl(track: ResourceId, options?: MethodOptions<SecretOptions>): Promise<string>;
  /**
   * Waits until a new track can be played.
   *
   * SoundCloud reports no processing state, so the track is polled until it has a duration and a stream.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Call options; also `maxWaitMs` (default 600,000), `pollMs` (default 2,000), `secretToken`.
   * @returns The track.
   */
  waitUntilReady(track: ResourceId, options?: MethodOptions<WaitOptions>): Promise<ServiceTrack>;
  /**
   * Comments on a track, at a position in it if one is given.
   *
   * Comments can't be changed or deleted.
   *
   * @param track Track id: number, numeric string or URN.
   * @param body The text of the comment.
   * @param timestamp Position in the track, in milliseconds from its start. Default: none.
   * @returns The comment.
   */
  createComment(
    track: ResourceId,
    body: string,
    timestamp?: number | MethodOptions,
    options?: MethodOptions,
  ): Promise<ServiceComment>;
  /**
   * Uploads a track.
   *
   * The file is streamed, without an overall time limit. SoundCloud accepts AIFF, WAVE, FLAC, OGG, MP2, MP3, AAC, AMR
   * and WMA up to 4 GiB and 24 hours, and then processes the file: see {@linkcode waitUntilReady}. After a failure that
   * the file didn't cause, check whether the track exists before you retry.
   *
   * @param params `title` and `asset_data`; the rest is optional.
   * @param options Call options; also `onProgress`.
   * @returns The track.
   */
  upload(params: UploadTrackParams, options?: MethodOptions<UploadOptions>): Promise<ServiceTrack>;
  /**
   * Updates a track. Omitted fields stay as they are.
   *
   * @param track Track id: number, numeric string or URN.
   * @param params Fields to change.
   * @param options Call options; also `onProgress`, for the artwork.
   * @returns The track.
   */
  update(track: ResourceId, params: UpdateTrackParams, options?: MethodOptions<UploadOptions>): Promise<ServiceTrack>;
  /**
   * Replaces a track's storefront, the offer on its page.
   *
   * SoundCloud replaces the whole storefront, so send every value. It can't be read back.
   *
   * @param track Track id: number, numeric string or URN.
   * @param params `title` (100 characters), `type` and `link` (255); optional `link_title` (50), `description` (500) and
   * `price` (20).
   * @returns The storefront.
   */
  updateStorefront(track: ResourceId, params: StorefrontUpdateParams, options?: MethodOptions): Promise<Storefront>;
  /**
   * Deletes a track. Lists may still contain it for a while.
   *
   * @param track Track id: number, numeric string or URN.
   * @returns Nothing. What doesn't exist is a 404, because its id may be wrong; only likes, reposts and followings are
   * `false` where there was nothing to undo.
   */
  delete(track: ResourceId, options?: MethodOptions): Promise<void>;
}

/** The operations of `users`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface UsersApi {
  /**
   * Gets a user.
   *
   * @param user User id: number, numeric string or URN.
   * @returns The user. Its `comments_count` is always 0.
   */
  getUser(user: ResourceId, options?: MethodOptions): Promise<ServiceUser>;
  /**
   * Lists the followers of a user.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @returns A page of users.
   */
  getFollowers(user: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServiceUser>;
  /**
   * Lists the users that a user follows.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @returns A page of users.
   */
  getFollowings(user: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServiceUser>;
  /**
   * Lists the tracks of a user.
   *
   * Tracks that are blocked in the token's country are left out unless `access` includes `blocked`.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `access`, `sort`.
   * @returns A page of tracks.
   */
  getTracks(
    user: ResourceId,
    limit?: number | MethodOptions<AccessOptions & SortOptions>,
    options?: MethodOptions<AccessOptions & SortOptions>,
  ): List<ServiceTrack>;
  /**
   * Lists the playlists of a user.
   *
   * They come without their tracks, which keeps responses small; `showTracks: true` includes them.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `access`, `showTracks`.
   * @returns A page of playlists.
   */
  getPlaylists(
    user: ResourceId,
    limit?: number | MethodOptions<AccessOptions & ShowTracksOptions>,
    options?: MethodOptions<AccessOptions & ShowTracksOptions>,
  ): List<ServicePlaylist>;
  /**
   * Lists users that are similar to a user.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `offset`.
   * @returns A page of users.
   */
  getRelated(
    user: ResourceId,
    limit?: number | MethodOptions<OffsetOptions>,
    options?: MethodOptions<OffsetOptions>,
  ): List<ServiceUser>;
  /**
   * Lists the links of a user's profile.
   *
   * @param user User id: number, numeric string or URN.
   * @returns The links.
   */
  getWebProfiles(user: ResourceId, options?: MethodOptions): Promise<readonly WebProfile[]>;
  /**
   * Lists the tracks that a user likes.
   *
   * Tracks that are blocked in the token's country are left out unless `access` includes `blocked`.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @param cursor Cursor of the page, from a `next_href`. Default: the first page.
   * @param options Call options; also `access`.
   * @returns A page of tracks.
   */
  getLikesTracks(
    user: ResourceId,
    limit?: number | MethodOptions<AccessOptions>,
    cursor?: string | MethodOptions<AccessOptions>,
    options?: MethodOptions<AccessOptions>,
  ): List<ServiceTrack>;
  /**
   * Lists the playlists that a user likes.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @returns A page of playlists.
   */
  getLikesPlaylists(user: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServicePlaylist>;
  /**
   * Lists the stations and other system playlists that a user likes, without their tracks.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @returns A page of system playlists.
   */
  getLikesSystemPlaylists(
    user: ResourceId,
    limit?: number | MethodOptions,
    options?: MethodOptions,
  ): List<ServiceSystemPlaylist>;
  /**
   * Lists the tracks that a user has reposted.
   *
   * Tracks that are blocked in the token's country are left out unless `access` includes `blocked`.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @param options Call options; also `access`.
   * @returns A page of tracks.
   */
  getRepostsTracks(
    user: ResourceId,
    limit?: number | MethodOptions<AccessOptions>,
    options?: MethodOptions<AccessOptions>,
  ): List<ServiceTrack>;
  /**
   * Lists the playlists that a user has reposted.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @returns A page of playlists.
   */
  getRepostsPlaylists(user: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServicePlaylist>;
  /**
   * Lists the tracks that a user likes, from a deprecated endpoint.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items per page, 1 to 200. Default 50.
   * @returns A page of tracks.
   */
  getFavorites(user: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServiceTrack>;
  /**
   * Gets a user that another user follows.
   *
   * @param user User id: number, numeric string or URN.
   * @param following Id of the followed user.
   * @returns The followed user.
   */
  getFollowing(user: ResourceId, following: ResourceId, options?: MethodOptions): Promise<ServiceUser>;
}
