import type { Call, Operation } from "../context.ts";
import { presentTrack } from "../present/track.ts";
import { json } from "../reply.ts";
import { visibleTrack } from "../visibility.ts";

function getTrack(call: Call): Response {
  return json(call, presentTrack(call, visibleTrack(call)));
}

/** Tracks: reading, changing, what people say and do about them. */
export const trackRoutes: readonly Operation[] = [
  { method: "GET", path: "/tracks/:track", needs: "app", query: ["secret_token"], run: getTrack },
];
