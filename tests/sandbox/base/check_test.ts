import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  ANYTHING,
  checkMembers,
  COUNT,
  FLAG,
  FUNCTION,
  isWhole,
  type Kind,
  PORT,
  TEXT,
  TEXTS,
} from "../../../sandbox/base/check.ts";

/** Each kind, what a message calls it, and values that are of the kind and that aren't. */
const KINDS: readonly { kind: Kind; called: string; good: readonly unknown[]; bad: readonly unknown[] }[] = [
  { kind: ANYTHING, called: "anything", good: [null, 0, "", {}, []], bad: [] },
  { kind: TEXT, called: "a string", good: ["", "a"], bad: [null, 1, ["a"]] },
  { kind: FLAG, called: "true or false", good: [true, false], bad: [null, 0, "true"] },
  { kind: TEXTS, called: "an object of strings", good: [{}, { a: "b" }], bad: [null, ["a"], "a", { a: "b", c: 1 }] },
  { kind: COUNT, called: "a whole number from 0", good: [0, 1, 2 ** 40], bad: [null, -1, 0.5, "1", NaN, Infinity] },
  { kind: PORT, called: "a port from 0 to 65535", good: [0, 65_535], bad: [null, -1, 65_536, 0.5, "80"] },
  { kind: FUNCTION, called: "a function", good: [() => {}, Date], bad: [null, {}, "f"] },
];

for (const { kind, called, good, bad } of KINDS) {
  Deno.test(`checkMembers() accepts ${called} for a member of this kind, and nothing else`, () => {
    assertEquals(kind.description, called);
    for (const value of good) checkMembers("a thing", { part: value }, { part: kind });
    for (const value of bad) {
      const error = assertThrows(() => checkMembers("a thing", { part: value }, { part: kind }), TypeError);
      assertEquals(error.message, `part of a thing is not ${called}`);
    }
  });
}

Deno.test("checkMembers(): a member may be absent or undefined", () => {
  for (const value of [{}, { part: undefined }]) {
    assertEquals(checkMembers("a thing", value, { part: TEXT }), undefined);
  }
});

Deno.test("checkMembers() names an unknown member, of which it shows 80 letters, and the nearest known one", () => {
  const messageOf = (value: unknown) =>
    assertThrows(() => checkMembers("a thing", value, { part: TEXT }), TypeError).message;
  assertEquals(messageOf({ prat: "" }), "a thing has no field prat, did you mean part?");
  assertEquals(messageOf({ ["x".repeat(90)]: "" }), `a thing has no field ${"x".repeat(80)}, choose from part`);
  assertEquals(messageOf({ toString: "" }), "a thing has no field toString, choose from part");
});

Deno.test("checkMembers() says that a value without members is not an object", () => {
  for (const value of [undefined, null, 1, "a", []]) {
    assertThrows(() => checkMembers("a thing", value, {}), TypeError, "a thing is not an object");
  }
});

Deno.test("isWhole() accepts both ends of its range", () => {
  assert(isWhole(2, 2, 2) && isWhole(2, 1) && isWhole(2, 1, 3));
  assert(!isWhole(2, 3) && !isWhole(2, 0, 1) && !isWhole(1.5, 1, 2) && !isWhole("2", 1, 3));
});
