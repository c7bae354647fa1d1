import type { ServiceClient } from "@tonearm/client";
import type { ResourceKind, ResourceRef } from "../ids.ts";
import { runIds } from "../run_ids.ts";
import { act, type AnyCommand } from "../command.ts";
import { batch } from "./option_sets.ts";
import { line } from "../output/text.ts";

export interface Reaction {
  readonly summary: string;
  /** The message after success. */
  readonly done: string;
  /** The message if there was nothing to undo. Default: the service doesn't tell. */
  readonly idle?: string;
  readonly kinds: readonly ResourceKind[];
  /** Sends the reaction; resolves with false if there was nothing to undo. */
  set(client: ServiceClient, thing: ResourceRef, call: { signal: AbortSignal }): Promise<boolean>;
}

type ReactionName = "like" | "unlike" | "repost" | "unrepost" | "follow" | "unfollow";

const REACTIONS: Readonly<Record<ReactionName, Reaction>> = {
  like: {
    summary: "Like tracks and playlists",
    done: "liked",
    kinds: ["tracks", "playlists"],
    set: (client, { kind, id }, call) =>
      kind === "tracks" ? client.likes.likeTrack(id, call) : client.likes.likePlaylist(id, call),
  },
  unlike: {
    summary: "Unlike tracks and playlists",
    done: "unliked",
    idle: "was not liked",
    kinds: ["tracks", "playlists"],
    set: (client, { kind, id }, call) =>
      kind === "tracks" ? client.likes.unlikeTrack(id, call) : client.likes.unlikePlaylist(id, call),
  },
  repost: {
    summary: "Repost tracks and playlists",
    done: "reposted",
    kinds: ["tracks", "playlists"],
    set: (client, { kind, id }, call) =>
      kind === "tracks" ? client.reposts.repostTrack(id, call) : client.reposts.repostPlaylist(id, call),
  },
  unrepost: {
    summary: "Undo reposts of tracks and playlists",
    done: "unreposted",
    idle: "was not reposted",
    kinds: ["tracks", "playlists"],
    set: (client, { kind, id }, call) =>
      kind === "tracks" ? client.reposts.unrepostTrack(id, call) : client.reposts.unrepostPlaylist(id, call),
  },
  follow: {
    summary: "Follow users",
    done: "following",
    kinds: ["users"],
    set: (client, { id }, call) => client.me.follow(id, call),
  },
  unfollow: {
    summary: "Unfollow users",
    done: "unfollowed",
    idle: "was not followed",
    kinds: ["users"],
    set: (client, { id }, call) => client.me.unfollow(id, call),
  },
};

export function reaction(name: ReactionName): AnyCommand {
  const { summary, done, idle = done, kinds, set } = REACTIONS[name];
  const [kind = "tracks"] = kinds;
  const example = kind === "users" ? "soundcloud:users:9" : "soundcloud:tracks:1143";
  const bare = kinds.length > 1 ? " A bare number is a track's." : "";
  return batch({ fields: ["id", "action", "changed"], writes: true })
    .description(`${summary}\n\nAn id is a URN, a number, a name or a URL; \`-\` reads ids from stdin.${bare}`)
    .arguments(kind === "users" ? "<id...:string:user>" : "<id...:string:track>")
    .example("A single one", `tonearm ${name} ${example}`)
    .example("Many, from a file of ids", `tonearm ${name} - < ${kind}.txt`)
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
