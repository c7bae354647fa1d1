import type { Call } from "../http/call.ts";
import type { Operation } from "../http/operation.ts";
import { json } from "../http/reply.ts";
import { reactionPair } from "./reactions.ts";

const ok = (call: Call) => json(call, { status: "200 - OK" });

/** Likes: 200 with a status, whether or not it already existed. */
export const likeRoutes: readonly Operation[] = [
  ...reactionPair("/likes/tracks", "track_likes", "track", ok, ok),
  ...reactionPair("/likes/playlists", "playlist_likes", "playlist", ok, ok),
];
