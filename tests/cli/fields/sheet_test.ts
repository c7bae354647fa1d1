import { assertEquals } from "@std/assert";
import { emptySheet, type Format, readSheet, type Sheet } from "../../../cli/fields/sheet.ts";

/** The same two rows in each format, as somebody writes them. */
const TEXTS: Readonly<Record<Format, string>> = {
  csv: "Title;bpm\nOne;\nTwo;90\n",
  yaml: "# Mine\n- title: One # the first\n- title: Two\n  bpm: 90\n",
  json: '[{"title": "One"}, {"title": "Two", "bpm": 90}]',
};

function rowsOf(sheet: Sheet): unknown[] {
  return sheet.rows.map(({ where, cells }) => ({ where, ...Object.fromEntries(cells()) }));
}

Deno.test("readSheet() names the line of each row of CSV, and the number of each entry otherwise", () => {
  assertEquals(rowsOf(readSheet(TEXTS.csv, "csv", "a.csv")), [
    { where: "a.csv, line 2", title: "One", bpm: "" },
    { where: "a.csv, line 3", title: "Two", bpm: "90" },
  ]);
  for (const format of ["yaml", "json"] as const) {
    assertEquals(rowsOf(readSheet(TEXTS[format], format, "a")), [
      { where: "a, entry 1", title: "One" },
      { where: "a, entry 2", title: "Two", bpm: 90 },
    ]);
  }
});

for (
  const [format, expected] of [
    ["csv", "Title;bpm;genre\nOne;80;Jazz\nTen;;\n"],
    ["yaml", "# Mine\n- title: One # the first\n  bpm: 80\n  genre: Jazz\n- title: Ten\n"],
    [
      "json",
      '[\n  {\n    "title": "One",\n    "bpm": 80,\n    "genre": "Jazz"\n  },\n  {\n    "title": "Ten"\n  }\n]\n',
    ],
  ] as const
) {
  Deno.test(`readSheet() of ${format}: a changed, a removed and an added row leave the rest as it was`, () => {
    const sheet = readSheet(TEXTS[format], format, "a");
    sheet.set(0, { bpm: 80, genre: "Jazz" });
    sheet.set(7, { title: "nowhere" });
    sheet.remove(new Set([1]));
    sheet.add({ title: "Ten" });
    assertEquals([...sheet.pieces()].join(""), expected);
    assertEquals(readSheet(expected, format, "a").rows.length, 2);
  });
}

for (
  const [format, expected] of [
    ["csv", "title,bpm\nOne,80\n"],
    ["yaml", "- title: One\n  bpm: 80\n"],
    ["json", '[\n  {\n    "title": "One",\n    "bpm": 80\n  }\n]\n'],
  ] as const
) {
  Deno.test(`emptySheet() of ${format}: added rows are a file that readSheet() reads`, () => {
    const sheet = emptySheet(format, ["title", "bpm"], "a");
    assertEquals(sheet.rows, []);
    sheet.add({ title: "One", bpm: 80 });
    assertEquals([...sheet.pieces()].join(""), expected);
    assertEquals(readSheet(expected, format, "a").rows.length, 1);
  });
}

Deno.test("readSheet() of CSV: an empty cell adds no column", () => {
  const sheet = readSheet("title\nOne\n", "csv", "a.csv");
  sheet.set(0, { genre: "" });
  assertEquals([...sheet.pieces()].join(""), "title\nOne\n");
  sheet.add({ title: "Two", genre: "Jazz" });
  assertEquals(sheet.rows.map(({ where }) => where), ["a.csv, line 2", "a.csv, line 3"]);
  assertEquals([...sheet.pieces()].join(""), "title,genre\nOne,\nTwo,Jazz\n");
  const ofExcel = "sep=;\r\ntitle;genre\r\nOne;\r\n";
  assertEquals([...readSheet(ofExcel, "csv", "a.csv").pieces()].join(""), ofExcel);
});

Deno.test("readSheet() of YAML: a list in one line becomes one of rows, and an empty file has none", () => {
  const sheet = readSheet("[{title: One}]\n", "yaml", "a.yaml");
  sheet.add({ title: "Two" });
  assertEquals([...sheet.pieces()].join(""), "- { title: One }\n- title: Two\n");
  assertEquals(readSheet("# nothing yet\n", "yaml", "a.yaml").rows, []);
});
