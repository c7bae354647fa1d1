import { assert, assertEquals } from "@std/assert";
import { changedLines } from "../../../scripts/lab/mutate.ts";
import { homeOf, readLcov, shareOut, type TestMap, testsOf } from "../../../scripts/lab/mutate/coverage.ts";
import { applyFault, faultsOf } from "../../../scripts/lab/mutate/faults.ts";
import { bounds, folderOf, isNoticed, percent, regressions, table } from "../../../scripts/lab/mutate/scores.ts";
import { type Finding, inParts, type Verdict } from "../../../scripts/lab/mutate/trial.ts";
import { Verdicts } from "../../../scripts/lab/mutate/verdicts.ts";
import { temporaryFolder } from "../../support/folder.ts";

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
    ["a ??= b;", { assignment: ["a = b;"] }],
    ["a += b;", { "compound assignment": ["a -= b;"] }],
    ['a += "b";', { "changed literal": ['a += "";'] }],
    ["for (; a; i++) ++b;", { "compound assignment": ["for (; a; i++) --b;"] }],
    ["x = a * b;", { arithmetic: ["x = a / b;"] }],
    ["x = a + `b${c}`;", {}],
    ["x = Math.floor(a);", { "min and max": ["x = Math.ceil(a);"] }],
    ["x = { a, b: c };", { "removed member": ["x = { /* a */b: c };", "x = { a, /* b */ };"] }],
    ["x = { a() {} };", {}],
    ["if (a) { b = c; d = e(); }", { "exchanged statements": ["if (a) { d = e();\nb = c; }"] }],
    ["if (a) { b = c; d = e; }", {}],
    ["if (a) { const b = c; d = b; }", {}],
    ["try { a = b; } catch { c = d; } finally { e.f = g; }", {
      "removed cleanup": [
        "try { a = b; } catch { ; } finally { e.f = g; }",
        "try { a = b; } catch { c = d; } finally { ; }",
      ],
    }],
    ["x = /^a+[*]$/g;", {
      "regular expression": ["x = /a+[*]$/g;", "x = /^a[*]$/g;", "x = /^a+[*]/g;", "x = /^a+[*]$/;"],
    }],
    ["x = /(?<=b)\\?c{2,}?/;", { "regular expression": ["x = /(?<=b)\\?c/;"] }],
    ["x = /^/;", {}],
    ["x = `SELECT a FROM b WHERE c < ? AND d = ${e < f} ORDER BY g DESC`;", {
      comparison: ["x = `SELECT a FROM b WHERE c < ? AND d = ${e >= f} ORDER BY g DESC`;"],
      boundary: ["x = `SELECT a FROM b WHERE c < ? AND d = ${e <= f} ORDER BY g DESC`;"],
      "query text": [
        "x = `SELECT a FROM b WHERE c <= ? AND d = ${e < f} ORDER BY g DESC`;",
        "x = `SELECT a FROM b WHERE c < ? AND d <> ${e < f} ORDER BY g DESC`;",
        "x = `SELECT a FROM b WHERE c < ? OR d = ${e < f} ORDER BY g DESC`;",
        "x = `SELECT a FROM b WHERE c < ? AND d = ${e < f} ORDER BY g`;",
      ],
    }],
    ['x = `\nlocal a = math.max(b, 1)\ncall("DEL", a)\n`;', {
      "script text": [
        'x = `\nlocal a = math.min(b, 1)\ncall("DEL", a)\n`;',
        "x = `\nlocal a = math.max(b, 1)\n\n`;",
      ],
    }],
    ["x = await y;", { "removed await": ["x = y;"] }],
    ["async () => await y;", {}],
    ["async function f() { return await y; }", {}],
    ["async () => { try { return await y; } finally {} };", {
      "removed await": ["async () => { try { return y; } finally {} };"],
    }],
    ["async () => { using a = b; return await y; };", {
      "removed await": ["async () => { using a = b; return y; };"],
    }],
    ["f();", { "removed call": [";"] }],
    ["x = f(a, b, c);", { "swapped arguments": ["x = f(b, a, c);"] }],
    ["x = f(a, a);", {}],
    ["x = Math.max(a, b);", { "min and max": ["x = Math.min(a, b);"] }],
    ["x = f(a, () => a);", {}],
    ["x = 99;", { "changed literal": ["x = 100;"] }],
    ["x = 1_000;", { "changed literal": ["x = 10000;"], "changed unit": ["x = 1;"] }],
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

Deno.test("faultsOf() returns the line of each fault", () => {
  assertEquals(faultsOf("a.ts", "b;\n\nf(\n  1,\n);\n").map(({ line, operator }) => ({ line, operator })), [
    { line: 3, operator: "removed call" },
    { line: 4, operator: "changed literal" },
  ]);
});

Deno.test("changedLines() reads the new lines of a diff", () => {
  const diff = "diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1 +2,3 @@\n+a\n@@ -9,2 +12 @@\n+b\n" +
    "diff --git a/gone.ts b/gone.ts\n--- a/gone.ts\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-c\n";
  assertEquals(changedLines(diff), new Map([["x.ts", new Set([2, 3, 4, 12])]]));
});

Deno.test("readLcov() returns the executed lines of the project's files", () => {
  const text = "SF:/p/src/a.ts\nDA:1,2\nDA:2,0\nDA:3,1\nend_of_record\nSF:/q/b.ts\nDA:1,1\nend_of_record\n";
  assertEquals(readLcov(text, "/p/"), { "src/a.ts": [1, 3] });
});

Deno.test("homeOf() counts a script that ran in a copy of the tree for the tree, and nothing else", () => {
  const home = (url: string) => homeOf(url, "file:///p/");
  assertEquals(home("file:///tmp/tonearm-gate-1a/scripts/mutate/a.ts"), "file:///p/scripts/mutate/a.ts");
  assertEquals(home("file:///tmp/tonearm-gate-1a/src/a.ts"), "file:///tmp/tonearm-gate-1a/src/a.ts");
  assertEquals(home("file:///tmp/other/scripts/a.ts"), "file:///tmp/other/scripts/a.ts");
  assertEquals(homeOf("file:///x/tonearm-y/scripts/a.ts", "file:///x/tonearm-y/"), "file:///x/tonearm-y/scripts/a.ts");
});

/** What a test file runs, and how long it takes. */
function mapOf(test: string, ms: number, lines: TestMap["lines"] = {}, passed = true): TestMap {
  const sources = Object.fromEntries(Object.keys(lines).map((path) => [path, "as it was"]));
  return { test, hash: "", ms, passed, lines, sources };
}

const MAPS = [
  mapOf("tests/cli/commands/usage_test.ts", 1, { "src/a.ts": [2] }),
  mapOf("tests/wide_test.ts", 1, { "src/a.ts": [1, 2], "src/b.ts": [1] }),
  mapOf("tests/slow_test.ts", 9, { "src/a.ts": [1, 2] }),
  mapOf("tests/a_test.ts", 99, { "src/a.ts": [1, 2], "src/b.ts": [1] }),
  mapOf("tests/fast_test.ts", 2, { "src/a.ts": [1, 2] }),
  mapOf("tests/red_test.ts", 1, { "src/a.ts": [1, 2] }, false),
  mapOf("tests/other_test.ts", 1, { "src/a.ts": [1] }),
  mapOf("tests/src/near_test.ts", 99, { "src/a.ts": [2], "src/b.ts": [1], "src/c.ts": [1] }),
];

function namesOf(path: string, line: number, hash = "as it was"): string[] {
  return testsOf(MAPS, path, line, hash).map(({ test }) => test.slice("tests/".length, -"_test.ts".length));
}

Deno.test("testsOf() sorts the tests of a line by tier, name, folder, breadth and time, and adds those of its file", () => {
  assertEquals(namesOf("src/a.ts", 2), ["a", "src/near", "fast", "slow", "wide", "cli/commands/usage", "other"]);
  assertEquals(namesOf("src/b.ts", 9), ["src/near", "wide", "a"]);
});

Deno.test("testsOf() puts slow tests after those that run in the file another line only", () => {
  const lines = { "src/a.ts": [2] };
  const maps = [mapOf("tests/cli/commands/watch_test.ts", 1, lines), mapOf("tests/b_test.ts", 1, { "src/a.ts": [1] })];
  assertEquals(testsOf(maps, "src/a.ts", 2, "as it was").map(({ test }) => test), [
    "tests/b_test.ts",
    "tests/cli/commands/watch_test.ts",
  ]);
});

Deno.test("testsOf() returns none for a file that no test runs", () => {
  assertEquals(namesOf("src/d.ts", 2), []);
});

Deno.test("testsOf() counts every line of a file as run if the source has changed since", () => {
  assertEquals(namesOf("src/a.ts", 2, "changed since"), [
    "a",
    "src/near",
    "other",
    "fast",
    "slow",
    "wide",
    "cli/commands/usage",
  ]);
});

Deno.test("inParts() splits tests by their time, and leaves out those beyond the last part", () => {
  const tests = [3, 3, 3, 9, 1, 1, 1].map((ms, index) => mapOf(String(index), ms));
  const names = (parts: readonly number[]) =>
    inParts(tests, parts).map((some) => some.map(({ test }) => test).join(""));
  assertEquals(names([6, 9, 99]), ["01", "2", "3456"]);
  assertEquals(names([6, 3]), ["01", "2"]);
  assertEquals(names([1, 1]), ["0", "1"]);
});

Deno.test("shareOut() gives each worker one item at a time, and returns results in order", async () => {
  const busy = new Set<string>();
  const waits = [3, 1, 2, 0, 1];
  const done = await shareOut(waits, ["left", "right"], async (turns, hand) => {
    assert(!busy.has(hand), `${hand} does one thing at a time`);
    busy.add(hand);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    busy.delete(hand);
    return turns * 10;
  });
  assertEquals(done, [30, 10, 20, 0, 10]);
});

/** Asks for the verdict on a fault, which would be found to be another one by now. */
async function readVerdict(kept: URL, maps: readonly TestMap[], next: Finding, isFresh = false): Promise<Verdict> {
  const verdicts = await Verdicts.open(isFresh, kept);
  return await verdicts.of(faultsOf("mod.ts", "f();")[0]!, maps, () => Promise.resolve(next));
}

Deno.test("Verdicts keep a noticed fault until its test changes, and an unnoticed one until any test changes", async () => {
  await using folder = await temporaryFolder();
  const kept = new URL(`file://${folder.path}/verdicts.json`);
  const [one, other] = ["a", "b"].map((name) => mapOf(`tests/${name}_test.ts`, 1, { "mod.ts": [1] }));
  const [here, changed] = [[one!, other!], [one!, { ...other!, hash: "another text" }]];
  const noticed: Finding = { verdict: "noticed", by: [one!] };
  const unnoticed: Finding = { verdict: "unnoticed" };
  assertEquals(await readVerdict(kept, here, unnoticed), "unnoticed", "found");
  assertEquals(await readVerdict(kept, here, noticed), "unnoticed", "kept");
  assertEquals(await readVerdict(kept, changed, noticed), "noticed", "a test has changed that might notice it");
  assertEquals(await readVerdict(kept, here, unnoticed), "noticed", "the test that noticed it is as it was");
  assertEquals(await readVerdict(kept, [other!], unnoticed), "unnoticed", "the test that noticed it is gone");
  assertEquals(await readVerdict(kept, [other!], noticed, true), "noticed", "all is to be found out anew");
});

Deno.test("folderOf() assigns a file to the longest folder that contains it", () => {
  assertEquals(["src/oauth/a.ts", "src/a.ts", "cli/b/c.ts", "docs/a.ts"].map(folderOf), [
    "src/oauth",
    "src",
    "cli",
    undefined,
  ]);
});

Deno.test("isNoticed() counts compile errors and hangs, and nothing that no test covers", () => {
  const all = ["noticed", "refused", "took too long", "unnoticed", "uncovered"] as const;
  assertEquals(all.filter(isNoticed), ["noticed", "refused", "took too long"]);
});

Deno.test("regressions() names folders whose sample is significantly worse", () => {
  const kept = { cli: { noticed: 90, tried: 100, aim: 85 }, src: { noticed: 95, tried: 100, aim: 95 } };
  assertEquals(regressions({ cli: { noticed: 17, tried: 20 }, src: { noticed: 20, tried: 20 } }, kept), []);
  assertEquals(regressions({ cli: { noticed: 10, tried: 20 } }, kept), [
    "cli: 50 % of 20 faults are noticed, where it was 90 %",
  ]);
  assertEquals(regressions({ cli: { noticed: 3, tried: 4 } }, { cli: { noticed: 59, tried: 60, aim: 85 } }), []);
  assertEquals(bounds({ noticed: 50, tried: 100 }).map(Math.round), [40, 60]);
  assertEquals(bounds({ noticed: 0, tried: 0 }), [0, 100]);
  assertEquals([percent({ noticed: 1, tried: 3 }), percent({ noticed: 0, tried: 0 })], [33.3, 0]);
});

Deno.test("table() has a row for each folder", () => {
  assertEquals(
    table({ cli: { noticed: 9, tried: 10, aim: 85 } }).split("\n").at(-1),
    "| `cli` | 90 % | 9 of 10 | 85 % |",
  );
});
