/**
 * `tonearm open`
 *
 * @module
 */

import type { ServiceClient } from "@tonearm/client";
import { act, type AnyCommand, command } from "../command.ts";
import { openInBrowser } from "../host/browser.ts";
import { identify, readId, type ResourceKind, type ResourceRef } from "../ids.ts";
import { address } from "../output/format.ts";
import { show } from "../output/result.ts";
import { line } from "../output/text.ts";

const KINDS: readonly ResourceKind[] = ["tracks", "users", "playlists"];

/** Opens the page of a resource in the browser. */
export function open(): AnyCommand {
  return command({ fields: ["url"] })
    .description("Open a page in the browser\n\nA bare number is a track's; a user's name is @name.")
    .arguments("<id:string:page>")
    .option("--url", "Print the address instead of opening it")
    .example("Open a track's page", "tonearm open night-ferry/soft-meadow-8")
    .example("The address of a user's page", "tonearm open soundcloud:users:1 --url")
    .action(act(async (context, options, word) => {
      const id = await readId(context, word, KINDS);
      const { client } = await context.connect();
      const url = address(await pageOf(client, await identify(context, id, KINDS), { signal: context.host.signal }));
      if (!options.url && !context.json) await openInBrowser(url, context.env);
      await show(context, { url }, () => line`${url}`);
    }));
}

async function pageOf(
  client: ServiceClient,
  { kind, id }: ResourceRef,
  call: { signal: AbortSignal },
): Promise<string> {
  if (kind === "tracks") return (await client.tracks.getTrack(id, call)).permalink_url;
  if (kind === "users") return (await client.users.getUser(id, call)).permalink_url;
  return (await client.playlists.getPlaylist(id, call)).permalink_url;
}
