/**
 * `tonearm web-profiles`
 *
 * @module
 */

import type { WebProfile } from "@tonearm/client";
import { act, type AnyCommand, command } from "../../command.ts";
import { identify, readId } from "../../ids.ts";
import { showAtOnce } from "../../output/lists.ts";
import type { Column } from "../../output/table.ts";

const COLUMNS: readonly Column<WebProfile>[] = [
  { title: "SERVICE", value: ({ service }) => service, style: "cyan" },
  { title: "TITLE", value: ({ title }) => title, shrinks: true },
  { title: "ADDRESS", value: ({ url }) => url },
];

/** Lists the links in a user's profile. */
export function webProfiles(): AnyCommand {
  return command({ fields: ["service", "title", "url", "urn", "created_at", "kind"] })
    .description("Show the links on a user's profile")
    .arguments("<user:string:user>")
    .example("Show a user's links", "tonearm web-profiles night-ferry")
    .example("Only the addresses", "tonearm web-profiles night-ferry | cut -f3")
    .action(act(async (context, _options, word) => {
      const checked = await readId(context, word, ["users"]);
      const { client } = await context.connect();
      const { id } = await identify(context, checked, ["users"]);
      const found = await client.users.getWebProfiles(id, { signal: context.host.signal });
      await showAtOnce(context, found, COLUMNS);
    }));
}
