import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import fc from "fast-check";
import { formatPlaces, parsePlaces } from "../../src/watch/place.ts";

Deno.test("parsePlaces() reads what formatPlaces() writes, which a URL may contain as it is", () => {
  const place = fc.record({
    ids: fc.array(fc.string({ unit: "grapheme" })),
    newest: fc.integer(),
    count: fc.nat(),
    polls: fc.nat(),
  });
  fc.assert(fc.property(fc.dictionary(fc.string(), place), fc.string(), (places, source) => {
    const token = formatPlaces(source, places);
    assertMatch(token, /^[\w-]+$/);
    assertEquals(parsePlaces(token, source), JSON.parse(JSON.stringify(places)));
  }));
});

for (
  const place of [
    null,
    [],
    { ids: "1" },
    { ids: [1] },
    { ids: [], cursor: 5 },
    { ids: [], cursor: "//elsewhere.example" },
    { ids: [], future: "https://elsewhere.example" },
    { ids: [], newest: "now" },
    { ids: [], count: "7" },
    { ids: [], polls: "7" },
  ]
) {
  Deno.test(`parsePlaces() rejects the place ${JSON.stringify(place)}`, () => {
    const token = formatPlaces("likes", { "": place as never });
    assertThrows(() => parsePlaces(token, "likes"), Error, "not a position in a watch");
  });
}
