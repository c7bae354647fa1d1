import { assertEquals } from "@std/assert";
import "../page.ts";
import { amount, body, count, dateTime, duration, timeSpan } from "../../../../sandbox/dashboard/client/format.ts";

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

Deno.test("duration() has minutes and seconds, and hours if there are any", () => {
  const texts = {
    "0:00": -1,
    "0:01": 500,
    "0:59": 59_499,
    "1:00": 59_500,
    "3:07": 187_000,
    "59:59": HOUR - SECOND,
    "1:00:00": HOUR,
    "1:02:03": HOUR + 2 * MINUTE + 3 * SECOND,
    "100:00:00": 100 * HOUR,
  };
  for (const [text, milliseconds] of Object.entries(texts)) assertEquals(duration(milliseconds), text);
});

Deno.test("timeSpan() is in the largest unit that fits", () => {
  const texts = {
    "0 s": 0,
    "1 s": 600,
    "60 s": MINUTE - 1,
    "1 min": MINUTE,
    "59 min": 59 * MINUTE,
    "1 h": HOUR,
    "24 h": DAY - 1,
    "1 day": DAY,
    "2 days": 1.5 * DAY,
    "-3 days": -3 * DAY,
    "-5 min": -5 * MINUTE,
  };
  for (const [text, milliseconds] of Object.entries(texts)) assertEquals(timeSpan(milliseconds), text);
});

Deno.test("dateTime(), amount() and count() are as people write them", () => {
  assertEquals(dateTime("2026-01-31T12:00:00.123Z"), "2026-01-31 12:00:00");
  assertEquals([0, 999, 1000, 1_234_567].map(amount), ["0", "999", "1,000", "1,234,567"]);
  assertEquals([0, 1, 2, 1000].map((number) => count(number, "hit")), ["0 hits", "1 hit", "2 hits", "1,000 hits"]);
});

/** Returns the text of a body, and the kinds of its parts. */
function shown(text: string): { text: string; parts: string[] } {
  const element = body(text, "Body");
  const parts = [...element.children].map((part) =>
    `${part.getAttribute("class")?.slice("json-".length)} ${part.textContent}`
  );
  return { text: element.textContent, parts };
}

Deno.test("body() indents JSON, with the kind of each part", () => {
  const value = { a: 1, "b c": [], d: {}, e: [true, null, -1.5e3, { f: 'say "x": [1, 2]' }], g: "" };
  const { text, parts } = shown(JSON.stringify(value));
  assertEquals(text, JSON.stringify(value, null, 2));
  assertEquals(parts, [
    'key "a"',
    "value 1",
    'key "b c"',
    'key "d"',
    'key "e"',
    "value true",
    "value null",
    "value -1500",
    'key "f"',
    'text "say \\"x\\": [1, 2]"',
    'key "g"',
    'text ""',
  ]);
  assertEquals(shown(' [1, {"a":\n2}]').text, JSON.stringify([1, { a: 2 }], null, 2));
});

Deno.test("body() shows JSON that was cut, up to the cut", () => {
  assertEquals(shown('{"a":[1,{"b":"lo').text, '{\n  "a": [\n    1,\n    {\n      "b": "lo');
});

Deno.test("body() shows other texts as they are", () => {
  for (const text of ["", "a=1&b={}", "<p>{}</p>", '"text"']) assertEquals(shown(text), { text, parts: [] });
});

Deno.test("body() is a labelled region that the keyboard reaches", () => {
  const element = body("{}", "Body of the reply");
  const facts = ["role", "aria-label", "tabindex"].map((name) => element.getAttribute(name));
  assertEquals(element.localName, "pre");
  assertEquals(facts.join(", "), "region, Body of the reply, 0");
});
