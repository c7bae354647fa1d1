import type { Call } from "../http/call.ts";
import type { Operation } from "../http/operation.ts";
import { empty } from "../http/reply.ts";
import { reactionPair } from "./reactions.ts";

const created = (call: Call) => empty(call, 201);
const removed = (call: Call) => empty(call);

/** Reposts: 201 to make one, 200 to take it back, neither with a body. */
export const repostRoutes: readonly Operation[] = [
  ...reactionPair("/reposts/tracks", "track_reposts", "track", created, removed),
  ...reactionPair("/reposts/playlists", "playlist_reposts", "playlist", created, removed),
];
