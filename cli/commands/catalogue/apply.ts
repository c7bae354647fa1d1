import { stat } from "node:fs/promises";
import { type BatchValues, runBatch } from "../../batch.ts";
import { drawPlan, nameOf, requestsOf } from "../../catalogue/describe.ts";
import { limitOf } from "../../catalogue/deletions.ts";
import { type Action, applyCatalogue, type Done, planCatalogue } from "../../catalogue/mod.ts";
import { type PlanOfFile, readPlan } from "../../catalogue/plan_file.ts";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../errors.ts";
import type { GlobalValues } from "../../globals.ts";
import { withEncoding } from "../encoding.ts";
import { type ComparisonValues, withBatch, withComparison } from "../option_sets.ts";
import { journalPath } from "../../host/paths.ts";
import { withResource } from "../../host/resource_lock.ts";
import { confirm } from "../../output/prompt.ts";
import { ProgressBar } from "../../output/progress_bar.ts";
import { clean } from "../../output/text.ts";

export function apply(): AnyCommand {
  const described = command({ fields: ["action", "id", "name"], writes: true })
    .description(
      "Apply the folder's changes to SoundCloud\n\n" +
        "Shows the plan and asks first on a terminal; otherwise --yes is required. You can interrupt it and run it again: " +
        "nothing is uploaded or created twice. A row with a future publish_at stays private until a later run.\n\n" +
        "A file that `tonearm plan --output` wrote is applied without a question: exactly as planned, or not at all if " +
        "anything has changed since.",
    )
    .arguments("[folder-or-plan:path]");
  return withBatch(withComparison(described).option("-y, --yes", "Don't ask"))
    .example("Show the plan, ask, and apply it", "tonearm apply")
    .example("In CI", "tonearm apply catalogue --yes")
    .example("Apply a reviewed plan", "tonearm apply plan.json")
    .action(act(applyPath));
}

async function applyPath(context: Context, options: Options, path: string = "."): Promise<void> {
  const saved = await readSaved(path, options);
  const { folder, prune, maxDelete } = saved ??
    { folder: path, prune: options.prune ?? false, maxDelete: limitOf(options.maxDelete) };
  const given = saved?.encoding ?? options.encoding;
  const { client, apiUrl } = await context.connectAsUser();
  const { signal } = context.host;
  const journal = (account: string) => journalPath(context.env, apiUrl, account);
  const shared = { signal, journal, now: () => context.host.now() };
  const { plan, encoding } = await withEncoding(context, given, async (encoding) => ({
    encoding,
    plan: await planCatalogue(client, folder, { ...shared, encoding, prune, maxDelete }),
  }));
  await context.note(drawPlan(plan));
  if (plan.actions.length === 0 && plan.conflicts.length === 0) return;
  if (options.dryRun && plan.conflicts.length === 0) {
    return void context.unsent.push(...plan.actions.flatMap((action) => requestsOf(action)));
  }
  if (plan.conflicts.length === 0) await (saved ? saved.check(plan) : confirmPlan(context, options));
  await applyCatalogue(client, folder, plan, {
    ...shared,
    encoding,
    uploads: { note: (text) => context.warn("upload", text), progress: (name) => new ProgressBar(context, name) },
    run: async (items, take) => {
      // No other process of this user edits the same resource meanwhile.
      const alone = (action: Action) => {
        if (!("urn" in action)) return take(action);
        const kind = action.kind.endsWith("playlist") ? "playlists" : "tracks";
        return withResource(context, apiUrl, kind, action.urn, () => take(action));
      };
      await runBatch(context, { items, isSingle: false, name: nameOf, take: alone, draw }, options);
    },
  });
}

interface Options extends GlobalValues, BatchValues, ComparisonValues {
  yes?: true | undefined;
}

async function readSaved(path: string, options: Options): Promise<PlanOfFile | undefined> {
  if (!(await stat(path).catch(() => undefined))?.isFile()) return undefined;
  const [extra] = (["prune", "maxDelete", "encoding"] as const).filter((name) => options[name] !== undefined);
  if (extra === undefined) return await readPlan(path);
  const flag = extra === "maxDelete" ? "--max-delete" : `--${extra}`;
  throw usage(`${path} already says what to do: ${flag} belongs to tonearm plan`);
}

async function confirmPlan(context: Context, { yes }: Options): Promise<void> {
  if (yes) return;
  if (!context.interactive) throw usage("Cannot ask for confirmation: add --yes to apply");
  if (!await confirm(context, "Apply this?")) throw usage("Nothing was applied");
}

function draw({ action, id, name }: Done): string {
  return `${[action, id, name].map(clean).join("\t")}\n`;
}
