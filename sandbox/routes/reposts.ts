import type { Call } from "../http/call.ts";
import type { Operation } from "../http/operation.ts";
import { empty } from "../http/reply.ts";
import { reactionPair } from "./reactions.ts";

const created = (call: Call) => empty(call, 201);
const removed = (call: Call) => empty(call);

/** Reposts: POST is a 201, DELETE a 200, both without a body. */
export const repostRoutes: readonly Operation[] = [
  ...reactionPair("/reposts/tracks", "track_reposts", "track", created, removed),
  ...reactionPair("/reposts/playlists", "playlist_reposts", "playlist", created, removed),
];
