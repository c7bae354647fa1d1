import type { Insights, Metric, Release } from "@tonearm/client/insights";
import { barChart, type Chart, escape, lineChart } from "./charts.ts";
import { REPORT_STYLE } from "./report_style.ts";
import { marked, totalRows } from "./view.ts";
import { basis, changeOf, day, eventText, signed, whole } from "./words.ts";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/** The part of the busiest hour's count from which another hour is about as busy. */
const ABOUT = 0.95;
const SPANS = [["first-day", "24 hours", 24, "h"], ["first-week", "7 days", 168, "h"]] as const;

export function charts(insights: Insights, releases: readonly Release[]): Chart[] {
  const { sort, by, parts, rhythm, totals, profile: { followers } } = insights;
  const shown = Object.entries(followers ? { ...totals, followers } : totals)
    .filter(([metric, { growth }]) => metric === sort || growth !== 0).map(([metric]) => metric as Metric);
  const weekdays = rhythm.weekdays.map((value, n) => ({ label: WEEKDAYS[n]!.slice(0, 3), value }));
  const hours = rhythm.hours.map((value, hour) => ({ label: `${hour}:00`, value }));
  return [
    ...shown.map((metric) => {
      const bars = parts.map(({ from, growth, isEstimated }) => ({
        ...{ label: day(from, false), value: growth[metric] ?? 0, isEstimated },
      }));
      return barChart(metric, `New ${metric} by ${by}`, bars);
    }),
    ...(releases.length === 0 ? [] : SPANS).map(([id, name, most, unit]) => {
      const lines = releases.map(({ title, points }) => ({
        ...{ label: title, points: points.filter(([at]) => at <= most) },
      }));
      return lineChart(id, `Releases: plays in the first ${name}`, unit, lines);
    }),
    barChart("weekdays", `New ${sort} by weekday, on average`, weekdays),
    barChart("hours", `New ${sort} by hour, on average`, hours),
  ];
}

export function bestTimes({ rhythm: { weekdays, hours }, sort }: Pick<Insights, "rhythm" | "sort">): string {
  const most = Math.max(...weekdays);
  if (most <= 0) return "";
  const times = `${WEEKDAYS[weekdays.indexOf(most)]}${busiestHours(hours)}`;
  return `Most ${sort} come on ${times}, as far as the times of the readings can tell.`;
}

/** Names the hours about as busy as the busiest: between two readings all are alike, with one a day the whole day. */
function busiestHours(hours: readonly number[]): string {
  const most = Math.max(...hours);
  const isBusy = (hour: number) => hours[(hour + 24) % 24]! >= ABOUT * most;
  let [from, to] = [hours.indexOf(most), hours.indexOf(most) + 1];
  while (to - from < 24 && isBusy(from - 1)) from--;
  while (to - from < 24 && isBusy(to)) to++;
  return to - from === 24 ? "" : ` and between ${(from + 24) % 24}:00 and ${to % 24}:00`;
}

interface TableText {
  readonly caption: string;
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly links?: readonly (string | null)[];
}

function totalsTable(insights: Insights): TableText {
  const rows = totalRows(insights).map((row) => [
    ...[row.metric, whole(row.total), signed(row.growth), signed(row.before), changeOf(row)],
  ]);
  return { caption: "Totals", names: ["Count", "Total", "Growth", "Before", "Change"], rows };
}

function tracksTable({ tracks, sort }: Insights): TableText {
  const names = ["Title", `Total ${sort}`, `New ${sort}`, "Before", "New likes", "New reposts"];
  const number = (value: number | null | undefined) => signed(value ?? null);
  const rows = tracks.map(({ title, counts: { [sort]: of, likes, reposts } }) => [
    ...[title, whole(of?.total ?? 0), number(of?.growth), number(of?.before)],
    ...[number(likes?.growth), number(reposts?.growth)],
  ]);
  return { caption: "Tracks", names, rows, links: tracks.map(({ url }) => url) };
}

export function reportHtml(insights: Insights, releases: readonly Release[], now: string): string {
  const { source, period, sort, tracks, trackCount, events } = insights;
  const title = escape(`${source.title}: ${day(period.from)} – ${day(period.to)}`);
  const happened = events.map((event) =>
    `<li><time datetime="${event.at}">${day(event.at, false)}</time> ${escape(eventText(event))}</li>`
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${title}</title><style>${REPORT_STYLE}</style></head>
<body><main><h1>${title}</h1>
<p class="basis">${basis(insights).map(escape).join(". ")}.</p>
<h2>Totals</h2>${tableHtml(totalsTable(insights))}
<h2>Charts</h2><p>${escape(bestTimes(insights))}</p>
${charts(insights, releases).map((chart) => figure(chart, insights)).join("\n")}
<h2>Tracks</h2><p>${whole(tracks.length)} of ${whole(trackCount)} tracks, by new ${sort}.</p>
${tracks.length > 20 ? '<p class="screen"><label>Filter by title <input id="filter" type="search"></label></p>' : ""}
${tableHtml(tracksTable(insights), ' id="tracks"')}
${happened.length > 0 ? `<h2>Events</h2><ul>${happened.join("\n")}</ul>` : ""}
<footer><p>Made on ${day(now)} from counts of the SoundCloud API, by tonearm (unofficial). Plays through the API are not
counted by SoundCloud.</p></footer></main>
<script>document.getElementById("filter")?.addEventListener("input",(e)=>{const q=e.target.value.toLowerCase();
for(const r of document.querySelectorAll("#tracks tbody tr"))r.hidden=!r.cells[0].textContent.toLowerCase().includes(q)})</script>
</body></html>
`;
}

function tableHtml({ caption, names, rows, links = [] }: TableText, id = ""): string {
  const head = names.map((name) => `<th scope="col">${name}</th>`).join("");
  const body = rows.map(([name = "", ...cells], index) => {
    const link = links[index] ?? "";
    const text = /^https?:/.test(link) ? `<a href="${escape(link)}">${escape(name)}</a>` : escape(name);
    return `<tr><th scope="row">${text}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table${id}>` +
    `<thead><tr>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table></div>`;
}

/** A chart with its values as a table, for those who don't see it. */
function figure({ id, title, description, svg }: Chart, { parts }: Insights): string {
  const metric = id as Metric;
  const rows = parts.map((part) => [part.from, marked(part, signed(part.growth[metric] ?? null))]);
  const values = parts.some(({ growth }) => growth[metric] !== undefined)
    ? `<details><summary>Values</summary>${
      tableHtml({ caption: `${title}: values`, names: ["From", `New ${metric}`], rows })
    }</details>`
    : "";
  return `<figure><figcaption>${escape(title)}</figcaption>${svg}<p class="text">${
    escape(description)
  }</p>${values}</figure>`;
}

export function chartFile({ svg }: Chart): string {
  return svg.replace("</title>", `</title><style>${REPORT_STYLE}</style>`);
}

export function reportMarkdown(insights: Insights): string {
  const { source, period, sort } = insights;
  const cell = (text: string) => text.replace(/[|\\`*_<>[\]]/g, "\\$&").replace(/\s+/g, " ");
  const tableText = ({ names, rows }: TableText) =>
    [names, names.map((_, index) => index === 0 ? "---" : "---:"), ...rows.map((row) => row.map(cell))]
      .map((line) => `| ${line.join(" | ")} |`).join("\n");
  return [
    `# ${cell(source.title)}: ${day(period.from)} – ${day(period.to)}`,
    `${basis(insights).join(". ")}.`,
    tableText(totalsTable(insights)),
    `## Tracks by new ${sort}`,
    tableText(tracksTable(insights)),
  ].join("\n\n") + "\n";
}
