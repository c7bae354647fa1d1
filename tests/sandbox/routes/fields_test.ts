import { assertEquals, assertThrows } from "@std/assert";
import { ApiFault } from "../../../sandbox/http/errors.ts";
import {
  asText,
  choice,
  permalink,
  plainText,
  type Reader,
  releaseDate,
  requiredText,
  text,
  yesOrNo,
} from "../../../sandbox/routes/fields.ts";

function assertInvalid(reader: Reader, ...values: readonly unknown[]): void {
  for (const value of values) {
    const fault = assertThrows(() => reader(value, "field"), ApiFault, "Parameter field", String(value));
    assertEquals(fault.status, 422);
  }
}

Deno.test("text() accepts strings and numbers, and rejects a string that SQLite would truncate", () => {
  assertEquals([asText("a", "field"), asText(0, "field"), asText("", "field")], ["a", "0", ""]);
  assertInvalid((value, field) => ({ [field]: asText(value, field) }), null, undefined, true, {}, ["a"], "a\0b");
});

Deno.test("text(): null and an empty string clear an optional text, and set a plain one to an empty string", () => {
  assertEquals([text(null, "f"), text("", "f"), text(" ", "f")], [{ f: null }, { f: null }, { f: " " }]);
  assertEquals([plainText(null, "f"), plainText("", "f")], [{ f: "" }, { f: "" }]);
});

Deno.test("text() rejects a blank required text, and keeps others unchanged", () => {
  assertEquals(requiredText(" a ", "f"), { f: " a " });
  assertInvalid(requiredText, null, "", "  ", "\n\t");
});

Deno.test("choice() accepts exactly its values", () => {
  const reader = choice(["public", "private"]);
  assertEquals(reader("private", "f"), { f: "private" });
  assertInvalid(reader, "", "Public", "public ", null, true);
});

Deno.test("text(): a flag is accepted as JSON and as a form value", () => {
  assertEquals([true, "true", "1", 1].map((value) => yesOrNo(value, "f")), Array(4).fill({ f: 1 }));
  assertEquals([false, "false", "0", 0].map((value) => yesOrNo(value, "f")), Array(4).fill({ f: 0 }));
  assertInvalid(yesOrNo, null, "", "yes", "TRUE", 2, []);
});

Deno.test("text(): a release date is three numbers; a time is ignored, and an empty string clears it", () => {
  const date = { release_year: 2024, release_month: 2, release_day: 29 };
  assertEquals([releaseDate("2024-02-29", "field"), releaseDate("2024-02-29T10:00:00Z", "field")], [date, date]);
  const nothing = { release_year: null, release_month: null, release_day: null };
  assertEquals([releaseDate(null, "field"), releaseDate("", "field")], [nothing, nothing]);
});

Deno.test("text(): an impossible release date is rejected", () => {
  assertInvalid(
    releaseDate,
    "2023-02-29",
    "2021-13-05",
    "2021-00-10",
    "2021-04-31",
    "2021-01-00",
    "2021-1-1",
    "2021",
    "soon",
    7,
  );
});

Deno.test("text(): a permalink can be used in a URL unchanged", () => {
  assertEquals(permalink("a-1_b", "f"), { f: "a-1_b" });
  assertEquals(permalink("0".repeat(255), "f"), { f: "0".repeat(255) });
  assertInvalid(permalink, "", "-a", "A", "a b", "ä", "a/b", "a?", "0".repeat(256), null);
});
