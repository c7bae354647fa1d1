import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertFalse,
  assertGreater,
  assertInstanceOf,
  AssertionError,
  assertLess,
  assertMatch,
  assertNotEquals,
  assertNotMatch,
  assertNotStrictEquals,
  assertObjectMatch,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";

/** Runs an assertion that must fail. It does without the assertions under test. */
function mustFail(assertion: () => void, message = ""): void {
  try {
    assertion();
  } catch (error) {
    if (error instanceof AssertionError && error.message.includes(message)) return;
    throw error;
  }
  throw new Error(`did not fail: ${assertion}`);
}

/** Awaits an assertion that must fail. It does without the assertions under test, `assertRejects` above all. */
async function mustReject(assertion: Promise<unknown>, message = ""): Promise<void> {
  const outcome = await assertion.then(() => "resolved", (error: unknown) => error);
  if (outcome instanceof AssertionError && outcome.message.includes(message)) return;
  throw new Error(`did not fail as it must: ${outcome}`);
}

const nothing = Object.create(null);

Deno.test("assert() and assertFalse() distinguish truthy from falsy", () => {
  assert(1);
  assertFalse("");
  mustFail(() => assert(0, "zero"), "zero");
  mustFail(() => assertFalse("x"));
});

Deno.test("assertEquals() compares deeply", () => {
  assertEquals({ a: [1, { b: new Map([["c", new Set([1])]]) }] }, { a: [1, { b: new Map([["c", new Set([1])]]) }] });
  assertEquals(new Uint8Array([1, 2]), new Uint8Array([1, 2]));
  assertEquals(new URL("http://a/b"), new URL("http://a/b"));
  assertEquals(NaN, NaN);
  mustFail(() => assertEquals<unknown>({ a: 1 }, { a: "1" }));
  // What holds 0 and -0 equal is no reason to hold any other number so.
  for (const number of [1, -1, 2, NaN]) {
    mustFail(() => assertEquals<number>(0, number));
    mustFail(() => assertEquals<number>(number, 0));
    mustFail(() => assertEquals<number[]>([-0], [number]));
  }
  mustFail(() => assertEquals<unknown>(0, false));
  mustFail(() => assertEquals<unknown>({ a: undefined }, {}));
  mustFail(() => assertEquals(new URL("http://a/b"), new URL("http://a/c")));
  mustFail(() => assertEquals(new Date(1), new Date(2), "dates"), "dates");
  mustFail(() => assertEquals<unknown>([1, undefined], [1]));
  mustFail(() => assertEquals<unknown>(new Error("a"), { message: "a" }));
});

Deno.test("assertEquals() treats an object without a prototype as equal to a plain one, and 0 to -0", () => {
  assertEquals(Object.assign(nothing, { id: 1 }), { id: 1 });
  assertEquals([0], [-0]);
  mustFail(() => assertStrictEquals(0, -0));
});

Deno.test("assertEquals() follows cycles", () => {
  const one: Record<string, unknown> = { name: "x" };
  const other: Record<string, unknown> = { name: "x" };
  one.self = one;
  other.self = other;
  assertEquals(one, other);
  other.name = "y";
  mustFail(() => assertEquals(one, other));
  const same = { id: 1 };
  assertEquals([same, same], [{ id: 1 }, { id: 1 }], "one object twice is like two equal ones, after a cycle, too");
});

Deno.test("@std/assert: strict and negated comparisons pass and fail", () => {
  const list = [1];
  assertStrictEquals(list, list);
  assertNotStrictEquals(list, [1]);
  assertNotEquals(list, [2]);
  mustFail(() => assertStrictEquals(list, [1]));
  mustFail(() => assertNotStrictEquals(list, list));
  mustFail(() => assertNotEquals(list, [1]));
});

Deno.test("assertInstanceOf() checks the class of a value", () => {
  assertInstanceOf(new TypeError(), Error);
  mustFail(() => assertInstanceOf({}, Date));
});

Deno.test("@std/assert: numbers are compared by size and nearness", () => {
  assertGreater(2, 1);
  assertLess(1, 2);
  assertAlmostEquals(0.1 + 0.2, 0.3);
  assertAlmostEquals(10, 11, 2);
  assertAlmostEquals(10, 12, 2);
  assertAlmostEquals(12, 10, 2);
  mustFail(() => assertGreater(1, 1));
  mustFail(() => assertLess(1, 1));
  mustFail(() => assertAlmostEquals(1, 1.1));
  mustFail(() => assertAlmostEquals(10, 13, 2));
  mustFail(() => assertAlmostEquals(13, 10, 2));
});

Deno.test("@std/assert: texts are searched", () => {
  assertMatch("abc", /b/);
  assertNotMatch("abc", /d/);
  assertStringIncludes("abc", "bc");
  mustFail(() => assertMatch("abc", /d/));
  mustFail(() => assertNotMatch("abc", /b/));
  mustFail(() => assertStringIncludes("abc", "d"));
});

Deno.test("assertObjectMatch() compares only expected properties, at every depth", () => {
  assertObjectMatch({ a: { b: 1, c: 2 }, d: [{ e: 1, f: 2 }] }, { a: { b: 1 }, d: [{ e: 1 }] });
  mustFail(() => assertObjectMatch({ a: { b: 1 } }, { a: { b: 2 } }));
  mustFail(() => assertObjectMatch({ a: 1 }, { b: undefined }));
  mustFail(() => assertObjectMatch(Object.create({ a: 1 }), { a: 1 }));
  mustFail(() => assertObjectMatch({ a: [1] }, { a: [1, 2] }));
});

Deno.test("assertThrows() returns the error and checks its class and message", () => {
  const error = assertThrows(
    () => {
      throw new RangeError("too far");
    },
    RangeError,
    "far",
  );
  assertEquals(error.message, "too far");
  mustFail(() => assertThrows(() => {}), "Expected function to throw");
  mustFail(() => assertThrows(() => {}, "and why"), "and why");
  mustFail(() => assertThrows(() => {}, Error, "", "and why"), "and why");
  mustFail(() => assertThrows(() => assert(false, "no range"), RangeError));
  mustFail(() => assertThrows(() => assert(false, "here"), Error, "elsewhere"));
});

Deno.test("assertRejects() resolves to the error and checks its class and message", async () => {
  const error = await assertRejects(() => Promise.reject(new RangeError("too far")), RangeError, "far");
  assertEquals(error.message, "too far");
  await mustReject(assertRejects(() => Promise.resolve()), "to reject");
  await mustReject(assertRejects(() => Promise.reject(new Error()), TypeError));
  await mustReject(assertRejects(() => Promise.reject(new TypeError("near")), TypeError, "far"));
  await mustReject(
    assertRejects((): never => {
      throw new AssertionError("at once");
    }),
    "throws when expected to reject",
  );
});

Deno.test("assertEquals() and assertStrictEquals() show both values", () => {
  for (const value of ["first", "second"]) {
    mustFail(() => assertEquals([["first"]], [["second"]]), value);
    mustFail(() => assertStrictEquals("first", "second"), value);
  }
});
