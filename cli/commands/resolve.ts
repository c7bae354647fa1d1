/**
 * `tonearm resolve`
 *
 * @module
 */

import type { ResolveResult } from "@tonearm/client";
import { type Command, command } from "../command.ts";
import { usage } from "../errors.ts";
import { finishBatch, forEach, readLines } from "../ids.ts";
import { type Card, playlistCard, systemPlaylistCard, trackCard, userCard } from "../output/cards.ts";
import { anyOf, PLAYLIST_FIELDS, SYSTEM_PLAYLIST_FIELDS, TRACK_FIELDS, USER_FIELDS } from "../output/fields.ts";
import { card, showBatch } from "../output/result.ts";

/** Looks web addresses up. */
export const resolve: Command = command({
  words: "<url...>",
  details: "Secret links and short links work too; `-` reads addresses from stdin, one a line.",
  options: {},
  fields: anyOf(TRACK_FIELDS, USER_FIELDS, PLAYLIST_FIELDS, SYSTEM_PLAYLIST_FIELDS),
  examples: [
    ["What is behind an address", "tonearm resolve https://soundcloud.com/someone/a-track"],
    ["The URN alone", "tonearm resolve https://soundcloud.com/someone --json=kind,urn"],
  ],
  async run(context, _options, words) {
    const urls = words.includes("-") ? await readLines(context.host.stdin) : words;
    const wrong = urls.find((url) => !/^https?:\/\/./.test(url));
    if (wrong !== undefined) throw usage(`${JSON.stringify(wrong)} is not a web address`);
    const { client } = await context.connect();
    const options = { signal: context.host.signal };
    const batch = await forEach(context, urls, async (url) => await client.resolve.resolveUrl(url, options));
    await showBatch(context, words, batch.results, (found) => card(context, cardOf(found)));
    await finishBatch(context, batch);
  },
});

function cardOf(found: ResolveResult): Card {
  if (found.kind === "user") return userCard(found);
  if (found.kind === "system-playlist") return systemPlaylistCard(found);
  return found.kind === "playlist" ? playlistCard(found) : trackCard(found);
}
