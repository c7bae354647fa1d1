import { runIds } from "../../run_ids.ts";
import { act, type AnyCommand } from "../../command.ts";
import { userOf } from "../../ids.ts";
import { batch } from "../option_sets.ts";
import { userCard } from "../../output/cards.ts";
import { USER_FIELDS } from "../../output/fields.ts";
import { card } from "../../output/result.ts";

export function show(): AnyCommand {
  return batch({ fields: USER_FIELDS })
    .description(
      "Show users\n\n" +
        "A user is a name, a URN, a number or a URL; `-` reads them from stdin, one per line.",
    )
    .arguments("<user...:string:user>")
    .example("Show a user", "tonearm user night-ferry")
    .example("How many followers", "tonearm user soundcloud.com/night-ferry --json=followers_count")
    .action(act(async (context, options, ...words) => {
      await runIds(context, words, {
        kinds: ["users"],
        take: (client, named, call) => userOf({ client, ...named, call }),
        takeMany: async (client, urns, call) => {
          return (await client.search.users("", 0, { urns, limit: urns.length, ...call })).collection;
        },
        draw: (user) => card(context, userCard(user)),
      }, options);
    }));
}
