import { act, type AnyCommand, command } from "../command.ts";
import { openInBrowser } from "../host/browser.ts";
import { find, type ResourceKind, resourceOf } from "../ids.ts";
import { address } from "../output/format.ts";
import { show } from "../output/result.ts";
import { line } from "../output/text.ts";

const KINDS: readonly ResourceKind[] = ["tracks", "users", "playlists"];

export function open(): AnyCommand {
  return command({ fields: ["url"] })
    .description("Open a page in the browser\n\nA plain number is the id of a track. Write a user as @name.")
    .arguments("<id:string:page>")
    .option("--url", "Print the URL instead of opening it")
    .example("Open a track's page", "tonearm open night-ferry/soft-meadow-8")
    .example("The URL of a user's page", "tonearm open soundcloud:users:1 --url")
    .action(act(async (context, options, word) => {
      const named = await find(context, word, KINDS);
      const page = address((await resourceOf(named)).permalink_url);
      const { secretToken } = named;
      // Its owner's page has it already.
      const url = secretToken === undefined || page.endsWith(secretToken) ? page : `${page}/${secretToken}`;
      if (!options.url && !context.json) await openInBrowser(url, context.env);
      await show(context, { url }, () => line`${url}`);
    }));
}
