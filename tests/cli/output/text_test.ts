import { assertEquals } from "@std/assert";
import { count } from "../../../cli/output/format.ts";
import { plain } from "../../../cli/output/style.ts";
import { Table } from "../../../cli/output/table.ts";
import { clean, cleanLines, cut, pad, width } from "../../../cli/output/text.ts";

const FAMILY = "👩‍👩‍👧‍👦";

Deno.test("width() counts columns: two for wide characters and emoji sequences, none for combining marks", () => {
  for (
    const [columns, texts] of [[0, [""]], [1, ["e\u0301", "ｱ", "©", "™"]], [2, [FAMILY, "🇩🇪", "❤️"]], [4, [
      "日本",
    ]]] as const
  ) {
    for (const text of texts) assertEquals(width(text), columns, text);
  }
});

Deno.test("cut() cuts between graphemes and never exceeds the columns", () => {
  assertEquals(cut("abcdef", 6), "abcdef");
  assertEquals(cut("abcdef", 4), "abc…");
  assertEquals(cut("日本語", 4), "日…");
  assertEquals(cut("日本語", 5), "日本…");
  assertEquals(cut(`${FAMILY}${FAMILY}`, 3), `${FAMILY}…`);
  assertEquals(cut("e\u0301e\u0301e\u0301", 2), "e\u0301…");
  assertEquals(cut("abc", 1), "…");
  assertEquals(cut("abc", 0), "");
});

Deno.test("pad() fills up to the columns on either side", () => {
  assertEquals([pad("日", 4), pad("7", 3, "right"), pad("long", 2)], ["日  ", "  7", "long"]);
});

Deno.test("clean() keeps a text on one line, and makes control characters visible", () => {
  assertEquals(clean("a\tb\r\nc"), "a b c");
  assertEquals(cleanLines("a\tb\r\nc\rd\n\ne"), "a b\nc\nd\n\ne");
  assertEquals(clean("\x1b]0;x\x07\x00\x7f"), "␛]0;x␇␀␡");
  assertEquals(clean("\x9b31m\u202eabc\u2066\ufeff"), "\ufffd31m\ufffdabc\ufffd\ufffd");
  assertEquals(clean(`plain ${FAMILY} 日本`), `plain ${FAMILY} 日本`);
  assertEquals(cleanLines("a\r\nb\x1b\nc"), "a\nb␛\nc");
});

interface Row {
  readonly name: string;
  readonly plays: number;
}

const COLUMNS = [
  { title: "NAME", value: ({ name }: Row) => name, shrinks: true },
  { title: "PLAYS", value: ({ plays }: Row) => count(plays), plain: ({ plays }: Row) => String(plays), align: "right" },
] as const;

Deno.test("Table drops numeric columns from the right before it cuts its last column, and its heading says so", () => {
  const wide = [COLUMNS[0], COLUMNS[1], { title: "LIKES", value: () => "12", align: "right" }, {
    title: "URN",
    value: () => "soundcloud:tracks:1078",
  }] as const;
  const heads = [60, 50, 44, 34].map((columns) =>
    plain(new Table<Row>(wide, columns).rows([{ name: "a long name", plays: 7 }])).split("\n")
  );
  assertEquals(heads.map(([head = ""]) => head.split(/ +/)), [
    ["NAME", "PLAYS", "LIKES", "URN"],
    ["NAME", "PLAYS", "LIKES", "URN"],
    ["NAME", "PLAYS", "URN", "…"],
    ["NAME", "URN", "…"],
  ]);
  assertEquals(heads.every(([, row = ""]) => row.endsWith("soundcloud:tracks:1078") || row.endsWith("…")), true);
});
