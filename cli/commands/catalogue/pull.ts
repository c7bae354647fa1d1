/**
 * `tonearm pull`
 *
 * @module
 */

import { EnumType } from "@cliffy/command";
import { readFolder } from "../../catalogue/folder.ts";
import { pullCatalogue } from "../../catalogue/mod.ts";
import { drawPlan } from "../../catalogue/describe.ts";
import { act, type AnyCommand, command } from "../../command.ts";
import { chooseEncoding } from "../encoding.ts";
import { show } from "../../output/result.ts";

/** Writes the user's catalogue to a folder. */
export function pull(): AnyCommand {
  return command({ fields: ["added", "updated", "removed", "conflicts"] })
    .type("format", new EnumType(["csv", "yaml", "json"] as const))
    .type("side", new EnumType(["local", "remote"] as const))
    .description(
      "Write your catalogue into a folder of files\n\n" +
        "Tracks are written to tracks.csv, playlists to playlists/*.yaml. Your changes to the files since the last pull " +
        "are kept. If both sides changed a value, that is a conflict, which remains until you choose with --prefer.",
    )
    .arguments("[folder:path]")
    .option("--format <format:format>", "The format of tracks in a new folder (default: csv)")
    .option("--prefer <side:side>", "Resolve conflicts: local takes the files' values, remote the service's")
    .option("--encoding <name:string>", "The encoding of files that aren't Unicode, such as windows-1252")
    .example("Pull into this folder", "tonearm pull")
    .example("Resolve conflicts with the service's values", "tonearm pull catalogue --prefer remote")
    .action(act(async (context, { format, prefer, encoding: given }, folder = ".") => {
      const encoding = await chooseEncoding(context, given, (one) => readFolder(folder, format, one));
      const { client } = await context.connectAsUser();
      const { signal } = context.host;
      const report = await pullCatalogue(client, folder, {
        signal,
        format,
        prefer,
        encoding,
        now: () => context.host.now(),
      });
      const { added, updated, removed, conflicts } = report;
      const drawn = conflicts.length > 0 ? drawPlan({ actions: [], notes: [], conflicts }, context.out) : "";
      await show(context, report, () => `${added} added, ${updated} updated, ${removed} removed\n${drawn}`);
      return conflicts.length > 0 ? 1 : 0;
    }));
}
