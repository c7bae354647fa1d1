/**
 * `tonearm likes`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../command.ts";
import { identify, readId } from "../ids.ts";
import { PLAYLIST_COLUMNS, TRACK_COLUMNS } from "../output/columns.ts";
import { anyOf, PLAYLIST_FIELDS, TRACK_FIELDS } from "../output/fields.ts";
import { pageSize, showList } from "../output/lists.ts";

/** Shows what a user likes. */
export function likes(): AnyCommand {
  return command({ fields: anyOf(TRACK_FIELDS, PLAYLIST_FIELDS) })
    .description("Show liked tracks or playlists\n\nWithout a user: your own.")
    .arguments("[user:string:user]")
    .option("--playlists", "Show liked playlists instead of tracks")
    .option("-n, --limit <count:count>", "Maximum number of results", { default: 20 })
    .option("-a, --all", "Show all results")
    .example("Your liked tracks", "tonearm likes")
    .example("Someone's liked playlists, all of them", "tonearm likes night-ferry --playlists --all")
    .action(act(async (context, options, word?) => {
      const checked = word === undefined || word === "me" ? undefined : await readId(context, word, ["users"]);
      const { client } = await (checked ? context.connect() : context.connectAsUser());
      const user = checked ? (await identify(context, checked, ["users"])).id : undefined;
      const [limit, call] = [pageSize(options), { signal: context.host.signal }];
      if (options.playlists) {
        const first = user
          ? await client.users.getLikesPlaylists(user, limit, call)
          : await client.me.getLikesPlaylists(limit, call);
        return await showList(context, first, PLAYLIST_COLUMNS, options);
      }
      const first = user
        ? await client.users.getLikesTracks(user, limit, undefined, call)
        : await client.me.getLikesTracks(limit, call);
      await showList(context, first, TRACK_COLUMNS, options);
    }));
}
