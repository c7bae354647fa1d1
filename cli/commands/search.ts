/**
 * `tonearm search`
 *
 * @module
 */

import { choice, type Command, command, several } from "../command.ts";
import { LIST_OPTIONS, pageSize, showList } from "../output/lists.ts";
import { PLAYLIST_COLUMNS, TRACK_COLUMNS, USER_COLUMNS } from "../output/columns.ts";
import { anyOf, PLAYLIST_FIELDS, TRACK_FIELDS, USER_FIELDS } from "../output/fields.ts";

/** Searches tracks, users or playlists. */
export const search: Command = command({
  words: "<query...>",
  options: {
    type: choice("What to search", "kind", ["tracks", "users", "playlists"], "tracks"),
    ...LIST_OPTIONS,
    genre: several("Only tracks of this genre", "genre"),
    tag: several("Only tracks with this tag", "tag"),
    access: { ...several("Tracks by access: playable, preview, blocked", "access"), fallback: "playable" },
  },
  fields: anyOf(TRACK_FIELDS, USER_FIELDS, PLAYLIST_FIELDS),
  examples: [
    ["Find tracks", "tonearm search lofi"],
    ["Find all users of a name, as tab-separated values", "tonearm search --type users --all boiler room | cut -f1"],
  ],
  async run(context, options, words) {
    const { client } = await context.connect();
    const query = words.join(" ");
    const common = { limit: pageSize(options), signal: context.host.signal };
    if (options.type === "users") {
      return await showList(context, await client.search.users(query, 0, common), USER_COLUMNS, options);
    }
    if (options.type === "playlists") {
      return await showList(context, await client.search.playlists(query, 0, common), PLAYLIST_COLUMNS, options);
    }
    const filters = {
      ...(options.genre.length > 0 ? { genres: options.genre.join(",") } : {}),
      ...(options.tag.length > 0 ? { tags: options.tag.join(",") } : {}),
      ...(options.access.length > 0 ? { access: options.access.join(",") } : {}),
    };
    const first = await client.search.tracks(query, 0, { ...common, ...filters });
    await showList(context, first, TRACK_COLUMNS, options);
  },
});
