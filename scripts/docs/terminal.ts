/** Draws a terminal session as a picture, `docs/images/terminal.svg`, from the program's output. */
import { CODES } from "../../cli/output/style.ts";
import type { Shell } from "./sessions.ts";

/** The typed command lines. */
const LINES = [
  "tonearm search lofi --limit 4 --columns title,artist,length,bpm",
  "tonearm track 1078 --jq .user.username",
  "tonearm like 1078",
  "tonearm playlist create 'Night drive' 1078 1143",
];
const [SIZE, LEADING, MARGIN, ADVANCE] = [14, 20, 20, 8.43];
/** Escape sequences of the program's few styles, and the classes that draw them. */
const STYLES = new Map<string, string>(Object.entries(CODES).map(([name, [begin]]) => [begin, name]));
const ESCAPE = "\x1b";
/** What a typed line begins with. */
const TYPED = `${ESCAPE}[1m$ `;
const STYLE = new RegExp(`${ESCAPE}\\[([\\d;]+)m`);

/** Runs the session and returns its picture. */
export async function terminalPicture(shell: Shell): Promise<string> {
  const rows: string[] = [];
  for (const line of LINES) {
    const printed = (await shell(`NO_COLOR= FORCE_COLOR=1 ${line}`)).trimEnd().split("\n").map(withoutTabs);
    rows.push(`${TYPED}${line}${ESCAPE}[22m`, ...printed, "");
  }
  return drawTerminal(rows.slice(0, -1));
}

function withoutTabs(row: string): string {
  return row.replaceAll(/([^\t]*)\t/g, (_, text: string) => text.padEnd(8 * (Math.floor(text.length / 8) + 1)));
}

/** The length of the animation, of which the whole picture stays at the end, in seconds. */
const [SECONDS, STAYS] = [20, 6];

/** The moments at which the rows appear, in percent: a command is typed in as long as its output is read. */
function moments(rows: readonly string[]): readonly number[] {
  const isTyped = rows.map((row) => row.startsWith(TYPED));
  const shares = isTyped.map((typed) => typed ? 8 : 1);
  const all = shares.reduce((sum, share) => sum + share, 0);
  let before = 0;
  return shares.map((share) => (before += share, (before - share) / all * 100 * (1 - STAYS / SECONDS)));
}

/** The rule by which a row appears: typed letter by letter, or at once. */
function appearing(row: string, index: number, from: number, to: number): string {
  const [start, end] = [from.toFixed(1), to.toFixed(1)];
  const frames = row.startsWith(TYPED)
    ? `0%,${start}%{clip-path:inset(0 100% 0 0)}${end}%,100%{clip-path:inset(0)}`
    : `0%,${start}%{opacity:0}${(from + 0.1).toFixed(1)}%,100%{opacity:1}`;
  const timing = row.startsWith(TYPED) ? `steps(${row.length},end)` : "linear";
  return `@keyframes r${index}{${frames}}.r${index}{animation:r${index} ${SECONDS}s ${timing} infinite}`;
}

/** Draws lines of a terminal with their styles, in the colours of the reader's system, one after the other. */
export function drawTerminal(rows: readonly string[]): string {
  const columns = Math.max(
    ...rows.map((row) => row.split(new RegExp(STYLE.source)).filter((_, index) => index % 2 === 0).join("").length),
  );
  const [width, height] = [Math.ceil(columns * ADVANCE) + 2 * MARGIN, rows.length * LEADING + 2 * MARGIN];
  const lines = rows.map((row, index) =>
    `<text class="r${index}" x="${MARGIN}" y="${MARGIN + SIZE + index * LEADING}">${spans(row)}</text>`
  );
  const times = moments(rows);
  const last = 100 * (1 - STAYS / SECONDS);
  const rules = rows.map((row, index) => appearing(row, index, times[index] ?? 0, times[index + 1] ?? last));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>A session of the command line</title>
<style>svg{--ink:#1f2328;--dim:#59636e;--red:#cf222e;--green:#1a7f37;--yellow:#9a6700;--cyan:#1b7c83;--page:#f6f8fa}@media(prefers-color-scheme:dark){svg{--ink:#e6edf3;--dim:#9da7b3;--red:#ff8182;--green:#6bd48a;--yellow:#e3b341;--cyan:#76d9e6;--page:#12171f}}text{font:${SIZE}px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:var(--ink);white-space:pre}.bold{font-weight:700}.dim{fill:var(--dim)}.red{fill:var(--red)}.green{fill:var(--green)}.yellow{fill:var(--yellow)}.cyan{fill:var(--cyan)}@media(prefers-reduced-motion:no-preference){${
    rules.join("")
  }}</style>
<rect width="${width}" height="${height}" rx="10" fill="var(--page)"/>
${lines.join("\n")}
</svg>
`;
}

function spans(row: string): string {
  const open = new Set<string>();
  return row.split(new RegExp(STYLE.source)).map((part, index) => {
    if (index % 2 === 0) return part === "" ? "" : `<tspan class="${[...open].join(" ")}">${escaped(part)}</tspan>`;
    const style = STYLES.get(part);
    if (style !== undefined) open.add(style);
    else for (const each of part === "22" ? ["bold"] : ["dim", "red", "green", "yellow", "cyan"]) open.delete(each);
    return "";
  }).join("").replaceAll('<tspan class="">', "<tspan>");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
