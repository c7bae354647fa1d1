import type { Call } from "../http/call.ts";
import type { Handlers } from "../http/operation.ts";
import { json } from "../http/reply.ts";
import { adds, removes } from "./reactions.ts";

const ok = (call: Call) => json(call, { status: "200 - OK" });

/** Likes: 200 with a status, whether or not it already existed. */
export const likeRoutes: Handlers = {
  "POST /likes/tracks/{track_urn}": adds("track_likes", "track", ok),
  "DELETE /likes/tracks/{track_urn}": removes("track_likes", "track", ok),
  "POST /likes/playlists/{playlist_urn}": adds("playlist_likes", "playlist", ok),
  "DELETE /likes/playlists/{playlist_urn}": removes("playlist_likes", "playlist", ok),
};
