/**
 * The shared options of commands that show lists: length, columns, order.
 *
 * @module
 */

import type { Command } from "@cliffy/command";
import { type About, type AnyCommand, command } from "../../command.ts";
import type { GlobalValues } from "../../globals.ts";
import type { ListValues } from "../../output/lists.ts";
import type { GlobalTypes } from "../../types.ts";

/** The description of a list. */
interface ListAbout extends About {
  /** The available columns. */
  readonly columns: NonNullable<About["columns"]>;
}

/** Creates a command that shows a list. */
export function list(about: ListAbout): Command<GlobalValues, GlobalTypes, ListValues> {
  const untyped: AnyCommand = command(about);
  return untyped
    .option("-n, --limit <count:count>", "Maximum number of results", { default: 20 })
    .option("-a, --all", "Show all results")
    .option("--columns <names:columns>", "Show these columns, such as title,bpm,date")
    .option("--sort <column:column>", "Sort the shown rows by this column; largest numbers and newest dates first")
    .option("--reverse", "Reverse the order");
}
