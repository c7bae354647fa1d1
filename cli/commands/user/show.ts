/**
 * `tonearm user`
 *
 * @module
 */

import { runIds } from "../../ids.ts";
import { act, type AnyCommand, command } from "../../command.ts";
import { userCard } from "../../output/cards.ts";
import { USER_FIELDS } from "../../output/fields.ts";
import { card } from "../../output/result.ts";

/** Shows users. */
export function show(): AnyCommand {
  return command({ fields: USER_FIELDS })
    .description(
      "Show users\n\n" +
        "A user is a name, a URN, a number or a web address; `-` reads them from stdin, one per line.",
    )
    .arguments("<user...:string:user>")
    .option("--continue-on-error", "Continue even after an error that affects every item")
    .option("--fail-fast", "Stop at the first failure", { conflicts: ["continue-on-error"] })
    .example("Show a user", "tonearm user night-ferry")
    .example("How many followers", "tonearm user soundcloud.com/night-ferry --json=followers_count")
    .action(act(async (context, options, ...words) => {
      await runIds(context, words, {
        kinds: ["users"],
        take: (client, { id }, call) => client.users.getUser(id, call),
        takeMany: async (client, urns, call) => {
          return (await client.search.users("", 0, { urns, limit: urns.length, ...call })).collection;
        },
        draw: (user) => card(context, userCard(user)),
      }, options);
    }));
}
