// `@std/assert` as the tests import it: each assertion that is reached is counted.
import * as std from "@std/assert";
import { counted } from "./reached.ts";

export { AssertionError, equal } from "@std/assert";

export const assert: typeof std.assert = counted(std.assert);
export const assertAlmostEquals: typeof std.assertAlmostEquals = counted(std.assertAlmostEquals);
export const assertEquals: typeof std.assertEquals = counted(std.assertEquals);
export const assertFalse: typeof std.assertFalse = counted(std.assertFalse);
export const assertGreater: typeof std.assertGreater = counted(std.assertGreater);
export const assertInstanceOf: typeof std.assertInstanceOf = counted(std.assertInstanceOf);
export const assertLess: typeof std.assertLess = counted(std.assertLess);
export const assertMatch: typeof std.assertMatch = counted(std.assertMatch);
export const assertNotEquals: typeof std.assertNotEquals = counted(std.assertNotEquals);
export const assertNotMatch: typeof std.assertNotMatch = counted(std.assertNotMatch);
export const assertNotStrictEquals: typeof std.assertNotStrictEquals = counted(std.assertNotStrictEquals);
export const assertObjectMatch: typeof std.assertObjectMatch = counted(std.assertObjectMatch);
export const assertRejects: typeof std.assertRejects = counted(std.assertRejects);
export const assertStrictEquals: typeof std.assertStrictEquals = counted(std.assertStrictEquals);
export const assertStringIncludes: typeof std.assertStringIncludes = counted(std.assertStringIncludes);
export const assertThrows: typeof std.assertThrows = counted(std.assertThrows);
