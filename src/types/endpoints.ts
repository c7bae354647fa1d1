/** The types of responses by method and path. */
import type { ActivitiesResponse } from "./activity.ts";
import type { ServiceComment } from "./comment.ts";
import type { Connection } from "./connection.ts";
import type { PaginatedResponse } from "./page.ts";
import type { ServicePlaylist } from "./playlist.ts";
import type { Storefront } from "./storefront.ts";
import type { Streams } from "./streams.ts";
import type { ServiceSystemPlaylist } from "./system_playlist.ts";
import type { ServiceTrack } from "./track.ts";
import type { ServiceMe, ServiceUser } from "./user.ts";
import type { WebProfile } from "./web_profile.ts";

/** A list as SoundCloud sends it: a page with `linked_partitioning`, otherwise an array. */
export type ListReply<T> = PaginatedResponse<T> | readonly T[];

/** SoundCloud's status message for a write. */
export interface StatusReply {
  /** As in `200 - OK`. */
  status: string;
}

/** A redirect. */
export interface RedirectReply extends StatusReply {
  /** Its target. */
  location: string;
}

/**
 * The successful responses of the documented operations; `undefined` for an empty response.
 *
 * @see https://developers.soundcloud.com/docs/api/explorer/open-api
 */
export type Endpoints = {
  "DELETE /likes/playlists/{playlist_urn}": StatusReply;
  "DELETE /likes/tracks/{track_urn}": StatusReply;
  "DELETE /me/followings/{user_urn}": StatusReply;
  "DELETE /playlists/{playlist_urn}": undefined;
  "DELETE /reposts/playlists/{playlist_urn}": undefined;
  "DELETE /reposts/tracks/{track_urn}": undefined;
  "DELETE /tracks/{track_urn}": undefined;
  "GET /me": ServiceMe;
  "GET /me/activities": ActivitiesResponse;
  "GET /me/activities/all/own": ActivitiesResponse;
  "GET /me/activities/tracks": ActivitiesResponse;
  "GET /me/connections": Connection[];
  "GET /me/feed": ActivitiesResponse;
  "GET /me/feed/tracks": ActivitiesResponse;
  "GET /me/followers": PaginatedResponse<ServiceUser>;
  "GET /me/followers/{follower_urn}": ServiceUser;
  "GET /me/followings": PaginatedResponse<ServiceUser>;
  "GET /me/followings/tracks": ServiceTrack[];
  "GET /me/followings/{user_urn}": ServiceUser;
  "GET /me/likes/playlists": ListReply<ServicePlaylist>;
  "GET /me/likes/system-playlists": ListReply<ServiceSystemPlaylist>;
  "GET /me/likes/tracks": ListReply<ServiceTrack>;
  "GET /me/playlists": ListReply<ServicePlaylist>;
  "GET /me/recently-played/tracks": ListReply<ServiceTrack>;
  "GET /me/reposts/playlists": ListReply<ServicePlaylist>;
  "GET /me/reposts/tracks": ListReply<ServiceTrack>;
  "GET /me/tracks": ListReply<ServiceTrack>;
  "GET /playlists": ListReply<ServicePlaylist>;
  "GET /playlists/{playlist_urn}": ServicePlaylist;
  "GET /playlists/{playlist_urn}/reposters": PaginatedResponse<ServiceUser>;
  "GET /playlists/{playlist_urn}/tracks": ListReply<ServiceTrack>;
  "GET /resolve": RedirectReply;
  "GET /system-playlists/{id}": ServiceSystemPlaylist;
  "GET /tracks": ListReply<ServiceTrack>;
  "GET /tracks/{track_urn}": ServiceTrack;
  "GET /tracks/{track_urn}/comments": PaginatedResponse<ServiceComment>;
  "GET /tracks/{track_urn}/favoriters": PaginatedResponse<ServiceUser>;
  "GET /tracks/{track_urn}/preview": RedirectReply;
  "GET /tracks/{track_urn}/related": ListReply<ServiceTrack>;
  "GET /tracks/{track_urn}/reposters": PaginatedResponse<ServiceUser>;
  "GET /tracks/{track_urn}/streams": Streams;
  "GET /users": PaginatedResponse<ServiceUser>;
  "GET /users/{user_urn}": ServiceUser;
  "GET /users/{user_urn}/favorites": ListReply<ServiceTrack>;
  "GET /users/{user_urn}/followers": PaginatedResponse<ServiceUser>;
  "GET /users/{user_urn}/followings": PaginatedResponse<ServiceUser>;
  "GET /users/{user_urn}/followings/{following_urn}": ServiceUser;
  "GET /users/{user_urn}/likes/playlists": ListReply<ServicePlaylist>;
  "GET /users/{user_urn}/likes/system-playlists": ListReply<ServiceSystemPlaylist>;
  "GET /users/{user_urn}/likes/tracks": ListReply<ServiceTrack>;
  "GET /users/{user_urn}/playlists": ListReply<ServicePlaylist>;
  "GET /users/{user_urn}/related": PaginatedResponse<ServiceUser>;
  "GET /users/{user_urn}/reposts/playlists": ListReply<ServicePlaylist>;
  "GET /users/{user_urn}/reposts/tracks": ListReply<ServiceTrack>;
  "GET /users/{user_urn}/tracks": ListReply<ServiceTrack>;
  "GET /users/{user_urn}/web-profiles": WebProfile[];
  "POST /disconnect": undefined;
  "POST /likes/playlists/{playlist_urn}": StatusReply;
  "POST /likes/tracks/{track_urn}": StatusReply;
  "POST /playlists": ServicePlaylist;
  "POST /reposts/playlists/{playlist_urn}": undefined;
  "POST /reposts/tracks/{track_urn}": undefined;
  "POST /sign-out": undefined;
  "POST /tracks": ServiceTrack;
  "POST /tracks/{track_urn}/comments": ServiceComment;
  "PUT /me/followings/{user_urn}": StatusReply | ServiceUser;
  "PUT /playlists/{playlist_urn}": ServicePlaylist;
  "PUT /tracks/{track_urn}": ServiceTrack;
  "PUT /tracks/{track_urn}/storefront": Storefront;
};

/**
 * The parts between the slashes of a path.
 *
 * @internal
 */
type Segments<Path extends string> = Path extends `${infer First}/${infer Rest}` ? First | Segments<Rest> : Path;

/**
 * The literal segments of paths; every other segment is an id.
 *
 * @internal
 */
type Word = Exclude<keyof Endpoints extends `${string} /${infer Path}` ? Segments<Path> : never, `{${string}}`>;

/**
 * A path with `{}` in place of its ids.
 *
 * @internal
 */
type Shape<Path extends string> = Path extends `${infer First}/${infer Rest}` ? `${Shape<First>}/${Shape<Rest>}`
  : Path extends Word | "" ? Path
  : "{}";

/**
 * The path of a request, without the query.
 *
 * @internal
 */
type Bare<Path extends string> = Path extends `${infer Start}?${string}` ? Start : Path;

/**
 * The operations by method and shape.
 *
 * @internal
 */
type Shapes = {
  [Name in keyof Endpoints as Name extends `${infer Method} ${infer Path}` ? `${Method} ${Shape<Path>}` : never]:
    Endpoints[Name];
};

/**
 * The type of a successful response of a documented path; `unknown` for any other path.
 *
 * @example
 * ```ts
 * import type { EndpointReply, ServiceTrack } from "@tonearm/client";
 *
 * type Track = EndpointReply<"GET", "/tracks/123">;
 * const title = (track: Track): ServiceTrack["title"] => track.title;
 * ```
 */
export type EndpointReply<Method extends string, Path extends string> = `${Method} ${Shape<Bare<Path>>}` extends
  infer Name extends keyof Shapes ? Shapes[Name] : unknown;
