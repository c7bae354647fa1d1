import { assertEquals } from "@std/assert";
import { plain } from "../../../cli/output/style.ts";
import { type Column, tabbed, Table } from "../../../cli/output/table.ts";

type Row = readonly [title: string, tag: string, plays: number, urn: string];

const COLUMNS: readonly Column<Row>[] = [
  { title: "TITLE", value: ([title]) => title, shrinks: true },
  { title: "ACCESS", value: ([, tag]) => tag, extra: "when filled" },
  { title: "PLAYS", value: ([, , plays]) => `${plays / 1000}k`, plain: ([, , plays]) => `${plays}`, align: "right" },
  { title: "URN", value: ([, , , urn]) => urn },
];
const ROWS: readonly Row[] = [["A title of a track", "", 1500, "t:1"], ["Two", "", 20_000, "t:22"]];
const MARKED: readonly Row[] = [["Three", "snippet", 0, "t:3"]];

function shown(available: number, ...pages: readonly (readonly Row[])[]): string[] {
  const table = new Table(COLUMNS, available);
  return pages.flatMap((rows) => plain(table.rows(rows)).split("\n").slice(0, -1));
}

/** What a terminal of some columns shows. */
const FITS: Readonly<Record<number, readonly string[]>> = {
  31: ["TITLE               PLAYS  URN", "A title of a track   1.5k  t:1", "Two                   20k  t:22"],
  30: ["TITLE              PLAYS  URN", "A title of a tra…   1.5k  t:1", "Two                  20k  t:22"],
  25: ["TITLE         PLAYS  URN", "A title of …   1.5k  t:1", "Two             20k  t:22"],
  24: ["TITLE               URN…", "A title of a track  t:1", "Two                 t:22"],
  10: ["TIT…  URN…", "A t…  t:1", "Two   t:22"],
};

for (const [available, lines] of Object.entries(FITS)) {
  Deno.test(`Table: in ${available} columns, titles become narrower, then numbers are dropped, and an empty column has no room`, () => {
    assertEquals(shown(Number(available), ROWS), lines);
  });
}

Deno.test("Table: later pages keep the widths of the first, without its titles", () => {
  assertEquals(shown(80, MARKED, ROWS), [
    "TITLE  ACCESS   PLAYS  URN",
    "Three  snippet     0k  t:3",
    "A ti…            1.5k  t:1",
    "Two               20k  t:…",
  ]);
});

Deno.test("tabbed() writes every column with its full numbers, and a line for each item", () => {
  assertEquals(tabbed(["A\ttitle", "", 1500, "t:1"], COLUMNS), "A title\t\t1500\tt:1\n");
});
