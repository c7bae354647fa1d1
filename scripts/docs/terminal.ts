/**
 * Draws a terminal session as a picture, `docs/images/terminal.svg`, from the program's output.
 *
 * @module
 */
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
const STYLES: Readonly<Record<string, string>> = {
  "1": "bold",
  "2": "dim",
  "31": "red",
  "32": "green",
  "33": "yellow",
  "36": "cyan",
};
const ESCAPE = "\x1b";
const STYLE = new RegExp(`${ESCAPE}\\[(\\d+)m`);

/** Runs the session and returns its picture. */
export async function terminalPicture(shell: Shell): Promise<string> {
  const rows: string[] = [];
  for (const line of LINES) {
    const printed = (await shell(`NO_COLOR= FORCE_COLOR=1 ${line}`)).trimEnd().split("\n").map(withoutTabs);
    rows.push(`${ESCAPE}[1m$ ${line}${ESCAPE}[22m`, ...printed, "");
  }
  return drawTerminal(rows.slice(0, -1));
}

function withoutTabs(row: string): string {
  return row.replaceAll(/([^\t]*)\t/g, (_, text: string) => text.padEnd(8 * (Math.floor(text.length / 8) + 1)));
}

/** Draws lines of a terminal with their styles. */
export function drawTerminal(rows: readonly string[]): string {
  const columns = Math.max(
    ...rows.map((row) => row.split(new RegExp(STYLE.source)).filter((_, index) => index % 2 === 0).join("").length),
  );
  const [width, height] = [Math.ceil(columns * ADVANCE) + 2 * MARGIN, rows.length * LEADING + 2 * MARGIN];
  const lines = rows.map((row, index) =>
    `<text x="${MARGIN}" y="${MARGIN + SIZE + index * LEADING}">${spans(row)}</text>`
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>A session of the command line</title>
<style>text{font:${SIZE}px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:#e6edf3;white-space:pre}.bold{font-weight:700}.dim{fill:#9da7b3}.red{fill:#ff8182}.green{fill:#6bd48a}.yellow{fill:#e3b341}.cyan{fill:#76d9e6}</style>
<rect width="${width}" height="${height}" rx="10" fill="#12171f"/>
${lines.join("\n")}
</svg>
`;
}

function spans(row: string): string {
  const open = new Set<string>();
  return row.split(new RegExp(STYLE.source)).map((part, index) => {
    if (index % 2 === 0) return part === "" ? "" : `<tspan class="${[...open].join(" ")}">${escaped(part)}</tspan>`;
    const style = STYLES[part];
    if (style !== undefined) open.add(style);
    else for (const each of part === "22" ? ["bold", "dim"] : ["red", "green", "yellow", "cyan"]) open.delete(each);
    return "";
  }).join("").replaceAll('<tspan class="">', "<tspan>");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
