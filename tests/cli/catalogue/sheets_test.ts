/** Sheets as people's programs save them, and sheets that something broke: none may write anything by mistake. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type CatalogueFixture, catalogueFixture } from "../../support/cli/catalogue.ts";
import { without } from "../../support/programs.ts";

/** Titles that programs like to change. */
const TITLES = ["Größe & Möwe", "日本語の歌", "007", "=1+1", "-12 dB", "1/2", "1E5", "5 March", "TRUE", "@home", "'97"];

async function pulledCatalogue(): Promise<CatalogueFixture> {
  const ann = await catalogueFixture({
    tracks: TITLES.map((title, index) => ({
      permalink: `number-${index}`,
      title,
      user: "ann",
      genre: "Ambient",
      description: index === 3 ? 'Two\nlines; "quoted", tab\there' : "",
      tags: index === 2 ? ["rain, slow", "café"] : ["rain"],
    })),
    playlists: [],
  });
  await ann.run("pull");
  return ann;
}

type Table = string[][];

/** Parses a sheet of this test; the program's own parser is what is tested. */
function parse(text: string): Table {
  const rows = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)];
  return rows.reduce<Table>((table, [, quoted, plain = "", end]) => {
    table.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    return end === "\n" ? [...table, []] : table;
  }, [[]]).filter((row) => row.length > 0);
}

function format(table: Table, separator: string = ",", end: string = "\n", all: boolean = false): string {
  const cell = (text: string) =>
    all || /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
  return table.map((row) => row.map(cell).join(separator) + end).join("");
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const latin = (text: string) => Buffer.from(text.replaceAll("日本語の歌", "Nihongo"), "latin1");

/** Changes the cells of a column. */
function column(table: Table, name: string, change: (cell: string, row: number) => string): Table {
  const index = table[0]?.indexOf(name) ?? -1;
  return table.map((row, at) => at === 0 ? row : row.with(index, change(row[index] ?? "", at)));
}

function booleans(yes: string, no: string): (table: Table) => string {
  return (table) => format(table.map((row) => row.map((cell) => ({ true: yes, false: no })[cell] ?? cell)));
}

/** A sheet in another form that means the same: nothing is to change. */
const SAME: Record<string, (table: Table) => string | Uint8Array> = {
  "as it is": (table) => format(table),
  "all cells in quotes": (table) => format(table, ",", "\n", true),
  "semicolons": (table) => format(table, ";"),
  "tabs": (table) => format(table, "\t"),
  "bars": (table) => format(table, "|"),
  "sep=; in front": (table) => `sep=;\r\n${format(table, ";", "\r\n")}`,
  "sep=, in front": (table) => `sep=,\n${format(table)}`,
  "CRLF": (table) => format(table, ",", "\r\n"),
  "CRLF in cells, too": (table) => format(table).replaceAll("\n", "\r\n"),
  "CR, as old Macs write": (table) => format(table).replaceAll("\n", "\r"),
  "no line end at the end": (table) => format(table).trimEnd(),
  "empty lines between": (table) => format(table).replaceAll("\nsoundcloud", "\n\n\nsoundcloud"),
  "empty rows of a spreadsheet at the end": (table) => `${format(table)}${",".repeat((table[0]?.length ?? 1) - 1)}\n`,
  "empty columns of a spreadsheet": (table) => format(table.map((row) => [...row, "", ""])),
  "a byte order mark": (table) => `\ufeff${format(table)}`,
  "UTF-16 with a mark and tabs (Excel's Unicode text)": (table) => utf16(format(table, "\t", "\r\n")),
  "UTF-16, big endian": (table) => utf16(format(table)).swap16(),
  "UTF-16 without a mark": (table) => utf16(format(table)).subarray(2),
  "UTF-16 without a mark, of few Latin letters": (table) =>
    utf16(format(table.map((row, at) => [at === 0 ? `_${"Ж".repeat(100)}` : "x", ...row]))).subarray(2),
  "names of columns in capitals and with blanks": (table) =>
    format([(table[0] ?? []).map((name) => ` ${name.replaceAll("_", " ").toUpperCase()} `), ...table.slice(1)]),
  "another order of columns": (table) => format(table.map((row) => row.toReversed())),
  "another order of rows": (table) => format([...table.slice(0, 1), ...table.slice(1).toReversed()]),
  "columns of one's own": (table) => format(table.map((row, at) => [...row, at === 0 ? "_mine" : "x"])),
  "fewer columns": (table) => format(table.map((row) => row.slice(0, 4))),
  "Excel's TRUE and FALSE": booleans("TRUE", "FALSE"),
  "German WAHR and FALSCH": booleans("WAHR", "FALSCH"),
  "French VRAI and FAUX": booleans("VRAI", "FAUX"),
  "Spanish VERDADERO and FALSO": booleans("VERDADERO", "FALSO"),
  "Italian VERO": booleans("VERO", "FALSO"),
  "Dutch WAAR": booleans("WAAR", "ONWAAR"),
  "Polish PRAWDA": booleans("PRAWDA", "FAŁSZ"),
  "Turkish DOĞRU": booleans("DOĞRU", "YANLIŞ"),
  "Russian ИСТИНА": booleans("ИСТИНА", "ЛОЖЬ"),
  "Finnish TOSI": booleans("TOSI", "EPÄTOSI"),
  "yes and no": booleans("Yes", "No"),
  "1 and 0": booleans("1", "0"),
  "German dates": (table) => format(column(table, "release_date", () => "31.1.2026")),
  "American dates that can't be others": (table) => format(column(table, "release_date", () => "1/31/2026")),
  "British dates that can't be others": (table) => format(column(table, "release_date", () => "31/01/2026")),
  "Japanese dates": (table) => format(column(table, "release_date", () => "2026/1/31")),
};

/** A sheet that something broke, and the sentence with its place. */
const BROKEN: Record<string, readonly [make: (table: Table) => string | Uint8Array, message: RegExp]> = {
  "Windows-1252": [
    (table) => latin(format(table)),
    /line 2, column \d+: the file is not UTF-8\n.*reads ".*Größe.*--encoding windows-1252/,
  ],
  "a workbook under the name of a sheet": [() => Buffer.from("PK\x03\x04xlsx"), /tracks\.csv is a workbook/],
  "an old Excel file": [() => Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /tracks\.csv is an Excel workbook/],
  "a web page": [() => "<!DOCTYPE html><table></table>", /tracks\.csv is HTML or XML/],
  "RTF": [() => "{\\rtf1 urn,title}", /tracks\.csv is a document in RTF/],
  "cut UTF-16": [(table) => utf16(format(table)).subarray(0, 301), /tracks\.csv is not UTF-16LE/],
  "UTF-8 cut within a letter": [
    (table) => Buffer.from(format(table)).subarray(0, Buffer.from(format(table)).indexOf("ö") + 1),
    /line 2, column \d+: the file is not UTF-8/,
  ],
  "zeros at the end, as after a power failure": [
    (table) => `${format(table)}${"\0".repeat(99)}`,
    /line \d+, column 1: a control character \(U\+0000\)/,
  ],
  "a control character": [
    (table) => format(column(table, "title", (cell) => `${cell}\x07`)),
    /line 2, column \d+: a control character \(U\+0007\)/,
  ],
  "a merge conflict": [
    (table) => format(table).replace("\nsoundcloud", "\n<<<<<<< HEAD\nsoundcloud"),
    /line 2, column 1: an unresolved merge conflict/,
  ],
  "the end of a merge conflict": [(table) => `${format(table)}>>>>>>> main\n`, /an unresolved merge conflict/],
  "a row that was cut": [(table) => format(table).slice(0, -30), /line \d+: \d+ cells instead of 24/],
  "a row without a separator": [
    (table) => format(table.with(2, (table[2] ?? []).slice(1))),
    /line 3: 23 cells instead of 24/,
  ],
  "a row with a cell more": [
    (table) => format(table.with(2, ["x", ...table[2] ?? []]).map((row, at) => at === 2 ? [...row, "x"] : row)),
    /line 3, column 26: the column has no name|line 3, column 25/,
  ],
  "two sheets in one": [(table) => format([...table, ...table]), /line \d+, urn: "urn" is not a track's URN/],
  "a row twice": [(table) => format([...table, table[1] ?? []]), /line \d+: soundcloud:tracks:\d+ is already in/],
  "no header": [(table) => format(table.slice(1)), /tracks\.csv: unknown column|named twice/],
  "a misspelt column": [
    (table) => format(table.with(0, (table[0] ?? []).map((name) => name === "genre" ? "gnere" : name))),
    /tracks\.csv: unknown column "gnere"/,
  ],
  "a column twice": [
    (table) => format(table.with(0, (table[0] ?? []).map((name) => name === "genre" ? "title" : name))),
    /tracks\.csv, line 1: "title" is named twice/,
  ],
  "a quote that isn't closed": [
    (table) => format(table).replace("Ambient", '"Ambient'),
    /line 2, column \d+: a misplaced/,
  ],
  "a quote in the middle": [(table) => format(table).replace("Ambient", 'Am"bient'), /line 2, column \d+: a misplaced/],
  "tabs that became blanks": [
    (table) => format(table, "\t").replaceAll("\t", "  "),
    /line 4, column 1: a misplaced or unclosed quote/,
  ],
  "an unknown boolean": [booleans("aye", "nay"), /line 2, streamable: expected true or false, not "aye"/],
  "a date that may be two days": [
    (table) => format(column(table, "release_date", () => "01/02/2026")),
    /line 2, release_date: expected a day like 2026-01-31, not "01\/02\/2026"/,
  ],
  "a date as a number": [
    (table) => format(column(table, "release_date", () => "46053")),
    /release_date: expected a day/,
  ],
  "UTF-8 read as Windows-1252": [
    (table) => new TextDecoder("windows-1252").decode(Buffer.from(format(table))),
    /line 2, title: .*UTF-8 was read as Windows-1252/,
  ],
  "letters that became question marks": [
    (table) => format(table).replace(/[^\x20-\x7e\n\t]/g, "?"),
    /line 2, title: "Größe & Möwe" became "Gr\?\?e & M\?we": letters were replaced by question marks/,
  ],
  "letters that became U+FFFD": [
    (table) => format(table).replace(/[^\x20-\x7e\n\t]/g, "\ufffd"),
    /line 2, title: .*letters were replaced by U\+FFFD/,
  ],
  "numbers without their zeros": [
    (table) => format(column(table, "title", (cell) => cell.replace("'007", "7"))),
    /line 4, title: "007" became "7": zeros in front are gone/,
  ],
  "failed formulas": [
    (table) => format(column(table, "title", (cell) => cell.replace(/^'=.*/, "#NAME?"))),
    /line 5, title: "=1\+1" became "#NAME\?": it is the result of a failed formula/,
  ],
  "failed formulas in German": [
    (table) => format(column(table, "genre", () => "#BEZUG!")),
    /line 2, genre: .*it is the result of a failed formula/,
  ],
  "an empty title": [(table) => format(column(table, "title", () => "")), /line 2, title: it can't be empty/],
  "a URN of another kind": [
    (table) => format(table).replace("soundcloud:tracks", "soundcloud:users"),
    /line 2, urn: "soundcloud:users:\d+" is not a track's URN/,
  ],
};

/** Writes a sheet and returns what each command said; none may write. */
async function tryAll(ann: CatalogueFixture, sheet: string | Uint8Array) {
  await writeFile(join(ann.folder, "tracks.csv"), sheet);
  const outcomes = [];
  for (const args of [["plan"], ["apply", "--yes"], ["apply", "--yes", "--prune"]] as const) {
    const [name, ...rest] = args;
    outcomes.push(await ann.run(name, ...rest));
  }
  return { outcomes, writes: ann.writes() };
}

Deno.test("tonearm plan, apply, apply --prune: a sheet in another form means the same, and is written back in it", async (t) => {
  await using ann = await pulledCatalogue();
  const dated = parse(await ann.read("tracks.csv"));
  await ann.write("tracks.csv", format(column(dated, "release_date", () => "2026-01-31")));
  assertEquals((await ann.run("apply", "--yes")).code, 0);
  ann.writes();
  const table = parse(await ann.read("tracks.csv"));
  for (const [name, make] of Object.entries(SAME)) {
    await t.step(name, async () => {
      const sheet = make(table);
      const { outcomes, writes } = await tryAll(ann, sheet);
      assertEquals(
        { codes: outcomes.map(({ code }) => code), writes },
        { codes: [0, 0, 0], writes: [] },
        outcomes[0]?.stderr,
      );
      assertEquals(outcomes[0]?.stdout.split("\n").at(-2), "Nothing to change", outcomes[0]?.stdout);
      assertEquals((await ann.run("pull")).code, 0);
    });
  }
});

Deno.test("tonearm plan, apply, apply --prune: a broken sheet writes nothing, and the message names the place", async (t) => {
  await using ann = await pulledCatalogue();
  ann.writes();
  const table = parse(await ann.read("tracks.csv"));
  for (const [name, [make, message]] of Object.entries(BROKEN)) {
    await t.step(name, async () => {
      const { outcomes, writes } = await tryAll(ann, make(table));
      assertEquals(writes, []);
      for (const { code, stderr } of outcomes) {
        assertEquals(code === 0, false, stderr);
        assertMatch(stderr, message);
      }
    });
  }
});

Deno.test("tonearm apply --encoding: reads Windows-1252, sends it as it was meant, and writes UTF-8 with a mark", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  const text = (await ann.read("tracks.csv")).replace("Night ferry", "Größe – “Fähre”");
  const bytes = Buffer.from(text.replace("–", "\x96").replace("“", "\x93").replace("”", "\x94"), "latin1");
  await writeFile(join(ann.folder, "tracks.csv"), bytes);
  assertEquals((await ann.run("apply", "--yes")).code, 2);
  assertEquals((await ann.run("apply", "--yes", "--encoding", "klingon")).code, 2);
  assertEquals(ann.writes(), []);
  assertEquals((await ann.run("apply", "--yes", "--encoding", "windows-1252")).code, 0);
  assertEquals((await ann.state()).tracks.some(({ title }) => title === "Größe – “Fähre”"), true);
  assertStringIncludes(await ann.read("tracks.csv"), "Größe – “Fähre”");
  assertEquals((await ann.read("tracks.csv")).startsWith("\ufeff"), true);
});

/** Opens a sheet in LibreOffice as the given country does, and saves it again. */
async function resave(folder: string, country: number): Promise<Uint8Array> {
  const profile = `file://${folder}/profile`;
  const input = `CSV:44,34,76,1,,${country},false,true`;
  const output = `csv:Text - txt - csv (StarCalc):44,34,76,1,,${country},false,true,false,false,false,-1`;
  const args = ["--headless", `-env:UserInstallation=${profile}`, `--infilter=${input}`, "--convert-to", output];
  await promisify(execFile)("soffice", [...args, "--outdir", `${folder}/out`, join(folder, "tracks.csv")]);
  return await readFile(`${folder}/out/tracks-tracks.csv`);
}

for (const [name, country] of [["English", 1033], ["German", 1031], ["French", 1036]] as const) {
  Deno.test({
    name: `tonearm plan: a sheet that LibreOffice opened and saved in ${name} changes nothing`,
    ignore: without("soffice"),
    fn: async () => {
      await using ann = await pulledCatalogue();
      const dated = parse(await ann.read("tracks.csv"));
      await ann.write("tracks.csv", format(column(dated, "release_date", () => "2026-01-31")));
      assertEquals((await ann.run("apply", "--yes")).code, 0);
      ann.writes();
      const saved = await resave(ann.folder, country);
      if (country === 1033) assertStringIncludes(new TextDecoder().decode(saved), "TRUE");
      const { outcomes, writes } = await tryAll(ann, saved);
      assertEquals(outcomes.map(({ code, stdout, stderr }) => code === 0 ? 0 : stdout + stderr), [0, 0, 0]);
      assertEquals(writes, []);
    },
  });
}
