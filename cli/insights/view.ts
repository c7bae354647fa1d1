import type { Growth, Insights, Metric, Mover, Part, TrackInsights } from "@tonearm/client/insights";
import { csvLine } from "../fields/csv.ts";
import { count } from "../output/format.ts";
import { type Column, tabbed, Table } from "../output/table.ts";
import { bold, dim, type Style, type Styled } from "../output/style.ts";
import type { Terminal } from "../output/terminal.ts";
import { clean } from "../output/text.ts";
import { basis, changeOf, day, eventText, signed, sparkline, whole } from "./words.ts";

const SPARK = 28;
const EVENTS = 8;

export function drawInsights({ host, columns }: Terminal, insights: Insights): Styled {
  const tracks = trackColumns(insights);
  if (!host.stdout.isTTY) return insights.tracks.map((track) => tabbed(track, tracks)).join("");
  const { source, period, trackCount } = insights;
  const table = <T>(rows: readonly T[], of: readonly Column<T>[]) => new Table(of, columns).rows(rows);
  const isOne = trackCount === 1 && insights.tracks[0] !== undefined;
  const title = clean(isOne ? insights.tracks[0]!.title : source.title);
  return [
    [
      bold(title),
      `  ${day(period.from)} – ${day(period.to)}\n`,
      ...basis(insights).map((said) => dim(`${said}\n`)),
      "\n",
    ],
    [table(totalRows(insights), TOTALS), "\n"],
    table(insights.parts.filter(({ growth }) => Object.keys(growth).length > 0), partColumns(insights)),
    isOne ? "" : ["\n", table(insights.tracks, tracks), "\n"],
    isOne ? "" : movers("Rising", insights.rising) + movers("Falling", insights.falling),
    insights.events.length > 0 ? "\n" : "",
    ...insights.events.slice(0, EVENTS).map((event) => [dim(day(event.at, false)), `  ${clean(eventText(event))}\n`]),
  ];
}

interface TotalRow extends Growth {
  readonly metric: string;
  readonly growthByPart: readonly number[];
}

export function totalRows({ totals, profile, parts }: Insights): TotalRow[] {
  return [...Object.entries(totals), ...Object.entries(profile)].map(([metric, growth]) => ({
    metric,
    ...growth,
    growthByPart: parts.map((part) => part.growth[metric as Metric] ?? 0),
  }));
}

const TOTALS: readonly Column<TotalRow>[] = [
  { title: "COUNT", value: ({ metric }) => metric },
  { title: "TOTAL", value: ({ total }) => whole(total), align: "right" },
  { title: "GROWTH", value: ({ growth }) => signed(growth), align: "right", style: "cyan" },
  { title: "BEFORE", value: ({ before }) => signed(before), align: "right", style: "dim" },
  { title: "CHANGE", value: changeOf, align: "right" },
  { title: "", value: ({ growthByPart }) => sparkline(growthByPart, SPARK) },
];

function trackColumns({ sort }: Insights): readonly Column<TrackInsights>[] {
  const of = ({ counts }: TrackInsights): Growth => counts[sort] ?? { total: 0, growth: 0, before: null };
  const change = (title: string, name: "growth" | "before", style: Style): Column<TrackInsights> => ({
    title,
    value: (track) => signed(of(track)[name]),
    plain: (track) => `${of(track)[name] ?? ""}`,
    ...{ align: "right", style },
  });
  return [
    { title: "TITLE", value: ({ title }) => title, shrinks: true },
    {
      title: "TOTAL",
      value: (track) => count(of(track).total),
      plain: (track) => `${of(track).total}`,
      align: "right",
    },
    change(sort.toUpperCase(), "growth", "cyan"),
    change("BEFORE", "before", "dim"),
    { title: "CHANGE", value: (track) => changeOf(of(track)), align: "right" },
    { title: "TREND", value: ({ growthByPart }) => sparkline(growthByPart, SPARK), plain: () => "" },
    { title: "URN", value: ({ urn }) => urn, style: "dim" },
  ];
}

export function marked({ isEstimated, isPartial }: Part, text: string): string {
  return `${isEstimated ? "~" : ""}${text}${isPartial ? "…" : ""}`;
}

function partColumns({ totals, profile }: Insights): readonly Column<Part>[] {
  const shown = [...Object.keys(totals), ...Object.keys(profile).filter((metric) => metric === "followers")];
  return [
    { title: "FROM", value: ({ from }) => from },
    ...shown.map((metric): Column<Part> => ({
      title: metric.toUpperCase(),
      value: (part) => marked(part, signed(part.growth[metric as Metric] ?? 0)),
      align: "right",
    })),
    { title: "READINGS", value: ({ readings }) => `${readings}`, align: "right", style: "dim" },
  ];
}

function movers(title: string, list: readonly Mover[]): string {
  return list.map(({ title: name, growth, before }) =>
    `${title}: ${clean(name)} (${signed(growth)}, ${signed(before)} before)\n`
  ).join("");
}

export function insightsCsv(insights: Insights, table: "parts" | "tracks"): string {
  const [own, profile] = [insights.totals, insights.profile].map((counts) => Object.keys(counts) as Metric[]);
  const metrics = [...own!, ...profile!];
  const columns = own!.flatMap((metric) => [metric, `${metric}_growth`, `${metric}_before`]);
  const [names, rows] = table === "parts"
    ? [
      ["from", ...metrics, "readings", "is_estimated", "is_partial"],
      insights.parts.map(({ from, growth, readings, isEstimated, isPartial }) => [
        ...[from, ...metrics.map((metric) => growth[metric] ?? "")],
        ...[readings, isEstimated, isPartial],
      ]),
    ]
    : [
      ["urn", "title", "state", "created_at", ...columns],
      insights.tracks.map(({ urn, title, state, createdAt, counts }) => [
        ...[urn, title, state, createdAt ?? ""],
        ...own!.flatMap((metric) => {
          const { total, growth, before } = counts[metric] ?? {};
          return [total ?? "", growth ?? "", before ?? ""];
        }),
      ]),
    ];
  return [names, ...rows].map((fields) => csvLine(fields.map(String))).join("");
}
