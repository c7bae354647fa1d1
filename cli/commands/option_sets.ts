import type { Command } from "@cliffy/command";
import type { BatchValues } from "../batch.ts";
import { type About, type AnyCommand, command } from "../command.ts";
import type { GlobalValues } from "../globals.ts";
import type { ListValues } from "../output/lists.ts";
import type { GlobalTypes } from "../types.ts";

const JSON_FORMS = ["json", "jsonl", "jq", "template"];

export function list(
  about: About & { readonly columns: NonNullable<About["columns"]> },
): Command<GlobalValues, GlobalTypes, ListValues> {
  const untyped: AnyCommand = command(about);
  return withCsv(untyped)
    .option("-n, --limit <count:count>", "Maximum number of results", { default: 20, conflicts: ["all"] })
    .option("-a, --all", "Show all results")
    .option("--columns <names:columns>", "Show these columns, such as title,bpm,date", { conflicts: JSON_FORMS })
    .option("--sort <column:column>", "Sort the shown rows by this column; largest numbers and newest dates first")
    .option("--reverse", "Reverse the order");
}

export function withCsv(made: AnyCommand): AnyCommand {
  return made.option("--csv=[fields:fields]", "Print CSV with a header; =id,title selects fields", {
    conflicts: JSON_FORMS,
  });
}

export function withBatch(made: AnyCommand): AnyCommand {
  return made
    .option("--continue-on-error", "Continue even after an error that affects every item")
    .option("--fail-fast", "Stop at the first failure", { conflicts: ["continue-on-error"] });
}

export function batch(about: About): Command<GlobalValues, GlobalTypes, BatchValues> {
  return withBatch(command(about));
}

export interface ComparisonValues {
  readonly prune?: true | undefined;
  readonly maxDelete?: string | undefined;
  readonly encoding?: string | undefined;
}

export function withComparison(made: AnyCommand): AnyCommand {
  return made
    .option(...ENCODING)
    .option("--prune", "Delete what is no longer in the folder, up to a limit")
    .option("--max-delete <limit:string>", "The limit: a number or a percentage (default: the larger of 5 and 10%)");
}

export const ENCODING = [
  "--encoding <name:string>",
  "The encoding of files that aren't Unicode, such as windows-1252",
] as const;
