import type { ServiceUser } from "@tonearm/client";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Context } from "../../context.ts";
import type { GlobalValues } from "../../globals.ts";
import { openCatalogue } from "../../host/sandbox.ts";
import { USER_FIELDS } from "../../output/fields.ts";
import { showAtOnce } from "../../output/lists.ts";
import type { Column } from "../../output/table.ts";
import type { ViewValues } from "../../output/view.ts";
import { withCsv } from "../option_sets.ts";

const USER_COLUMNS: readonly Column<ServiceUser>[] = [
  { title: "ID", value: ({ id }) => String(id), align: "right" },
  { title: "PERMALINK", value: ({ permalink }) => permalink, style: "cyan" },
  { title: "NAME", value: ({ username }) => username, shrinks: true },
];

export function users(): AnyCommand {
  return withCsv(command({ fields: USER_FIELDS }))
    .description(
      "List the users of the catalogue\n\nLists those of the running sandbox, or, if none runs, of the one that --sandbox keeps.",
    )
    .example("List the users that you can sign in as", "tonearm sandbox users")
    .example("Only their ids", "tonearm sandbox users | cut -f1")
    .action(act(async (context: Context, options: GlobalValues & ViewValues) => {
      const { client, close } = await openCatalogue(context);
      try {
        const query = { limit: 200, linked_partitioning: true };
        const { data } = await client.raw.get("/users", query, context.call);
        const found = await client.fetchAll(data, context.call);
        await showAtOnce(context, found.sort((one, other) => one.id - other.id), USER_COLUMNS, options);
      } finally {
        close();
      }
    }));
}
