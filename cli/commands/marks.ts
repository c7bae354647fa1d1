/**
 * `tonearm like`, `unlike`, `repost`, `unrepost`, `follow`, `unfollow`: marks that one puts on things, and takes off.
 *
 * @module
 */

import type { ServiceClient } from "@tonearm/client";
import { type Command, command } from "../command.ts";
import { finishBatch, forEach, identify, type Named, readIds, type Thing } from "../ids.ts";
import { showBatch } from "../output/result.ts";
import { line } from "../output/text.ts";

/** One kind of mark, put on or taken off. */
interface Mark {
  /** The command's name. */
  readonly name: string;
  /** What was done, and what it means that there was nothing to undo. */
  readonly done: string;
  readonly idle: string;
  /** What can be marked. */
  readonly kinds: readonly Thing[];
  /** Marks it; false when an undo found nothing to undo. */
  set(client: ServiceClient, thing: Named, call: { signal: AbortSignal }): Promise<boolean>;
}

interface Marked {
  readonly id: string;
  readonly action: string;
  readonly changed: boolean;
}

function marking(mark: Mark): Command {
  const [kind = "tracks"] = mark.kinds;
  return command({
    words: "<id...>",
    details: `An id is a URN, a number or a web address; \`-\` reads ids from stdin.${
      mark.kinds.length > 1 ? " A bare number is a track's." : ""
    }`,
    options: {},
    fields: ["id", "action", "changed"],
    examples: [
      [`${mark.name} one`, `tonearm ${mark.name} soundcloud:${kind}:1`],
      [`${mark.name} many`, `tonearm ${mark.name} - < ids.txt`],
    ],
    async run(context, _options, words) {
      const ids = await readIds(context, words, mark.kinds);
      const { client } = await context.connectAsUser();
      const batch = await forEach(context, ids, async (word): Promise<Marked> => {
        const thing = await identify(context, word, mark.kinds);
        const changed = await mark.set(client, thing, { signal: context.host.signal });
        return { id: thing.id, action: mark.name, changed };
      });
      await showBatch(
        context,
        words,
        batch.results,
        ({ id, changed }) => line`${changed ? mark.done : mark.idle}\t${id}`,
      );
      await finishBatch(context, batch);
    },
  });
}

/** Likes tracks and playlists. */
export const like: Command = marking({
  name: "like",
  done: "liked",
  idle: "already liked",
  kinds: ["tracks", "playlists"],
  set: (client, { kind, id }, call) =>
    kind === "tracks" ? client.likes.likeTrack(id, call) : client.likes.likePlaylist(id, call),
});

/** Takes likes back. */
export const unlike: Command = marking({
  name: "unlike",
  done: "unliked",
  idle: "was not liked",
  kinds: ["tracks", "playlists"],
  set: (client, { kind, id }, call) =>
    kind === "tracks" ? client.likes.unlikeTrack(id, call) : client.likes.unlikePlaylist(id, call),
});

/** Reposts tracks and playlists. */
export const repost: Command = marking({
  name: "repost",
  done: "reposted",
  idle: "already reposted",
  kinds: ["tracks", "playlists"],
  set: (client, { kind, id }, call) =>
    kind === "tracks" ? client.reposts.repostTrack(id, call) : client.reposts.repostPlaylist(id, call),
});

/** Takes reposts back. */
export const unrepost: Command = marking({
  name: "unrepost",
  done: "unreposted",
  idle: "was not reposted",
  kinds: ["tracks", "playlists"],
  set: (client, { kind, id }, call) =>
    kind === "tracks" ? client.reposts.unrepostTrack(id, call) : client.reposts.unrepostPlaylist(id, call),
});

/** Follows users. */
export const follow: Command = marking({
  name: "follow",
  done: "following",
  idle: "already following",
  kinds: ["users"],
  set: async (client, { id }, call) => {
    await client.me.follow(id, call);
    return true;
  },
});

/** Unfollows users. */
export const unfollow: Command = marking({
  name: "unfollow",
  done: "unfollowed",
  idle: "was not followed",
  kinds: ["users"],
  set: async (client, { id }, call) => {
    await client.me.unfollow(id, call);
    return true;
  },
});
