import { type Operation, operationsWith } from "../http/operation.ts";
import { appRoutes } from "./apps.ts";
import { feedRoutes } from "./feed.ts";
import { likeRoutes } from "./likes.ts";
import { meRoutes } from "./me.ts";
import { mediaRoutes } from "./media.ts";
import { oauthRoutes } from "./oauth.ts";
import { oembedRoutes } from "./oembed.ts";
import { pairingRoutes } from "./pairing.ts";
import { playerRoutes } from "./player.ts";
import { playlistRoutes } from "./playlists.ts";
import { reactorRoutes } from "./reactions.ts";
import { repostRoutes } from "./reposts.ts";
import { resolveRoutes } from "./resolve.ts";
import { searchRoutes } from "./search.ts";
import { streamRoutes } from "./streams.ts";
import { systemPlaylistRoutes } from "./system_playlists.ts";
import { trackRoutes } from "./tracks.ts";
import { userListRoutes } from "./user_lists.ts";
import { userRoutes } from "./users.ts";

/** All operations of the sandbox. */
export const operations: readonly Operation[] = operationsWith({
  ...searchRoutes,
  ...userRoutes,
  ...userListRoutes,
  ...trackRoutes,
  ...streamRoutes,
  ...oauthRoutes,
  ...playlistRoutes,
  ...systemPlaylistRoutes,
  ...meRoutes,
  ...feedRoutes,
  ...likeRoutes,
  ...repostRoutes,
  ...reactorRoutes,
  ...resolveRoutes,
  ...appRoutes,
  ...pairingRoutes,
  ...mediaRoutes,
  ...oembedRoutes,
  ...playerRoutes,
});
