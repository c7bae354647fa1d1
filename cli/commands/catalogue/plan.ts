import { drawPlan } from "../../catalogue/describe.ts";
import { limitOf } from "../../catalogue/deletions.ts";
import { planCatalogue } from "../../catalogue/mod.ts";
import { writePlan } from "../../catalogue/plan_file.ts";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Context } from "../../context.ts";
import type { GlobalValues } from "../../globals.ts";
import { withEncoding } from "../encoding.ts";
import { type ComparisonValues, withComparison } from "../option_sets.ts";
import { journalPath } from "../../host/paths.ts";
import { show } from "../../output/result.ts";

/** The exit code for pending changes, as in `terraform plan -detailed-exitcode`. */
const WOULD_CHANGE = 2;
/** The exit code for wrong usage, which is 2 elsewhere; C programs call it `EX_USAGE`. */
const USAGE = 64;

interface PlanValues extends GlobalValues, ComparisonValues {
  readonly output?: string | undefined;
  readonly out?: string | undefined;
}

export function plan(): AnyCommand {
  const described = command({ fields: ["actions", "conflicts", "notes", "unchanged"], usageExit: USAGE })
    .description(
      "Show what apply would change on SoundCloud\n\n" +
        "Compares the folder with SoundCloud and with the last pull. Exits with 0 if nothing would change, 2 if " +
        "something would, 1 if there are conflicts, and 64 for wrong usage or a mistake in a file.",
    )
    .arguments("[folder:path]");
  return withComparison(described)
    .option("-o, --output <file:path>", "The file for the plan, which tonearm apply takes")
    .option("--out <file:path>", "The former name of --output", { conflicts: ["output"], hidden: true })
    .example("Show what would change", "tonearm plan")
    .example("For a program", "tonearm plan catalogue --json")
    .example("For a review", "tonearm plan --output plan.json")
    .action(act(async (context: Context, options: PlanValues, folder: string = ".") => {
      const { prune = false, maxDelete: limit, output = options.out } = options;
      const { client, apiUrl } = await context.connectAsUser();
      const { signal, now } = context.host;
      const journal = (account: string) => journalPath(context.env, apiUrl, account);
      const made = await withEncoding(context, options.encoding, async (encoding) => {
        const settings = { prune, maxDelete: limitOf(limit), encoding };
        const made = await planCatalogue(client, folder, { signal, journal, ...settings, now });
        if (output !== undefined) await writePlan(output, { folder, ...settings }, made);
        return made;
      });
      await show(context, made, () => [drawPlan(made), "\n"]);
      if (made.conflicts.length > 0) return 1;
      return made.actions.length > 0 ? WOULD_CHANGE : 0;
    }));
}
