import type {
  CallOptions,
  PaginatedResponse,
  ServiceClient,
  ServicePlaylist,
  ServiceTrack,
  ServiceUser,
} from "@tonearm/client";

export interface PageRequest {
  readonly client: ServiceClient;
  /** The URN or number of a resource; absent for the signed-in user. */
  readonly id?: string | undefined;
  readonly limit: number;
  readonly call: CallOptions & { readonly showTracks?: boolean };
}

export type FirstPage<T, Request = PageRequest> = (request: Request) => Promise<PaginatedResponse<T>>;

export const USER_LISTS: {
  readonly tracks: FirstPage<ServiceTrack>;
  readonly playlists: FirstPage<ServicePlaylist>;
  readonly likedTracks: FirstPage<ServiceTrack>;
  readonly repostedTracks: FirstPage<ServiceTrack>;
  readonly followers: FirstPage<ServiceUser>;
  readonly following: FirstPage<ServiceUser>;
} = {
  tracks: ({ client: { me, users }, id, limit, call }) =>
    id ? users.getTracks(id, limit, call) : me.getTracks(limit, call),
  playlists: ({ client: { me, users }, id, limit, call }) =>
    id ? users.getPlaylists(id, limit, call) : me.getPlaylists(limit, call),
  likedTracks: ({ client: { me, users }, id, limit, call }) =>
    id ? users.getLikesTracks(id, limit, undefined, call) : me.getLikesTracks(limit, call),
  repostedTracks: ({ client: { me, users }, id, limit, call }) =>
    id ? users.getRepostsTracks(id, limit, call) : me.getRepostsTracks(limit, call),
  followers: ({ client: { me, users }, id, limit, call }) =>
    id ? users.getFollowers(id, limit, call) : me.getFollowers(limit, call),
  following: ({ client: { me, users }, id, limit, call }) =>
    id ? users.getFollowings(id, limit, call) : me.getFollowings(limit, call),
};
