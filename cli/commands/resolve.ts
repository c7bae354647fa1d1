import type { ResolveResult } from "@tonearm/client";
import { runBatch } from "../batch.ts";
import { act, type AnyCommand } from "../command.ts";
import { batch } from "./option_sets.ts";
import { usage } from "../errors.ts";
import { find, readIds, type ResourceKind, resourceOf } from "../ids.ts";
import { type Card, playlistCard, systemPlaylistCard, trackCard, userCard } from "../output/cards.ts";
import { anyOf, PLAYLIST_FIELDS, SYSTEM_PLAYLIST_FIELDS, TRACK_FIELDS, USER_FIELDS } from "../output/fields.ts";
import { card } from "../output/result.ts";

/** The accepted kinds; a bare name is a user's. */
const KINDS: readonly ResourceKind[] = ["users", "tracks", "playlists", "system-playlists"];

export function resolve(): AnyCommand {
  return batch({ fields: anyOf(TRACK_FIELDS, USER_FIELDS, PLAYLIST_FIELDS, SYSTEM_PLAYLIST_FIELDS) })
    .description(
      "Look up URLs and names\n\n" +
        "Secret links, short links and URNs work too; `-` reads them from stdin, one per line.",
    )
    .arguments("<url...:string:page>")
    .example("What a URL shows", "tonearm resolve soundcloud.com/night-ferry")
    .example("Only the URN", "tonearm resolve @night-ferry --json=kind,urn")
    .action(act(async (context, options, ...words) => {
      const items = await readIds(context, words, KINDS);
      const number = items.find((word) => /^\d+$/.test(word));
      if (number) throw usage(`${number} may be a track, a user or a playlist`, `Write soundcloud:tracks:${number}.`);
      await runBatch(context, {
        items,
        isSingle: words.length === 1 && words[0] !== "-",
        name: (word) => word,
        take: async (word) => await resourceOf(await find(context, word, KINDS)),
        draw: (found) => card(context, cardOf(found)),
      }, options);
    }));
}

function cardOf(found: ResolveResult): Card {
  if (found.kind === "user") return userCard(found);
  if (found.kind === "system-playlist") return systemPlaylistCard(found);
  return found.kind === "playlist" ? playlistCard(found) : trackCard(found);
}
