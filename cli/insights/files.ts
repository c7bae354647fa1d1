import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type CountRow, type ImportedCounts, METRICS } from "@tonearm/client/insights";
import { usage } from "../errors.ts";
import { withDraft } from "../host/replace_file.ts";
import { csvLine, fieldName, readCsv } from "../fields/csv.ts";
import { parseTime } from "../fields/values.ts";

export const FORMATS = ["csv", "jsonl", "parquet"] as const;

export type Format = typeof FORMATS[number];

const COLUMNS = ["service", "source", "kind", "urn", "title", "metric", "at", "count"] as const;

export async function* textOf(
  chunks: AsyncIterable<CountRow[]>,
  format: "csv" | "jsonl",
): AsyncGenerator<string, void, undefined> {
  let head = format === "csv" ? csvLine(COLUMNS) : "";
  for await (const rows of chunks) {
    const lines = rows.map((row) =>
      format === "csv" ? csvLine(COLUMNS.map((name) => String(row[name]))) : `${JSON.stringify(row)}\n`
    );
    yield head + lines.join("");
    head = "";
  }
}

export async function writeExport(path: string, chunks: AsyncIterable<CountRow[]>, format: Format): Promise<number> {
  let written = 0;
  async function* counted(): AsyncGenerator<CountRow[], void, undefined> {
    for await (const rows of chunks) {
      written += rows.length;
      yield rows;
    }
  }
  await withDraft(path, async (draft) => {
    if (format === "parquet") await writeParquet(draft, counted());
    else await pipeline(textOf(counted(), format), createWriteStream(draft));
  });
  return written;
}

function cellOf(row: CountRow, name: keyof CountRow): unknown {
  if (name === "at") return new Date(row.at);
  return name === "count" ? BigInt(row.count) : row[name];
}

async function writeParquet(path: string, chunks: AsyncIterable<CountRow[]>): Promise<void> {
  const { fileWriter, ParquetWriter } = await import("hyparquet-writer");
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: [
      { name: "root", num_children: COLUMNS.length },
      ...COLUMNS.map((name) => ({ name, repetition_type: "REQUIRED" as const, ...TYPES[name] })),
    ],
  });
  for await (const rows of chunks) {
    const columnData = COLUMNS.map((name) => ({ name, data: rows.map((row) => cellOf(row, name)) }));
    if (rows.length > 0) await writer.write({ columnData });
  }
  await writer.finish();
}

const TEXT = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
const TYPES: Readonly<Record<typeof COLUMNS[number], object>> = {
  ...{ service: TEXT, source: TEXT, kind: TEXT, urn: TEXT, title: TEXT, metric: TEXT },
  at: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
  count: { type: "INT64" },
};

const NAMES: Readonly<Record<string, readonly string[]>> = {
  urn: ["urn", "id", "track", "track_id"],
  at: ["at", "date", "time", "timestamp", "day"],
  title: ["title", "name"],
};

/** Reads the counts of a CSV: a column a count (plays, likes, …), or the columns `metric` and `count`. */
export function readCounts(text: string, file: string): ImportedCounts[] {
  const { names, rows } = readCsv(text.replace(/^\ufeff/, ""), file);
  const columns = names.map(fieldName);
  const find = (name: string) => columns.findIndex((column) => NAMES[name]!.includes(column));
  const [urn, at, title] = [find("urn"), find("at"), find("title")];
  const [metric, count] = [columns.indexOf("metric"), columns.indexOf("count")];
  const metrics = METRICS.map((name) => [name, columns.indexOf(name)] as const).filter(([, index]) => index >= 0);
  if (urn < 0 || at < 0 || (metrics.length === 0 && (metric < 0 || count < 0))) {
    const hint = `It needs the columns urn and date, and at least one of ${METRICS.join(", ")}.`;
    throw usage(`${file} has no counts of tracks over time`, hint);
  }
  return rows.map(({ line, fields }) => {
    const pairs = metric >= 0 && count >= 0
      ? [[fields[metric]!, fields[count]!] as const]
      : metrics.map(([name, index]) => [name, fields[index]!] as const);
    const counts = pairs.filter(([, text]) => text.trim() !== "")
      .map(([name, text]) => [name, wholeNumber(text, `${file}, line ${line}`)] as const);
    const id = fields[urn]!.trim();
    const time = timeOf(fields[at]!.trim(), `${file}, line ${line}`);
    return {
      urn: /^\d+$/.test(id) ? `soundcloud:tracks:${id}` : id,
      at: time,
      counts: Object.fromEntries(counts),
      ...(title >= 0 && fields[title] ? { title: fields[title] } : {}),
    };
  });
}

function wholeNumber(text: string, where: string): number {
  const plain = text.trim().replace(/(?<=\d)[ ,.'’\u00a0\u202f](?=\d{3}(?:\D|$))/g, "");
  if (/^\d+$/.test(plain)) return Number(plain);
  throw usage(`${where}: ${JSON.stringify(text)} is not a whole number`);
}

/** A day stands for its end: the counts of a day are usually noted in its evening. */
function timeOf(text: string, where: string): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const time = /^\d{4}-\d\d-\d\d(?:$|[T ])/.test(text) ? parseTime(isDay ? `${text}T23:59:59Z` : text) : NaN;
  if (!Number.isNaN(time)) return time;
  throw usage(`${where}: ${JSON.stringify(text)} is not a date like 2026-05-03`);
}
