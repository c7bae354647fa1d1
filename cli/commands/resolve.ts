/**
 * `tonearm resolve`
 *
 * @module
 */

import type { ResolveResult } from "@tonearm/client";
import { runBatch } from "../batch.ts";
import { act, type AnyCommand, command } from "../command.ts";
import { usage } from "../errors.ts";
import { addressOf, readLines, resolveAddress } from "../ids.ts";
import { type Card, playlistCard, systemPlaylistCard, trackCard, userCard } from "../output/cards.ts";
import { anyOf, PLAYLIST_FIELDS, SYSTEM_PLAYLIST_FIELDS, TRACK_FIELDS, USER_FIELDS } from "../output/fields.ts";
import { card } from "../output/result.ts";

/** Looks web addresses up. */
export function resolve(): AnyCommand {
  return command({ fields: anyOf(TRACK_FIELDS, USER_FIELDS, PLAYLIST_FIELDS, SYSTEM_PLAYLIST_FIELDS) })
    .description(
      "Look web addresses and names up\n\n" +
        "Secret links and short links work too; `-` reads addresses from stdin, one a line.",
    )
    .arguments("<address...:string>")
    .option("--continue-on-error", "Go on even after failures that will repeat")
    .option("--fail-fast", "Stop at the first failure", { conflicts: ["continue-on-error"] })
    .example("What is behind an address", "tonearm resolve soundcloud.com/night-ferry")
    .example("The URN alone", "tonearm resolve @night-ferry --json=kind,urn")
    .action(act(async (context, options, ...words) => {
      const written = words.includes("-") ? await readLines(context.host.stdin) : words;
      const items = written.map((word) => ({ word, url: addressOf(word, ["users", "tracks", "playlists"]) }));
      const wrong = items.find(({ url }) => url === undefined);
      if (wrong) throw usage(`${JSON.stringify(wrong.word)} is not a web address or a name`);
      await runBatch(context, {
        items,
        isSingle: words.length === 1 && words[0] !== "-",
        name: ({ word }) => word,
        take: ({ url = "" }) => resolveAddress(context, url),
        draw: (found) => card(context, cardOf(found)),
      }, options);
    }));
}

function cardOf(found: ResolveResult): Card {
  if (found.kind === "user") return userCard(found);
  if (found.kind === "system-playlist") return systemPlaylistCard(found);
  return found.kind === "playlist" ? playlistCard(found) : trackCard(found);
}
