/**
 * `tonearm open`
 *
 * @module
 */

import type { ServiceClient } from "@tonearm/client";
import { openInBrowser } from "../host/browser.ts";
import { type Command, command, flag } from "../command.ts";
import { usage } from "../errors.ts";
import { identify, type Named, readIds, type Thing } from "../ids.ts";
import { address } from "../output/format.ts";
import { show } from "../output/result.ts";
import { line } from "../output/text.ts";

const KINDS: readonly Thing[] = ["tracks", "users", "playlists"];

/** Opens a thing's page in the browser. */
export const open: Command = command({
  words: "<id>",
  details: "A bare number is a track's.",
  options: { url: flag("Print the address instead of opening it") },
  fields: ["url"],
  examples: [
    ["Open a track's page", "tonearm open soundcloud:tracks:293"],
    ["The address of a user's page", "tonearm open soundcloud:users:1 --url"],
  ],
  async run(context, options, words) {
    const [word] = await readIds(context, words, KINDS);
    if (word === undefined) throw usage("Missing <id>");
    const { client } = await context.connect();
    const url = address(await pageOf(client, await identify(context, word, KINDS), { signal: context.host.signal }));
    if (!options.url && !context.json) await openInBrowser(url, context.env);
    await show(context, { url }, () => line`${url}`);
  },
});

async function pageOf(client: ServiceClient, { kind, id }: Named, call: { signal: AbortSignal }): Promise<string> {
  if (kind === "tracks") return (await client.tracks.getTrack(id, call)).permalink_url;
  if (kind === "users") return (await client.users.getUser(id, call)).permalink_url;
  return (await client.playlists.getPlaylist(id, call)).permalink_url;
}
