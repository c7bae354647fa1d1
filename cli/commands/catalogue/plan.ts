/**
 * `tonearm plan`
 *
 * @module
 */

import { drawPlan } from "../../catalogue/describe.ts";
import { limitOf } from "../../catalogue/deletions.ts";
import { readCatalogue } from "../../catalogue/folder.ts";
import { planCatalogue } from "../../catalogue/mod.ts";
import { act, type AnyCommand, command } from "../../command.ts";
import { chooseEncoding } from "../encoding.ts";
import { journalPath } from "../../host/paths.ts";
import { show } from "../../output/result.ts";

/** The exit code for pending changes, as in `terraform plan -detailed-exitcode`. */
const WOULD_CHANGE = 2;
/** The exit code for wrong usage, which is 2 elsewhere; C programs call it `EX_USAGE`. */
const USAGE = 64;

/** Shows what `apply` would change. */
export function plan(): AnyCommand {
  return command({ fields: ["actions", "conflicts", "notes"], usageExit: USAGE })
    .description(
      "Show what apply would change on the service\n\n" +
        "Compares the folder with the service and with the last pull. Exits with 0 if nothing would change, 2 if " +
        "something would, 1 if there are conflicts, and 64 for wrong usage or a mistake in a file.",
    )
    .arguments("[folder:path]")
    .option("--prune", "Delete what is no longer in the folder, up to a limit")
    .option("--max-delete <limit:string>", "The limit: a number or a percentage (default: the larger of 5 and 10%)")
    .option("--encoding <name:string>", "The encoding of files that aren't Unicode, such as windows-1252")
    .example("Show what would change", "tonearm plan")
    .example("For a program", "tonearm plan catalogue --json")
    .action(act(async (context, { prune, maxDelete, encoding: given }, folder = ".") => {
      const encoding = await chooseEncoding(context, given, (one) => readCatalogue(folder, one));
      const { client, apiUrl } = await context.connectAsUser();
      const { signal } = context.host;
      const journal = (account: string) => journalPath(context.env, apiUrl, account);
      const options = {
        signal,
        journal,
        prune: prune ?? false,
        maxDelete: limitOf(maxDelete),
        encoding,
        now: () => context.host.now(),
      };
      const made = await planCatalogue(client, folder, options);
      await show(context, made, () => drawPlan(made, context.out));
      if (made.conflicts.length > 0) return 1;
      return made.actions.length > 0 ? WOULD_CHANGE : 0;
    }));
}
