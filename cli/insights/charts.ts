import { scaleBand, scaleLinear } from "d3-scale";
import { line as lineShape } from "d3-shape";
import { whole } from "./words.ts";

export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly svg: string;
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly isEstimated?: boolean;
}

export interface Line {
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [720, 240, 64, 24, 8];
const TICKS = 4;
const MAX_LABELS = 8;
const DASHES = ["", "6 3", "2 3", "8 3 2 3"];
const LEGEND = 20;

export function barChart(id: string, title: string, bars: readonly Bar[]): Chart {
  const values = bars.map(({ value }) => value);
  const y = scaleLinear().domain([Math.min(0, ...values), Math.max(1, ...values)]).nice(TICKS)
    .range([HEIGHT - BOTTOM, TOP]);
  const x = scaleBand().domain(bars.keys()).range([LEFT, WIDTH]).padding(0.2);
  const every = Math.ceil(bars.length / MAX_LABELS);
  const marks = bars.map(({ label, value, isEstimated }, index) => {
    const [from, to] = [y(Math.max(0, value)), y(Math.min(0, value))];
    const at = x(index)!;
    const name = index % every === 0
      ? `<text x="${round(at + x.bandwidth() / 2)}" y="${HEIGHT - 6}" text-anchor="middle">${escape(label)}</text>`
      : "";
    return `<rect x="${round(at)}" y="${round(from)}" width="${round(x.bandwidth())}" height="${round(to - from)}"${
      isEstimated ? ' class="estimated"' : ""
    }><title>${escape(label)}: ${isEstimated ? "about " : ""}${whole(value)}</title></rect>${name}`;
  });
  return framed({ id, title, description: describeBars(bars), marks: axis(y) + marks.join("") });
}

export function lineChart(id: string, title: string, unit: string, lines: readonly Line[]): Chart {
  const all = lines.flatMap(({ points }) => points);
  const x = scaleLinear().domain([0, Math.max(1, ...all.map(([at]) => at))]).range([LEFT, WIDTH - 8]);
  const y = scaleLinear().domain([0, Math.max(1, ...all.map(([, value]) => value))]).nice(TICKS)
    .range([HEIGHT - BOTTOM, TOP]);
  const shape = lineShape().x(([at]: readonly [number, number]) => round(x(at)))
    .y(([, value]: readonly [number, number]) => round(y(value)));
  const marks = lines.map(({ label, points }, index) =>
    `<path class="line c${index % 4}" stroke-dasharray="${dashes(index)}" d="${shape([...points])}">` +
    `<title>${escape(label)}</title></path>`
  );
  const names = (x as Scale).ticks(MAX_LABELS).map((at) =>
    `<text x="${round(x(at))}" y="${HEIGHT - 6}" text-anchor="middle">${at} ${unit}</text>`
  );
  const legend = lines.map(({ label }, index) => {
    const [at, y] = [LEFT + index % 2 * WIDTH / 2, HEIGHT + 16 + Math.floor(index / 2) * LEGEND];
    return `<path class="line c${index % 4}" stroke-dasharray="${dashes(index)}" d="M${at},${y}h28"/>` +
      `<text x="${at + 36}" y="${y + 4}">${escape(label.length > 32 ? `${label.slice(0, 31)}…` : label)}</text>`;
  });
  const ends = lines.map(({ label, points }) => `${label}: ${whole(points.at(-1)?.[1] ?? 0)}`);
  const description = `Lines of ${lines.length} releases, with the plays at their end. ${ends.join("; ")}.`;
  return framed(
    { id, title, description, marks: axis(y) + [...marks, ...names, ...legend].join("") },
    HEIGHT + LEGEND * Math.ceil(lines.length / 2) + 4,
  );
}

function dashes(index: number): string {
  return DASHES[Math.floor(index / 4) % 4]!;
}

interface Scale {
  (value: number): number;
  ticks(count: number): number[];
}

function axis(y: Scale): string {
  return y.ticks(TICKS).filter(Number.isInteger).map((value) => {
    const at = round(y(value));
    return `<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${at}" y2="${at}"/>` +
      `<text x="${LEFT - 8}" y="${at + 4}" text-anchor="end">${whole(value)}</text>`;
  }).join("");
}

function framed(
  { id, title, description, marks }: Omit<Chart, "svg"> & { readonly marks: string },
  height: number = HEIGHT,
): Chart {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" ` +
    `aria-labelledby="${id}-title ${id}-text" class="chart"><title id="${id}-title">${escape(title)}</title>` +
    `<desc id="${id}-text">${escape(description)}</desc>${marks}</svg>`;
  return { id, title, description, svg };
}

function describeBars(bars: readonly Bar[]): string {
  if (bars.length === 0) return "There are no values.";
  const sum = bars.reduce((total, { value }) => total + value, 0);
  const most = bars.reduce((best, bar) => bar.value > best.value ? bar : best);
  const least = bars.reduce((best, bar) => bar.value < best.value ? bar : best);
  return `${bars.length} bars, ${whole(sum)} together. The highest is ${most.label} with ${whole(most.value)}, ` +
    `the lowest ${least.label} with ${whole(least.value)}.`;
}

export function escape(text: string): string {
  const names: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  // deno-lint-ignore no-control-regex -- control characters are invalid in SVG
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "").replace(/[&<>"']/g, (one) => names[one]!);
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
