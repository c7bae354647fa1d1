/**
 * `tonearm pull`
 *
 * @module
 */

import { EnumType } from "@cliffy/command";
import { pullCatalogue } from "../catalogue/mod.ts";
import { drawPlan } from "../catalogue/describe.ts";
import { act, type AnyCommand, command } from "../command.ts";
import { show } from "../output/result.ts";

/** Writes the user's own catalogue into a folder. */
export function pull(): AnyCommand {
  return command({ fields: ["added", "updated", "removed", "conflicts"] })
    .type("format", new EnumType(["csv", "yaml", "json"] as const))
    .type("side", new EnumType(["local", "remote"] as const))
    .description(
      "Write your catalogue into a folder of files\n\n" +
        "Tracks go into tracks.csv, playlists into playlists/*.yaml. What you changed in the files since the last pull " +
        "stays; what both sides changed is a conflict, and stays until you choose with --prefer.",
    )
    .arguments("[folder:path]")
    .option("--format <format:format>", "How a new folder's tracks are written (default: csv)")
    .option("--prefer <side:side>", "Whose value a conflict gets: local for the files', remote for the service's")
    .example("Into this folder", "tonearm pull")
    .example("Take the service's side", "tonearm pull catalogue --prefer remote")
    .action(act(async (context, { format, prefer }, folder = ".") => {
      const { client } = await context.connectAsUser();
      const { signal } = context.host;
      const report = await pullCatalogue(client, folder, { signal, format, prefer, now: () => context.host.now() });
      const { added, updated, removed, conflicts } = report;
      const drawn = conflicts.length > 0 ? drawPlan({ actions: [], notes: [], conflicts }, context.out) : "";
      await show(context, report, () => `${added} added, ${updated} updated, ${removed} removed\n${drawn}`);
      return conflicts.length > 0 ? 1 : 0;
    }));
}
