/**
 * `tonearm unlike`
 *
 * @module
 */

import type { AnyCommand } from "../../command.ts";
import { reaction } from "./reaction.ts";

/** Unlikes tracks and playlists. */
export function unlike(): AnyCommand {
  return reaction({
    name: "unlike",
    summary: "Unlike tracks and playlists",
    done: "unliked",
    idle: "was not liked",
    kinds: ["tracks", "playlists"],
    set: (client, { kind, id }, call) =>
      kind === "tracks" ? client.likes.unlikeTrack(id, call) : client.likes.unlikePlaylist(id, call),
  });
}
