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

export type Page<T> = Promise<PaginatedResponse<T>>;

export const USER_LISTS = {
  tracks: ({ client: { me, users }, id, limit, call }: PageRequest): Page<ServiceTrack> =>
    id ? users.getTracks(id, limit, call) : me.getTracks(limit, call),
  playlists: ({ client: { me, users }, id, limit, call }: PageRequest): Page<ServicePlaylist> =>
    id ? users.getPlaylists(id, limit, call) : me.getPlaylists(limit, call),
  likedTracks: ({ client: { me, users }, id, limit, call }: PageRequest): Page<ServiceTrack> =>
    id ? users.getLikesTracks(id, limit, undefined, call) : me.getLikesTracks(limit, call),
  repostedTracks: ({ client: { me, users }, id, limit, call }: PageRequest): Page<ServiceTrack> =>
    id ? users.getRepostsTracks(id, limit, call) : me.getRepostsTracks(limit, call),
  followers: ({ client: { me, users }, id, limit, call }: PageRequest): Page<ServiceUser> =>
    id ? users.getFollowers(id, limit, call) : me.getFollowers(limit, call),
  following: ({ client: { me, users }, id, limit, call }: PageRequest): Page<ServiceUser> =>
    id ? users.getFollowings(id, limit, call) : me.getFollowings(limit, call),
};
