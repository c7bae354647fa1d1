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
import type { MethodOptions } from "./session.ts";
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

/** The operations of `likes`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface LikesApi {
  /**
   * Likes a track.
   *
   * A user who does this too often gets a 429 whose `spamWarningUrn` is set.
   *
   * @param track Track id: number, numeric string or URN.
   * @returns True: the service accepted it.
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
   * @returns True: the service accepted it.
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
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `offset`.
   * @returns A page of users.
   */
  getFollowings(
    limit?: number | MethodOptions<OffsetOptions>,
    options?: MethodOptions<OffsetOptions>,
  ): List<ServiceUser>;

  /**
   * Lists new tracks of those whom the user follows.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`, `offset`.
   * @returns One page, without a link to a next one.
   */
  getFollowingsTracks(
    limit?: number | MethodOptions<AccessOptions & OffsetOptions>,
    options?: MethodOptions<AccessOptions & OffsetOptions>,
  ): List<ServiceTrack>;

  /**
   * Lists the followers of the user.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @returns A page of users.
   */
  getFollowers(limit?: number | MethodOptions, options?: MethodOptions): List<ServiceUser>;

  /**
   * Follows a user.
   *
   * A user can follow some 2,000 others; beyond, the service answers 422.
   *
   * @param user User id: number, numeric string or URN.
   * @returns Nothing. Following a user again isn't an error.
   */
  follow(user: ResourceId, options?: MethodOptions): Promise<void>;

  /**
   * Unfollows a user.
   *
   * @param user User id: number, numeric string or URN.
   * @returns Nothing.
   */
  unfollow(user: ResourceId, options?: MethodOptions): Promise<void>;

  /**
   * Lists the user's linked accounts on other services.
   *
   * @returns The connections.
   */
  getConnections(options?: MethodOptions): Promise<Connection[]>;

  /**
   * Gets a user that the authenticated user follows.
   *
   * @param user User id: number, numeric string or URN.
   * @returns The user who is followed.
   */
  getFollowing(user: ResourceId, options?: MethodOptions): Promise<ServiceUser>;

  /**
   * Gets a follower of the authenticated user.
   *
   * @param follower Id of the user who may follow.
   * @returns The follower.
   */
  getFollower(follower: ResourceId, options?: MethodOptions): Promise<ServiceUser>;

  /**
   * Lists what happened around the user.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`.
   * @returns The activities, and links to older and to newer ones.
   */
  getActivities(
    limit?: number | MethodOptions<AccessOptions>,
    options?: MethodOptions<AccessOptions>,
  ): List<Activity, ActivitiesResponse>;

  /**
   * Lists what others did with the user's own tracks and playlists.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`.
   * @returns The activities, and links to older and to newer ones.
   */
  getActivitiesOwn(
    limit?: number | MethodOptions<AccessOptions>,
    options?: MethodOptions<AccessOptions>,
  ): List<Activity, ActivitiesResponse>;

  /**
   * Lists new tracks around the user.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`.
   * @returns The activities, and links to older and to newer ones.
   */
  getActivitiesTracks(
    limit?: number | MethodOptions<AccessOptions>,
    options?: MethodOptions<AccessOptions>,
  ): List<Activity, ActivitiesResponse>;

  /**
   * Lists what those whom the user follows posted and reposted.
   *
   * `future_href` returns later entries, for polling.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param access Which tracks: `playable`, `preview`, `blocked`. Default: the first two.
   * @returns The activities, and links to older and to newer ones.
   */
  getFeed(
    limit?: number | MethodOptions,
    access?: AccessFilter | MethodOptions,
    options?: MethodOptions,
  ): List<Activity, ActivitiesResponse>;

  /**
   * Lists the tracks of the user's feed.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param access Which tracks: `playable`, `preview`, `blocked`. Default: the first two.
   * @returns The activities, and links to older and to newer ones.
   */
  getFeedTracks(
    limit?: number | MethodOptions,
    access?: AccessFilter | MethodOptions,
    options?: MethodOptions,
  ): List<Activity, ActivitiesResponse>;

  /**
   * Lists the tracks that the user played last.
   *
   * @param access Which tracks: `playable`, `preview`, `blocked`. Default: all.
   * @returns At most 25 tracks; there is no next page.
   */
  getRecentlyPlayedTracks(access?: AccessFilter | MethodOptions, options?: MethodOptions): Promise<ServiceTrack[]>;

  /**
   * Lists the user's own tracks, private ones too.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `sort`.
   * @returns A page of tracks.
   */
  getTracks(limit?: number | MethodOptions<SortOptions>, options?: MethodOptions<SortOptions>): List<ServiceTrack>;

  /**
   * Lists the user's own playlists, private ones too.
   *
   * With `showTracks: false` they come without their tracks, which is much lighter.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `showTracks`.
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
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`.
   * @returns A page of tracks.
   */
  getLikesTracks(
    limit?: number | MethodOptions<AccessOptions>,
    options?: MethodOptions<AccessOptions>,
  ): List<ServiceTrack>;

  /**
   * Lists the playlists that the user likes.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @returns A page of playlists.
   */
  getLikesPlaylists(limit?: number | MethodOptions, options?: MethodOptions): List<ServicePlaylist>;

  /**
   * Lists the stations and other system playlists that the user likes, without their tracks.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @returns A page of system playlists.
   */
  getLikesSystemPlaylists(limit?: number | MethodOptions, options?: MethodOptions): List<ServiceSystemPlaylist>;

  /**
   * Lists the tracks that the user has reposted.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`.
   * @returns A page of tracks.
   */
  getRepostsTracks(
    limit?: number | MethodOptions<AccessOptions>,
    options?: MethodOptions<AccessOptions>,
  ): List<ServiceTrack>;

  /**
   * Lists the playlists that the user has reposted.
   *
   * @param limit Items a page, 1 to 200. Default: 50.
   * @returns A page of playlists.
   */
  getRepostsPlaylists(limit?: number | MethodOptions, options?: MethodOptions): List<ServicePlaylist>;
}

/** The operations of `playlists`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface PlaylistsApi {
  /**
   * Gets a playlist, its tracks included.
   *
   * For a long list `showTracks: false` and {@linkcode getTracks} are faster.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param options Options of the call; also `access`, `secretToken`, `showTracks`.
   * @returns The playlist. Its `track_count` also counts tracks that are hidden.
   */
  getPlaylist(
    playlist: ResourceId,
    options?: MethodOptions<AccessOptions & SecretOptions & ShowTracksOptions>,
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
   * @param limit Items a page, 1 to 200. Default: 50.
   * @returns A page of users.
   */
  getReposts(playlist: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServiceUser>;

  /**
   * Adds tracks to the end of a playlist. Those that are in it already stay where they are.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param tracks Track ids.
   * @param options Options of the call; also `force`.
   * @returns The playlist as it is now.
   */
  addTracks(
    playlist: ResourceId,
    tracks: readonly ResourceId[],
    options?: MethodOptions<EditOptions>,
  ): Promise<ServicePlaylist>;

  /**
   * Removes tracks from a playlist, at every position.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param tracks Track ids. A track that isn't in the playlist is ignored.
   * @param options Options of the call; also `force`.
   * @returns The playlist as it is now.
   */
  removeTracks(
    playlist: ResourceId,
    tracks: readonly ResourceId[],
    options?: MethodOptions<EditOptions>,
  ): Promise<ServicePlaylist>;

  /**
   * Moves a track to another place of a playlist.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param track Track id.
   * @param position Where it shall be, from 0.
   * @param options Options of the call; also `force`.
   * @returns The playlist as it is now.
   */
  moveTrack(
    playlist: ResourceId,
    track: ResourceId,
    position: number,
    options?: MethodOptions<EditOptions>,
  ): Promise<ServicePlaylist>;

  /**
   * Makes a playlist.
   *
   * @param params `title`; the rest is optional.
   * @returns The playlist.
   */
  create(params: CreatePlaylistParams, options?: MethodOptions): Promise<ServicePlaylist>;

  /**
   * Changes a playlist. Omitted fields stay as they are.
   *
   * `tracks` replaces the whole list; other tracks are removed. To change single tracks use {@linkcode addTracks},
   * {@linkcode removeTracks} and {@linkcode moveTrack}. The service has no way to change the artwork.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @param params What to change.
   * @returns The playlist.
   */
  update(playlist: ResourceId, params: UpdatePlaylistParams, options?: MethodOptions): Promise<ServicePlaylist>;

  /**
   * Deletes a playlist. Its tracks stay.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @returns Nothing.
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
   * @returns True: the service accepted it.
   */
  repostTrack(track: ResourceId, options?: MethodOptions): Promise<boolean>;

  /**
   * Takes back the repost of a track.
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
   * @returns True: the service accepted it.
   */
  repostPlaylist(playlist: ResourceId, options?: MethodOptions): Promise<boolean>;

  /**
   * Takes back the repost of a playlist.
   *
   * @param playlist Playlist id: number, numeric string or URN.
   * @returns False when there was nothing to undo.
   */
  unrepostPlaylist(playlist: ResourceId, options?: MethodOptions): Promise<boolean>;
}

/** The operations of `resolve`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface ResolveApi {
  /**
   * Gets the user, track, playlist or system playlist behind a public address.
   *
   * Short links (`on.soundcloud.com`) and private share links work too. Tracks that are blocked aren't left out here.
   *
   * @param url Address as people share it.
   * @returns The resource; its `kind` tells its type.
   */
  resolveUrl(url: string, options?: MethodOptions): Promise<ResolveResult>;
}

/** The operations of `search`. Each takes call options last. Errors and examples: see the functions of the same names. */
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
   */
  tracks(
    query: string,
    pageNumber?: number | MethodOptions<SearchOptions>,
    options?: MethodOptions<SearchOptions>,
  ): List<ServiceTrack>;

  /**
   * Searches users.
   *
   * @param query Text to look for; may be empty when a filter is set.
   * @param pageNumber Which page, from 0. Default: 0.
   * @param options Options of the call; also `limit` (1 to 200, default 10), and the filter `urns`.
   * @returns A page of users.
   */
  users(
    query: string,
    pageNumber?: number | MethodOptions<SearchOptions>,
    options?: MethodOptions<SearchOptions>,
  ): List<ServiceUser>;

  /**
   * Searches playlists.
   *
   * @param query Text to look for.
   * @param pageNumber Which page, from 0. Default: 0.
   * @param options Options of the call; also `limit` (1 to 200, default 10), `access`, and `showTracks`: with false the
   * playlists come without their tracks, which is much lighter.
   * @returns A page of playlists.
   */
  playlists(
    query: string,
    pageNumber?: number | MethodOptions<SearchOptions>,
    options?: MethodOptions<SearchOptions>,
  ): List<ServicePlaylist>;
}

/** The operations of `systemPlaylists`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface SystemPlaylistsApi {
  /**
   * Gets a system playlist, its tracks included. The `station_urn` of a track or a user names its station.
   *
   * @param id URN of the system playlist, or the last two parts of it, as in `track-stations:1198`.
   * @returns The system playlist with the tracks that the caller may see.
   */
  getSystemPlaylist(id: string, options?: MethodOptions): Promise<ServiceSystemPlaylist>;
}

/** The operations of `tracks`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface TracksApi {
  /**
   * Gets a track.
   *
   * A private track of another user needs its `secretToken`. The user inside has counts of 0.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call; also `secretToken`.
   * @returns The track.
   */
  getTrack(track: ResourceId, options?: MethodOptions<SecretOptions>): Promise<ServiceTrack>;

  /**
   * Gets many tracks with one request.
   *
   * Tracks that the service doesn't give are missing from the result. No id, no request.
   *
   * @param ids Track ids, at most 200.
   * @returns The tracks, in the order of the ids.
   */
  getTracks(ids: readonly ResourceId[], options?: MethodOptions): Promise<ServiceTrack[]>;

  /**
   * Lists the comments on a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `offset`.
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
   * @param limit Items a page, 1 to 200. Default: 50.
   * @returns A page of users.
   */
  getLikes(track: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServiceUser>;

  /**
   * Lists the users who reposted a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @returns A page of users.
   */
  getReposts(track: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServiceUser>;

  /**
   * Lists the playable tracks that are related to a track.
   *
   * @param track Track id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`, `offset`.
   * @returns The tracks of the first page.
   */
  getRelated(
    track: ResourceId,
    limit?: number | MethodOptions<AccessOptions & OffsetOptions>,
    options?: MethodOptions<AccessOptions & OffsetOptions>,
  ): Promise<ServiceTrack[]>;

  /**
   * Lists the tracks that are related to a track, page by page.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call; also `limit` (1 to 200, default 50), `access` (default `playable`), `offset`.
   * @returns A page of tracks.
   */
  getRelatedPage(track: ResourceId, options?: MethodOptions<RelatedTracksOptions & OffsetOptions>): List<ServiceTrack>;

  /**
   * Likes a track.
   *
   * A user who does this too often gets a 429 whose `spamWarningUrn` is set.
   *
   * @param track Track id: number, numeric string or URN.
   * @returns True: the service accepted it.
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
   * Gets the addresses of a track's renditions.
   *
   * They are addresses of the API: each needs the token and redirects to a signed one, which takes no token and lives
   * for some five minutes. {@linkcode getStreamUrl} does both steps.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call; also `secretToken`.
   * @returns Addresses by rendition. Any may be missing.
   */
  getStreams(track: ResourceId, options?: MethodOptions<SecretOptions>): Promise<Streams>;

  /**
   * Gets a signed address at which a whole track can be played now.
   *
   * It's that of the best rendition the service grants. It needs no token and is valid for about five minutes, so request
   * it just before playing. Each call counts as a play. Where only the 30 second preview is granted, the call fails with
   * the code `preview_only`, and {@linkcode getPreviewUrl} has the preview.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call; also `secretToken` and `renditions`.
   * @returns The address.
   */
  getStreamUrl(track: ResourceId, options?: MethodOptions<StreamUrlOptions>): Promise<string>;

  /**
   * Gets a signed address of a track's 30 second preview.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call; also `secretToken`.
   * @returns The address. It takes no token, and lives for some five minutes.
   */
  getPreviewUrl(track: ResourceId, options?: MethodOptions<SecretOptions>): Promise<string>;

  /**
   * Waits until a new track can be heard.
   *
   * The service reports no state, so the track is polled: it's ready when it has a duration and a stream.
   *
   * @param track Track id: number, numeric string or URN.
   * @param options Options of the call; also `maxWaitMs` (default 600,000), `pollMs` (default 2,000), `secretToken`.
   * @returns The track.
   */
  waitUntilReady(track: ResourceId, options?: MethodOptions<WaitOptions>): Promise<ServiceTrack>;

  /**
   * Comments on a track, at a moment of it if you like.
   *
   * Comments can be neither changed nor deleted.
   *
   * @param track Track id: number, numeric string or URN.
   * @param body The text of the comment.
   * @param timestamp When in the track, in milliseconds from its start. Default: nowhere in particular.
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
   * The file is streamed, whatever its size, and has no time limit. The service takes AIFF, WAVE, FLAC, OGG, MP2, MP3,
   * AAC, AMR and WMA up to 4 GiB and 24 hours, then works on it for a while: see {@linkcode waitUntilReady}. After a
   * failure that doesn't concern the file, check whether the track exists before you try again.
   *
   * @param params `title` and `asset_data`; the rest is optional.
   * @param options Options of the call; also `onProgress`.
   * @returns The track.
   */
  upload(params: UploadTrackParams, options?: MethodOptions<UploadOptions>): Promise<ServiceTrack>;

  /**
   * Changes a track. Omitted fields stay as they are.
   *
   * @param track Track id: number, numeric string or URN.
   * @param params What to change.
   * @param options Options of the call; also `onProgress`, for the artwork.
   * @returns The track.
   */
  update(track: ResourceId, params: UpdateTrackParams, options?: MethodOptions<UploadOptions>): Promise<ServiceTrack>;

  /**
   * Replaces a track's storefront, the offer on its page.
   *
   * The service replaces the whole storefront, so send every value. It can't be read back.
   *
   * @param track Track id: number, numeric string or URN.
   * @param params `title` (100 characters), `type` and `link` (255); optional `link_title` (50), `description` (500) and
   * `price` (20).
   * @returns The storefront.
   */
  updateStorefront(track: ResourceId, params: StorefrontUpdateParams, options?: MethodOptions): Promise<Storefront>;

  /**
   * Deletes a track. It may show in lists for a while.
   *
   * @param track Track id: number, numeric string or URN.
   * @returns Nothing.
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
   * @param limit Items a page, 1 to 200. Default: 50.
   * @returns A page of users.
   */
  getFollowers(user: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServiceUser>;

  /**
   * Lists the users that a user follows.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @returns A page of users.
   */
  getFollowings(user: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServiceUser>;

  /**
   * Lists the tracks of a user.
   *
   * Tracks that are blocked where the token's country is are left out, unless `access` names them.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`, `sort`.
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
   * They come without their tracks, which is much lighter: `showTracks: true` brings these too.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`, `showTracks`.
   * @returns A page of playlists.
   */
  getPlaylists(
    user: ResourceId,
    limit?: number | MethodOptions<AccessOptions & ShowTracksOptions>,
    options?: MethodOptions<AccessOptions & ShowTracksOptions>,
  ): List<ServicePlaylist>;

  /**
   * Lists users that are like a user.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `offset`.
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
  getWebProfiles(user: ResourceId, options?: MethodOptions): Promise<WebProfile[]>;

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
   * @param limit Items a page, 1 to 200. Default: 50.
   * @returns A page of playlists.
   */
  getLikesPlaylists(user: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServicePlaylist>;

  /**
   * Lists the stations and other system playlists that a user likes, without their tracks.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
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
   * Tracks that are blocked where the token's country is are left out, unless `access` names them.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @param options Options of the call; also `access`.
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
   * @param limit Items a page, 1 to 200. Default: 50.
   * @returns A page of playlists.
   */
  getRepostsPlaylists(user: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServicePlaylist>;

  /**
   * Lists the tracks that a user likes, from a deprecated endpoint.
   *
   * @param user User id: number, numeric string or URN.
   * @param limit Items a page, 1 to 200. Default: 50.
   * @returns A page of tracks.
   */
  getFavorites(user: ResourceId, limit?: number | MethodOptions, options?: MethodOptions): List<ServiceTrack>;

  /**
   * Gets a user, if another user follows them.
   *
   * @param user User id: number, numeric string or URN.
   * @param following Id of the user who may be followed.
   * @returns The user who is followed.
   */
  getFollowing(user: ResourceId, following: ResourceId, options?: MethodOptions): Promise<ServiceUser>;
}
