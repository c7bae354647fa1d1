import { runIds } from "../run_ids.ts";
import { act, type AnyCommand } from "../command.ts";
import { kindsFor, react, type Reaction } from "../calls/reactions.ts";
import { batch } from "./option_sets.ts";
import { line } from "../output/text.ts";

interface Words {
  readonly summary: string;
  readonly done: string;
  /** The message if there was nothing to undo. Default: SoundCloud doesn't tell. */
  readonly idle?: string;
}

const WORDS: Readonly<Record<Reaction, Words>> = {
  like: { summary: "Like tracks and playlists", done: "liked" },
  unlike: { summary: "Unlike tracks and playlists", done: "unliked", idle: "was not liked" },
  repost: { summary: "Repost tracks and playlists", done: "reposted" },
  unrepost: { summary: "Undo reposts of tracks and playlists", done: "unreposted", idle: "was not reposted" },
  follow: { summary: "Follow users", done: "following" },
  unfollow: { summary: "Unfollow users", done: "unfollowed", idle: "was not followed" },
};

export function reaction(name: Reaction): AnyCommand {
  const { summary, done, idle = done } = WORDS[name];
  const kinds = kindsFor(name);
  const [kind] = kinds;
  const example = kind === "users" ? "soundcloud:users:9" : "soundcloud:tracks:1143";
  const bare = kinds.length > 1 ? " A plain number is the id of a track." : "";
  return batch({ fields: ["id", "action", "changed"], writes: true })
    .description(`${summary}\n\nAn id is a URN, a number, a name or a URL; \`-\` reads ids from stdin.${bare}`)
    .arguments(kind === "users" ? "<id...:string:user>" : "<id...:string:track>")
    .example(kind === "users" ? "One user" : "One track", `tonearm ${name} ${example}`)
    .example("All ids of a file", `tonearm ${name} - < ${kind}.txt`)
    .action(act(async (context, options, ...words) => {
      await runIds(context, words, {
        kinds,
        needsUser: true,
        take: async (client, resource, call) => {
          const changed = await react(client, name, resource, call);
          return { id: resource.id, action: name, changed };
        },
        draw: ({ id, changed }) => line`${changed ? done : idle}\t${id}`,
      }, options);
    }));
}
