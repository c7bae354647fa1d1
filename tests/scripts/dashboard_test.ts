import { assertEquals } from "@std/assert";
import { forBrowser } from "../../scripts/dashboard.ts";

Deno.test("forBrowser() removes types and comments, and resolves modules for the page", () => {
  const text = `// A module.
/// <reference lib="dom" />
/** Adds. */
import type { Some } from "../../world/some.ts";
import { el } from "./dom.ts";
export const add = (a: number, b?: Some): HTMLElement => el("p", {}, a);
`;
  const made =
    'import { el } from "./dom.js";\nexport const add = (a        , b       )              => el("p", {}, a);\n';
  assertEquals(forBrowser(text), made);
});
