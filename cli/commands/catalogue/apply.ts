/**
 * `tonearm apply`
 *
 * @module
 */

import { runBatch } from "../../batch.ts";
import { drawPlan, nameOf } from "../../catalogue/describe.ts";
import { limitOf } from "../../catalogue/deletions.ts";
import { readCatalogue } from "../../catalogue/folder.ts";
import { applyCatalogue, type Done, planCatalogue } from "../../catalogue/mod.ts";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../errors.ts";
import { chooseEncoding } from "../encoding.ts";
import { journalPath } from "../../host/paths.ts";
import { confirm } from "../../host/prompt.ts";
import { ProgressBar } from "../../output/progress_bar.ts";
import { clean } from "../../output/text.ts";

/** Applies the folder to the service. */
export function apply(): AnyCommand {
  return command({ fields: ["action", "id", "name"] })
    .description(
      "Apply the folder's changes to the service\n\n" +
        "Shows the plan and asks first on a terminal; otherwise --yes is required. You can interrupt it and run it again: " +
        "nothing is uploaded or created twice. A row with a future publish_at stays private until a later run.",
    )
    .arguments("[folder:path]")
    .option("--prune", "Delete what is no longer in the folder, up to a limit")
    .option("--max-delete <limit:string>", "The limit: a number or a percentage (default: the larger of 5 and 10%)")
    .option("-y, --yes", "Don't ask")
    .option("--continue-on-error", "Continue even after an error that affects every item")
    .option("--fail-fast", "Stop at the first failure", { conflicts: ["continue-on-error"] })
    .option("--encoding <name:string>", "The encoding of files that aren't Unicode, such as windows-1252")
    .example("Show the plan, ask, and apply it", "tonearm apply")
    .example("In CI", "tonearm apply catalogue --yes")
    .action(act(async (context, options, folder = ".") => {
      const encoding = await chooseEncoding(context, options.encoding, (one) => readCatalogue(folder, one));
      const { client, apiUrl } = await context.connectAsUser();
      const { signal } = context.host;
      const journal = (account: string) => journalPath(context.env, apiUrl, account);
      const shared = { signal, encoding, journal, now: () => context.host.now() };
      const maxDelete = limitOf(options.maxDelete);
      const plan = await planCatalogue(client, folder, { ...shared, prune: options.prune ?? false, maxDelete });
      await context.note(drawPlan(plan, context.err).trimEnd());
      if (plan.actions.length === 0 && plan.conflicts.length === 0) return;
      if (!options.yes && plan.conflicts.length === 0) await confirmPlan(context);
      await applyCatalogue(client, folder, plan, {
        ...shared,
        uploads: { note: (text) => context.note(text), progress: (name) => new ProgressBar(context, name) },
        run: async (items, take) => {
          await runBatch(context, { items, isSingle: false, name: nameOf, take, draw }, options);
        },
      });
    }));
}

async function confirmPlan(context: Context): Promise<void> {
  if (!context.interactive) throw usage("Cannot ask for confirmation: add --yes to apply");
  if (!await confirm(context, "Apply this?")) throw usage("Nothing was applied");
}

function draw({ action, id, name }: Done): string {
  return `${[action, id, name].map(clean).join("\t")}\n`;
}
