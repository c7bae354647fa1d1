/**
 * `tonearm unrepost`
 *
 * @module
 */

import type { AnyCommand } from "../../command.ts";
import { reaction } from "./reaction.ts";

/** Undoes reposts. */
export function unrepost(): AnyCommand {
  return reaction({
    name: "unrepost",
    summary: "Undo reposts of tracks and playlists",
    done: "unreposted",
    idle: "was not reposted",
    kinds: ["tracks", "playlists"],
    set: (client, { kind, id }, call) =>
      kind === "tracks" ? client.reposts.unrepostTrack(id, call) : client.reposts.unrepostPlaylist(id, call),
  });
}
