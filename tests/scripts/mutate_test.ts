import { assert, assertEquals } from "@std/assert";
import { changedLines, draw } from "../../scripts/mutate.ts";
import { readLcov, type TestMap, testsOf } from "../../scripts/mutate/coverage.ts";
import { applyFault, faultsOf } from "../../scripts/mutate/faults.ts";
import { atBest, folderOf, isNoticed, percent, regressions, table } from "../../scripts/mutate/scores.ts";

/** What each fault makes of a text, by its kind. */
function faulty(text: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const fault of faultsOf("a.ts", text)) (found[fault.operator] ??= []).push(applyFault(text, fault));
  return found;
}

for (
  const [text, expected] of [
    ["a === b;", { comparison: ["a !== b;"] }],
    ["a < b;", { comparison: ["a >= b;"], boundary: ["a <= b;"] }],
    ["a && !b;", { boolean: ["a || !b;", "a && b;"] }],
    ["x = true;", { boolean: ["x = false;"] }],
    ["x = await y;", { "removed await": ["x = y;"] }],
    ["f();", { "removed call": [";"] }],
    ["x = f(a, b, c);", { "swapped arguments": ["x = f(b, a, c);"] }],
    ["x = f(a, a);", {}],
    ["x = f(a, () => a);", {}],
    ["x = 1_000;", { "changed literal": ["x = 1001;"] }],
    ['x = "y";', { "changed literal": ['x = "";'] }],
    ['x = "";', { "changed literal": ['x = "changed";'] }],
    ["if (a) return;", { "removed guard": ["if (false) return;"] }],
    ["if (a) { b; throw c; }", { "removed guard": ["if (false) { b; throw c; }"] }],
    ["if (a) b = c; else return;", {}],
    ["x = a ?? b;", { "removed guard": ["x = (a);"] }],
    ["x = (a || b) ?? c;", { "removed guard": ["x = ((a || b));"], boolean: ["x = (a && b) ?? c;"] }],
    ['import "x";\nexport { y } from "z";\ntype A = "b" | 1;\ninterface B { c: "d" }', {}],
    ['const x = y as "z";', {}],
    ['x = import("y");', {}],
  ] as [string, Record<string, string[]>][]
) {
  Deno.test(`faultsOf() of ${JSON.stringify(text)} are ${JSON.stringify(expected)}`, () => {
    assertEquals(faulty(text), expected);
  });
}

Deno.test("faultsOf() says on which line a fault stands", () => {
  assertEquals(faultsOf("a.ts", "b;\n\nf(\n  1,\n);\n").map(({ line, operator }) => ({ line, operator })), [
    { line: 3, operator: "removed call" },
    { line: 4, operator: "changed literal" },
  ]);
});

Deno.test("draw() draws the same sample for the same seed, nothing twice, and no more than there is", () => {
  const all = Array.from({ length: 50 }, (_, index) => index);
  assertEquals(draw(all, 10, 7), draw(all, 10, 7));
  assert(draw(all, 10, 7).join() !== draw(all, 10, 8).join());
  assertEquals(draw(all, 99, 1).toSorted((a, b) => a - b), all);
});

Deno.test("changedLines() reads the new lines of a diff", () => {
  const diff = "diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1 +2,3 @@\n+a\n@@ -9,2 +12 @@\n+b\n" +
    "diff --git a/gone.ts b/gone.ts\n--- a/gone.ts\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-c\n";
  assertEquals(changedLines(diff), new Map([["x.ts", new Set([2, 3, 4, 12])]]));
});

Deno.test("readLcov() gives the lines that ran, of the project's files", () => {
  const text = "SF:/p/src/a.ts\nDA:1,2\nDA:2,0\nDA:3,1\nend_of_record\nSF:/q/b.ts\nDA:1,1\nend_of_record\n";
  assertEquals(readLcov(text, "/p/"), { "src/a.ts": [1, 3] });
});

Deno.test("testsOf() gives the tests that run a line, the most specific first", () => {
  const map = (test: string, ms: number, lines: TestMap["lines"]): TestMap => ({
    ...{ test, hash: "", ms, lines },
    sources: Object.fromEntries(Object.keys(lines).map((path) => [path, "as it was"])),
  });
  const maps = [
    map("wide", 1, { "a.ts": [1, 2], "b.ts": [1] }),
    map("slow", 9, { "a.ts": [1, 2] }),
    map("fast", 2, { "a.ts": [1, 2] }),
    map("other", 1, { "a.ts": [1] }),
  ];
  const names = (path: string, line: number, hash = "as it was") =>
    testsOf(maps, path, line, hash).map(({ test }) => test);
  assertEquals(names("a.ts", 2), ["fast", "slow", "wide"]);
  assertEquals(names("c.ts", 2), []);
  assertEquals(names("a.ts", 2, "changed since"), ["other", "fast", "slow", "wide"]);
});

Deno.test("folderOf() counts a file for the longest folder that holds it", () => {
  assertEquals(["src/oauth/a.ts", "src/a.ts", "cli/b/c.ts", "docs/a.ts"].map(folderOf), [
    "src/oauth",
    "src",
    "cli",
    undefined,
  ]);
});

Deno.test("isNoticed() counts a run that hangs, and none that no test covers", () => {
  assertEquals((["noticed", "took too long", "unnoticed", "uncovered"] as const).map(isNoticed), [
    true,
    true,
    false,
    false,
  ]);
});

Deno.test("regressions() names folders whose sample can't be explained by chance", () => {
  const kept = { cli: { noticed: 90, tried: 100, aim: 85 }, src: { noticed: 95, tried: 100, aim: 95 } };
  assertEquals(regressions({ cli: { noticed: 17, tried: 20 }, src: { noticed: 20, tried: 20 } }, kept), []);
  assertEquals(regressions({ cli: { noticed: 10, tried: 20 } }, kept), [
    "cli: 50 % of 20 faults are noticed, where it was 90 %",
  ]);
  assert(atBest({ noticed: 50, tried: 100 }) > 59 && atBest({ noticed: 50, tried: 100 }) < 61);
  assertEquals([percent({ noticed: 1, tried: 3 }), percent({ noticed: 0, tried: 0 })], [33.3, 0]);
});

Deno.test("table() has a row for each folder", () => {
  assertEquals(
    table({ cli: { noticed: 9, tried: 10, aim: 85 } }).split("\n").at(-1),
    "| `cli` | 90 % | 9 of 10 | 85 % |",
  );
});
