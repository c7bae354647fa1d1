/**
 * `tonearm likes`
 *
 * @module
 */

import { type Command, command, flag } from "../command.ts";
import { identify, readIds } from "../ids.ts";
import { LIST_OPTIONS, pageSize, showList } from "../output/lists.ts";
import { PLAYLIST_COLUMNS, TRACK_COLUMNS } from "../output/columns.ts";
import { anyOf, PLAYLIST_FIELDS, TRACK_FIELDS } from "../output/fields.ts";

/** Shows what a user likes. */
export const likes: Command = command({
  words: "[user]",
  details: "Without a user: your own.",
  options: { playlists: flag("Show liked playlists instead of tracks"), ...LIST_OPTIONS },
  fields: anyOf(TRACK_FIELDS, PLAYLIST_FIELDS),
  examples: [
    ["Your liked tracks", "tonearm likes"],
    ["Someone's liked playlists, all of them", "tonearm likes soundcloud:users:1 --playlists --all"],
  ],
  async run(context, options, words) {
    const [word] = await (words.length > 0 ? readIds(context, words, ["users"]) : []);
    const { client } = await (word ? context.connect() : context.connectAsUser());
    const user = word ? (await identify(context, word, ["users"])).id : undefined;
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
  },
});
