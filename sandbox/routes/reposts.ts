import type { Call } from "../http/call.ts";
import type { Handlers } from "../http/operation.ts";
import { empty } from "../http/reply.ts";
import { adds, removes } from "./reactions.ts";

const created = (call: Call) => empty(call, 201);
const removed = (call: Call) => empty(call);

/** Reposts: POST is a 201, DELETE a 200, both without a body. */
export const repostRoutes: Handlers = {
  "POST /reposts/tracks/{track_urn}": adds("track_reposts", "track", created),
  "DELETE /reposts/tracks/{track_urn}": removes("track_reposts", "track", removed),
  "POST /reposts/playlists/{playlist_urn}": adds("playlist_reposts", "playlist", created),
  "DELETE /reposts/playlists/{playlist_urn}": removes("playlist_reposts", "playlist", removed),
};
