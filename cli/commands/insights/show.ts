import { EnumType } from "@cliffy/command";
import { query } from "@tonearm/client/insights";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Context } from "../../context.ts";
import type { GlobalValues } from "../../globals.ts";
import { type PeriodValues, queryOptions, withPeriod } from "../../insights/options.ts";
import { withStore } from "../../insights/store.ts";
import { drawInsights, insightsCsv } from "../../insights/view.ts";
import { show as showResult } from "../../output/result.ts";

const FIELDS = [
  ...["source", "zone", "by", "sort", "period", "recorded", "totals", "profile", "parts", "rhythm", "trackCount"],
  ...["tracks", "rising", "falling", "events"],
];

type ShowValues = GlobalValues & PeriodValues & { readonly csv?: true | "parts" | "tracks" | undefined };

export function show(): AnyCommand {
  const shown = command({ fields: FIELDS })
    .type("table", new EnumType(["parts", "tracks"]))
    .description(
      "Show how the numbers of your catalogue grew\n\n" +
        "SoundCloud returns only the current counts, so run `tonearm insights record` several times a day to keep\n" +
        "them. This command compares the last 28 days, or the given ones, with as many days before. Values between\n" +
        "readings are estimated; those across a gap are marked with ~.",
    )
    .option("--csv=[fields:table]", "Print CSV with a header: the parts of the period (default), or the tracks");
  // `--sort` and `--top` are of the query: the list of tracks isn't the whole result.
  return withPeriod(shown)
    .example("The last 28 days", "tonearm insights")
    .example("Weeks of a year, as CSV", "tonearm insights --from 2026-01-01 --to 2026-12-31 --by week --csv")
    .example("A track since its release", "tonearm insights --track night-ferry/soft-meadow-8 --from 2026-01-01")
    .example("The tracks with the most new likes", "tonearm insights --sort likes --jq '.tracks[].title'")
    .action(act(async (context: Context, options: ShowValues) => {
      const asked = await queryOptions(context, options);
      const insights = await withStore(context, options, (store) => query(store, asked));
      if (options.csv === undefined) return await showResult(context, insights, () => drawInsights(context, insights));
      await context.print(insightsCsv(insights, options.csv === true ? "parts" : options.csv));
    }));
}
