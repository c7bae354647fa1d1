import { assertEquals, assertThrows } from "@std/assert";
import { Failure } from "../../../cli/errors.ts";
import { address, clock, count, date, duration } from "../../../cli/output/format.ts";
import { checkFields, select, toJson } from "../../../cli/output/json.ts";
import { plain, wantsColor } from "../../../cli/output/style.ts";
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

Deno.test("duration() formats h:mm:ss, and a dash if unknown", () => {
  assertEquals([0, null, undefined, -5].map(duration), ["–", "–", "–", "–"]);
  assertEquals([999, 59_499, 60_000, 3_599_600, 36_000_000].map(duration), [
    "0:01",
    "0:59",
    "1:00",
    "1:00:00",
    "10:00:00",
  ]);
  assertEquals(clock(0), "0:00");
});

Deno.test("count() abbreviates and never rounds up", () => {
  assertEquals([0, 999, 1000, 1999, 9999, 10_000, 999_999, 1_500_000, 2e9].map(count), [
    "0",
    "999",
    "1K",
    "1.9K",
    "9.9K",
    "10K",
    "999K",
    "1.5M",
    "2B",
  ]);
  assertEquals([null, undefined].map(count), ["–", "–"]);
});

Deno.test("date() omits the time", () => {
  const shown = ["2020/10/12 12:03:00 +0000", "2021-02-18T00:00:00Z", null].map((moment) => date(moment));
  assertEquals(shown, ["2020-10-12", "2021-02-18", "–"]);
});

Deno.test("select() reads nested fields, and returns null for missing ones", () => {
  const track = { id: 1, user: { username: "u" }, tags: null };
  assertEquals(select(track, ["id", "user.username", "user.city", "tags.x", "toString"]), {
    "id": 1,
    "user.username": "u",
    "user.city": null,
    "tags.x": null,
    "toString": null,
  });
});

Deno.test("checkFields() checks only the part before the dot", () => {
  checkFields(["user.username", "id"], ["id", "user"]);
  assertThrows(() => checkFields(["usr.username"], ["id", "user"]), Failure, "Unknown field");
});

Deno.test("toJson() escapes control characters, and parses to the same value", () => {
  const value = { "a\u009b": ["\u202e", "日本", "\u2028"] };
  assertEquals(toJson(value, 0), '{"a\\u009b":["\\u202e","日本","\\u2028"]}');
  assertEquals(JSON.parse(toJson(value)), value);
  assertEquals(toJson(undefined), "null");
});

Deno.test("wantsColor() follows the options, then the variables, then the stream", () => {
  const terminal = { isTTY: true };
  const pipe = { isTTY: false };
  assertEquals(wantsColor(terminal, {}, false), true);
  assertEquals(wantsColor(pipe, {}, false), false);
  assertEquals(wantsColor(terminal, {}, true), false);
  assertEquals(wantsColor(terminal, { NO_COLOR: "1" }, false), false);
  assertEquals(wantsColor(terminal, { NO_COLOR: "" }, false), true);
  assertEquals(wantsColor(pipe, { FORCE_COLOR: "1", TERM: "dumb" }, false), true);
  assertEquals(wantsColor(terminal, { FORCE_COLOR: "0" }, false), false);
  assertEquals(wantsColor(terminal, { TERM: "dumb" }, false), false);
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

Deno.test("address() removes only tracking parameters", () => {
  assertEquals(address("https://a.example/b/s-1?utm_medium=api&si=2&utm_source=id_3"), "https://a.example/b/s-1?si=2");
  assertEquals(address("https://a.example/b?utm_campaign=x"), "https://a.example/b");
  assertEquals(address("no address"), "no address");
  assertEquals(address(null), null);
});
