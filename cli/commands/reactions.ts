/**
 * `tonearm like`, `unlike`, `repost`, `unrepost`, `follow` and `unfollow`
 *
 * @module
 */

import type { ServiceClient } from "@tonearm/client";
import { runIds } from "../batch.ts";
import { act, type AnyCommand, command } from "../command.ts";
import type { Named, Thing } from "../ids.ts";
import { line } from "../output/text.ts";

/** A reaction, given or taken back. */
interface Reaction {
  /** The command's name. */
  readonly name: string;
  /** What the command does, in one line. */
  readonly summary: string;
  /** What was done, and what it means that there was nothing to undo. */
  readonly done: string;
  readonly idle: string;
  /** What can be reacted to. */
  readonly kinds: readonly Thing[];
  /** Does it; false when an undo found nothing to undo. */
  set(client: ServiceClient, thing: Named, call: { signal: AbortSignal }): Promise<boolean>;
}

function reaction({ name, summary, done, idle, kinds, set }: Reaction): AnyCommand {
  const [kind = "tracks"] = kinds;
  const bare = kinds.length > 1 ? " A bare number is a track's." : "";
  return command({ fields: ["id", "action", "changed"] })
    .description(`${summary}\n\nAn id is a URN, a number, a name or a web address; \`-\` reads ids from stdin.${bare}`)
    .arguments("<id...:string>")
    .option("--continue-on-error", "Go on even after failures that will repeat")
    .option("--fail-fast", "Stop at the first failure", { conflicts: ["continue-on-error"] })
    .example(`${name} one`, `tonearm ${name} soundcloud:${kind}:1`)
    .example(`${name} many`, `tonearm ${name} - < ids.txt`)
    .action(act(async (context, options, ...words) => {
      await runIds(context, words, {
        kinds,
        needsUser: true,
        take: async (client, thing, call) => {
          const changed = await set(client, thing, call);
          return { id: thing.id, action: name, changed };
        },
        draw: ({ id, changed }) => line`${changed ? done : idle}\t${id}`,
      }, options);
    }));
}

/** Likes tracks and playlists. */
export function like(): AnyCommand {
  return reaction({
    name: "like",
    summary: "Like tracks and playlists",
    done: "liked",
    idle: "already liked",
    kinds: ["tracks", "playlists"],
    set: (client, { kind, id }, call) =>
      kind === "tracks" ? client.likes.likeTrack(id, call) : client.likes.likePlaylist(id, call),
  });
}

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

/** Reposts tracks and playlists. */
export function repost(): AnyCommand {
  return reaction({
    name: "repost",
    summary: "Repost tracks and playlists",
    done: "reposted",
    idle: "already reposted",
    kinds: ["tracks", "playlists"],
    set: (client, { kind, id }, call) =>
      kind === "tracks" ? client.reposts.repostTrack(id, call) : client.reposts.repostPlaylist(id, call),
  });
}

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

/** Follows users. */
export function follow(): AnyCommand {
  return reaction({
    name: "follow",
    summary: "Follow users",
    done: "following",
    idle: "already following",
    kinds: ["users"],
    set: async (client, { id }, call) => {
      await client.me.follow(id, call);
      return true;
    },
  });
}

/** Unfollows users. */
export function unfollow(): AnyCommand {
  return reaction({
    name: "unfollow",
    summary: "Unfollow users",
    done: "unfollowed",
    idle: "was not followed",
    kinds: ["users"],
    set: async (client, { id }, call) => {
      await client.me.unfollow(id, call);
      return true;
    },
  });
}
