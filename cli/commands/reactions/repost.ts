/**
 * `tonearm repost`
 *
 * @module
 */

import type { AnyCommand } from "../../command.ts";
import { reaction } from "./reaction.ts";

/** Reposts tracks and playlists. */
export function repost(): AnyCommand {
  return reaction({
    name: "repost",
    summary: "Repost tracks and playlists",
    done: "reposted",
    kinds: ["tracks", "playlists"],
    set: (client, { kind, id }, call) =>
      kind === "tracks" ? client.reposts.repostTrack(id, call) : client.reposts.repostPlaylist(id, call),
  });
}
