import { EnumType } from "@cliffy/command";
import { CONFLICTS_FILE, type Preference } from "../../catalogue/conflicts_file.ts";
import { pullCatalogue } from "../../catalogue/mod.ts";
import { drawPlan } from "../../catalogue/describe.ts";
import { act, type AnyCommand, command } from "../../command.ts";
import { usage } from "../../errors.ts";
import { PLAYLIST_FIELDS, TRACK_FIELDS } from "../../fields/fields.ts";
import { withEncoding } from "../encoding.ts";
import { ENCODING } from "../option_sets.ts";
import { show } from "../../output/result.ts";

const SIDES: readonly string[] = ["local", "remote"];
const FIELDS: readonly string[] = [
  ...new Set([...Object.keys(TRACK_FIELDS), ...Object.keys(PLAYLIST_FIELDS), "tracks"]),
];

/** Reads a side that wins conflicts: of all fields, which `*` stands for, or of one. */
function readSide(text: string): readonly [field: string, side: Preference] {
  const [, field = "*", side = ""] = /^(?:(\w+)=)?(\w+)$/.exec(text) ?? [];
  if (SIDES.includes(side) && (field === "*" || FIELDS.includes(field))) return [field, side as Preference];
  throw usage(`--prefer must be local, remote, or a field with one of them, not ${JSON.stringify(text)}`);
}

export function pull(): AnyCommand {
  return command({ fields: ["added", "updated", "removed", "conflicts"] })
    .globalComplete("side", () => [...SIDES, ...FIELDS.flatMap((field) => SIDES.map((side) => `${field}=${side}`))])
    .type("format", new EnumType(["csv", "yaml", "json"] as const))
    .description(
      "Write your catalogue into a folder of files\n\n" +
        "Tracks are written to tracks.csv, playlists to playlists/*.yaml. Your changes to the files since the last pull " +
        "are kept. If both sides changed a value, that is a conflict: it is written into conflicts.yaml, where you decide, " +
        "unless --prefer does.",
    )
    .arguments("[folder:path]")
    .option("--format <format:format>", "The format of tracks in a new folder (default: csv)")
    .option(
      "--prefer <side:string:side>",
      "Resolve conflicts: local takes the files' values, remote SoundCloud's; genre=local only of this field",
      { collect: true },
    )
    .option(...ENCODING)
    .example("Pull into this folder", "tonearm pull")
    .example("Resolve conflicts with SoundCloud's values", "tonearm pull catalogue --prefer remote")
    .example("The genres from the files, all else from SoundCloud", "tonearm pull --prefer genre=local --prefer remote")
    .action(act(async (context, { format, prefer, encoding: given }, folder = ".") => {
      const { client } = await context.connectAsUser();
      const { signal, now } = context.host;
      const sides = Object.fromEntries((prefer ?? []).map(readSide));
      const report = await withEncoding(
        context,
        given,
        (encoding) => pullCatalogue(client, folder, { signal, format, prefer: sides, encoding, now }),
      );
      const { added, updated, removed, conflicts } = report;
      const drawn = conflicts.length > 0 ? [drawPlan({ actions: [], notes: [], conflicts, unchanged: 0 }), "\n"] : [];
      await show(context, report, () => [`${added} added, ${updated} updated, ${removed} removed\n`, drawn]);
      if (conflicts.length > 0) await context.note(`Decide in ${CONFLICTS_FILE}, then run \`tonearm apply\``);
      return conflicts.length > 0 ? 1 : 0;
    }));
}
