import { bind } from "./bind.ts";
import type { ReplySession } from "./client_session.ts";
import type {
  LikesApi,
  MeApi,
  PlaylistsApi,
  RepostsApi,
  ResolveApi,
  SearchApi,
  SystemPlaylistsApi,
  TracksApi,
  UsersApi,
} from "./namespaces.ts";
import * as likes from "../operations/likes.ts";
import * as me from "../operations/me.ts";
import * as playlists from "../operations/playlists.ts";
import * as reposts from "../operations/reposts.ts";
import * as resolve from "../operations/resolve.ts";
import * as search from "../operations/search.ts";
import * as systemPlaylists from "../operations/system_playlists.ts";
import * as tracks from "../operations/tracks.ts";
import * as users from "../operations/users.ts";
import { type RawApi, rawApi } from "./raw.ts";

/** The groups of operations that need a token. */
export interface Groups {
  /** The signed-in user. */
  readonly me: MeApi;
  /** Users. */
  readonly users: UsersApi;
  /** Tracks. */
  readonly tracks: TracksApi;
  /** Playlists. */
  readonly playlists: PlaylistsApi;
  /** System playlists: stations. */
  readonly systemPlaylists: SystemPlaylistsApi;
  /** Search. */
  readonly search: SearchApi;
  /** Public URLs. */
  readonly resolve: ResolveApi;
  /** Likes. */
  readonly likes: LikesApi;
  /** Reposts. */
  readonly reposts: RepostsApi;
  /** Other requests. */
  readonly raw: RawApi;
}

/** Binds the operations to a session. */
export function groupsOf(session: ReplySession): Groups {
  return {
    me: bind(me, session),
    users: bind(users, session),
    tracks: bind(tracks, session),
    playlists: bind(playlists, session),
    systemPlaylists: bind(systemPlaylists, session),
    search: bind(search, session),
    resolve: bind(resolve, session),
    likes: bind(likes, session),
    reposts: bind(reposts, session),
    raw: rawApi(session),
  };
}
