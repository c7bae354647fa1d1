import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { formatTagList, parseTagList } from "../../src/formats/tag_list.ts";

for (
  const [text, expected] of [
    ["", []],
    [null, []],
    [undefined, []],
    ["   ", []],
    ["rock pop", ["rock", "pop"]],
    ['"hip hop" rock', ["hip hop", "rock"]],
    ['rock  "hip hop"\tpop\n', ["rock", "hip hop", "pop"]],
    ["geo:lat=43.555 camel:size=medium", ["geo:lat=43.555", "camel:size=medium"]],
    ['"machine:tag=with space"', ["machine:tag=with space"]],
    ['"" rock', ["rock"]],
    ['rock "never closed', ["rock", "never closed"]],
    ['7" single', ['7"', "single"]],
    ["日本 кино", ["日本", "кино"]],
  ] as const
) {
  Deno.test(`parseTagList() reads ${JSON.stringify(text) ?? "nothing"}`, () => {
    assertEquals(parseTagList(text), [...expected]);
  });
}

for (
  const [tags, expected] of [
    [[], ""],
    [["rock", "hip hop", "machine:tag=with space"], 'rock "hip hop" "machine:tag=with space"'],
    [[" rock ", "", "  "], "rock"],
    [['7"'], '7"'],
  ] as const
) {
  Deno.test(`formatTagList() writes ${JSON.stringify(tags)}`, () => {
    assertEquals(formatTagList(tags), expected);
  });
}

Deno.test("formatTagList() accepts any iterable", () => {
  assertEquals(formatTagList(new Set(["a", "b", "a"])), "a b");
});

for (const tag of ['"rock"', '12" vinyl', '"']) {
  Deno.test(`formatTagList() rejects ${tag}, which can't be parsed back`, () => {
    assertThrows(() => formatTagList(["a", tag]), TypeError, "double quote");
  });
}

Deno.test("parseTagList() parses what formatTagList() formats", () => {
  const tag = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll('"', "").trim()).filter(Boolean);
  fc.assert(fc.property(fc.array(tag), (tags) => {
    assertEquals(parseTagList(formatTagList(tags)), tags);
  }));
});

Deno.test("parseTagList(): most parsed tags can be formatted, and parse to the same tags", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom("a", "b", " ", '"', ":", "=", "\n") }), (text) => {
    const tags = parseTagList(text);
    try {
      assertEquals(parseTagList(formatTagList(tags)), tags);
    } catch (error) {
      return error instanceof TypeError && tags.some((tag) => tag.includes('"'));
    }
  }));
});
