/**
 * `tonearm like`
 *
 * @module
 */

import type { AnyCommand } from "../../command.ts";
import { reaction } from "./reaction.ts";

/** Likes tracks and playlists. */
export function like(): AnyCommand {
  return reaction({
    name: "like",
    summary: "Like tracks and playlists",
    done: "liked",
    kinds: ["tracks", "playlists"],
    set: (client, { kind, id }, call) =>
      kind === "tracks" ? client.likes.likeTrack(id, call) : client.likes.likePlaylist(id, call),
  });
}
