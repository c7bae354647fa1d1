import { EnumType } from "@cliffy/command";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Insights, query, type Release, releases as newReleases } from "@tonearm/client/insights";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../errors.ts";
import type { GlobalValues } from "../../globals.ts";
import { openInBrowser } from "../../host/browser.ts";
import { type PeriodValues, queryOptions, withPeriod } from "../../insights/options.ts";
import { withStore } from "../../insights/store.ts";
import { show } from "../../output/result.ts";
import { line } from "../../output/text.ts";
import { replaceFile } from "../../host/replace_file.ts";

interface ReportValues extends GlobalValues, PeriodValues {
  readonly output?: string | undefined;
  readonly format: "html" | "markdown" | "svg";
  readonly chart: string;
  readonly open?: true | undefined;
}

const ENDINGS = { html: "html", markdown: "md", svg: "svg" } as const;

export function report(): AnyCommand {
  const reporting: AnyCommand = command({ fields: ["file", "format", "bytes"] })
    .type("format", new EnumType(["html", "markdown", "svg"]))
    .description(
      "Write a report of a period\n\n" +
        "One HTML file with charts and tables, for any browser, screen readers and printers; Markdown for a mail; or one\n" +
        "chart as SVG. Charts: plays, likes and other counts; first-day and first-week of releases; weekdays; hours.",
    )
    .option("-o, --output <file:path>", "The file (default: insights-<from>-<to>.html)")
    .option("--format <format:format>", "The format", { default: "html" })
    .option("--chart <name:string>", "The chart of --format svg", { default: "plays" })
    .option("--open", "Open the report in the browser");
  return withPeriod(reporting)
    .example("A month", "tonearm insights report --from 2026-05-01 --to 2026-05-31 --output may.html")
    .example("For a mail", "tonearm insights report --format markdown -o -")
    .action(act(async (context: Context, options: ReportValues) => {
      const asked = await queryOptions(context, options);
      const { user, service } = asked;
      const found = await withStore(context, options, async (store) => ({
        insights: await query(store, asked),
        releases: options.track === undefined ? await newReleases(store, { user, service }) : [],
      }));
      const text = await written(found, options, new Date(context.host.now()).toISOString());
      if (options.output === "-") return await context.print(text);
      const { from, to } = found.insights.period;
      const file = resolve(options.output ?? `insights-${from}-${to}.${ENDINGS[options.format]}`);
      const content = new TextEncoder().encode(text);
      await replaceFile(file, content);
      const result = { file, format: options.format, bytes: content.length };
      await show(context, result, () => line`Wrote ${file}`);
      if (options.open) await openInBrowser(pathToFileURL(file).href, context.env, /^file:/);
    }));
}

async function written(
  { insights, releases }: { readonly insights: Insights; readonly releases: readonly Release[] },
  { format, chart }: ReportValues,
  now: string,
): Promise<string> {
  const { chartFile, charts, reportHtml, reportMarkdown } = await import("../../insights/report.ts");
  if (format === "html") return reportHtml(insights, releases, now);
  if (format === "markdown") return reportMarkdown(insights);
  const all = charts(insights, releases);
  const found = all.find(({ id }) => id === chart);
  if (found) return chartFile(found);
  throw usage(`There is no chart ${JSON.stringify(chart)}`, `Charts: ${all.map(({ id }) => id).join(", ")}`);
}
