import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { encodeQuery, type QueryValue, splitRanges } from "../../src/formats/query.ts";
import { replaceZone } from "../support/replaced.ts";
import { anyText } from "../support/texts.ts";

function decoded(query: Record<string, QueryValue>): [string, string][] {
  return [...new URLSearchParams(encodeQuery(splitRanges(query)))];
}

Deno.test("encodeQuery() returns an empty string for an empty query", () => {
  assertEquals(encodeQuery(), "");
  assertEquals(encodeQuery({}), "");
});

Deno.test("encodeQuery() omits undefined, null and empty lists, and keeps empty strings", () => {
  assertEquals(decoded({ a: undefined, b: null, c: [], d: "", e: {}, f: { from: undefined } }), [["d", ""]]);
});

Deno.test("encodeQuery() writes numbers and booleans", () => {
  assertEquals(decoded({ limit: 0, linked_partitioning: true, show_tracks: false }), [
    ["limit", "0"],
    ["linked_partitioning", "true"],
    ["show_tracks", "false"],
  ]);
});

Deno.test("encodeQuery() joins lists by commas", () => {
  assertEquals(decoded({ urns: ["soundcloud:tracks:1", "soundcloud:tracks:2"], ids: [1, 2] }), [
    ["urns", "soundcloud:tracks:1,soundcloud:tracks:2"],
    ["ids", "1,2"],
  ]);
});

Deno.test("splitRanges() splits a range into [from] and [to]", () => {
  assertEquals(decoded({ bpm: { from: 90, to: 120 }, duration: { to: 60000 } }), [
    ["bpm[from]", "90"],
    ["bpm[to]", "120"],
    ["duration[to]", "60000"],
  ]);
});

Deno.test("encodeQuery() writes dates in the service's format, in UTC", () => {
  const from = new Date("2020-12-24T23:30:05.999-05:00");
  assertEquals(decoded({ created_at: { from, to: "2021-01-01 00:00:00" }, at: from, days: [from] }), [
    ["created_at[from]", "2020-12-25 04:30:05"],
    ["created_at[to]", "2021-01-01 00:00:00"],
    ["at", "2020-12-25 04:30:05"],
    ["days", "2020-12-25 04:30:05"],
  ]);
});

Deno.test("encodeQuery() rejects an invalid date", () => {
  assertThrows(() => encodeQuery({ created_at: new Date("soon") }), RangeError);
});

Deno.test("encodeQuery() rejects an object", () => {
  for (const value of [{}, { from: 1 }, { token: "t" }]) {
    assertThrows(() => encodeQuery({ access: value as QueryValue }), TypeError, "Cannot use access");
  }
});

Deno.test("encodeQuery() preserves any text under its own name", () => {
  fc.assert(fc.property(fc.dictionary(anyText(), anyText()), (query) => {
    assertEquals(Object.fromEntries(decoded(query)), { ...query });
    return /^[\x21-\x7e]*$/.test(encodeQuery(query));
  }));
});

Deno.test("encodeQuery() escapes values that would end the query", () => {
  fc.assert(fc.property(anyText(), (q) => {
    const url = new URL(`https://api.example/tracks?${encodeQuery({ q, limit: 1 })}`);
    return url.hash === "" && [...url.searchParams.keys()].join() === "q,limit";
  }));
});

for (const zone of ["Asia/Kolkata", "Pacific/Auckland", "America/Los_Angeles"]) {
  Deno.test(`encodeQuery() writes dates in UTC in the time zone ${zone}`, () => {
    using _zone = replaceZone(zone);
    const at = new Date("2020-12-24T23:30:05Z");
    assertNotEquals(at.getTimezoneOffset(), 0);
    assertEquals(decoded({ at }), [["at", "2020-12-24 23:30:05"]]);
  });
}
