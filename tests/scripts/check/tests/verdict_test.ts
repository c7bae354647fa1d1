import { assertEquals, assertStringIncludes } from "@std/assert";
import { readReport, writeReport } from "../../../../scripts/check/tests/junit.ts";
import { counted, differences } from "../../../../scripts/check/tests/ledger.ts";
import { summary } from "../../../../scripts/check/tests/skipped.ts";
import { staleEntries, testFiles, tierOf } from "../../../../scripts/check/tests/tiers.ts";
import { countsOf, problems } from "../../../../scripts/check/tests/verdict.ts";

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="4" failures="1" errors="1" time="0.250">
    <testsuite name="./tests/a_test.ts" tests="3" disabled="1" errors="0" failures="1">
        <testcase name="a &lt;ok&gt; &amp; &apos;x&apos;" classname="./tests/a_test.ts" time="0.250" line="1" col="6">
        </testcase>
        <testcase name="b fails" classname="./tests/a_test.ts" time="1.001" line="2" col="6">
            <failure message="Uncaught Error: boom &lt;x&gt;">Error: boom
    at file:///a_test.ts:2:36</failure>
        </testcase>
        <testcase name="c" classname="./tests/a_test.ts" time="0.000" line="3" col="6">
            <skipped/>
        </testcase>
    </testsuite>
    <testsuite name="./tests/b_test.ts" tests="1" disabled="0" errors="1" failures="0">
        <testcase name="uncaught" classname="./tests/b_test.ts" time="0.000" line="1" col="6">
            <error message="Cancelled"/>
        </testcase>
    </testsuite>
</testsuites>
`;

/** A report in which every test of these files has passed. */
function passed(...files: string[]): ReturnType<typeof readReport> {
  return readReport(files.map((file) => writeReport(file, [{ name: "fine", outcome: "passed" }])).join(""));
}

const skipping = (count: number) =>
  readReport(writeReport("a_test.ts", [
    { name: "fine", outcome: "passed" },
    ...Array.from({ length: count }, () => ({ name: "not here", outcome: "skipped" as const })),
  ]));

Deno.test("readReport() returns the result of each test of each file", () => {
  assertEquals(readReport(REPORT), [
    {
      file: "tests/a_test.ts",
      seconds: 1.251,
      cases: [
        { name: "a <ok> & 'x'", outcome: "passed" },
        { name: "b fails", outcome: "failed", message: "Uncaught Error: boom <x>" },
        { name: "c", outcome: "skipped" },
      ],
    },
    { file: "tests/b_test.ts", seconds: 0, cases: [{ name: "uncaught", outcome: "error", message: "Cancelled" }] },
  ]);
});

Deno.test("problems() names each broken test with its message, or with its outcome where it has none", () => {
  const cases = [
    { name: "fine", outcome: "passed" },
    { name: "one", outcome: "failed", message: "boom" },
    { name: "two", outcome: "failed" },
    { name: "three", outcome: "error" },
  ] as const;
  const suites = [{ file: "a_test.ts", seconds: 0, cases }];
  assertEquals(problems({ code: 0, suites, skips: [] }), [
    "a_test.ts: one: boom",
    "a_test.ts: two: failed",
    "a_test.ts: three: error",
  ]);
});

Deno.test("writeReport() writes what readReport() reads", () => {
  const cases = [
    { name: 'a "b" <c> &', outcome: "passed" },
    { name: "d", outcome: "failed", message: 'not "this" & <that>' },
    { name: "e", outcome: "error", message: "gone" },
  ] as const;
  assertEquals(readReport(writeReport("x.ts", cases)), [{ file: "x.ts", seconds: 0, cases: [...cases] }]);
  const odd = writeReport("x.ts", [{ name: 'a < b > c & "d"', outcome: "passed" }]);
  assertStringIncludes(odd, 'name="a &lt; b &gt; c &amp; &quot;d&quot;"');
});

Deno.test("countsOf() counts an uncaught error as a failure", () => {
  assertEquals(countsOf(readReport(REPORT)), { passed: 1, failed: 2, skipped: 1 });
});

Deno.test("problems() names failed tests and uncaught errors, whatever the exit code", () => {
  assertEquals(problems({ code: 0, suites: readReport(REPORT), skips: [] }), [
    "tests/a_test.ts: b fails: Uncaught Error: boom <x>",
    "tests/b_test.ts: uncaught: Cancelled",
  ]);
});

for (
  const [what, run, expected, complaint] of [
    ["a non-zero exit, whatever the report says", { code: 1 }, {}, "exit code 1"],
    ["a run that took too long", { code: 124 }, {}, "took longer than it may"],
    ["a run that had to be killed", { code: 137 }, {}, "took longer than it may"],
    [
      "a run without a report",
      { suites: undefined },
      {},
      "wrote no report: a module doesn't load, or the run was ended",
    ],
    ["a report without any test", { suites: [] }, { installed: [] }, "ran no test"],
    [
      "another number of tests",
      {},
      { ledger: new Map([["a_test.ts", 2]]) },
      "a_test.ts: 1 tests, where the ledger has 2",
    ],
    [
      "a file without a test",
      { suites: passed("README.md#3-9.ts") },
      { files: ["README.md", "src/README.md"] },
      "src/README.md: no test ran",
    ],
    [
      "a line of a test that isn't skipped",
      { suites: skipping(1), skips: ["mpv|a_test.ts", "mpv|a_test.ts"] },
      { installed: [] },
      "a_test.ts: names missing programs for 1 more tests than it skips",
    ],
  ] as const
) {
  Deno.test(`problems() finds ${what}`, () => {
    assertEquals(problems({ code: 0, suites: passed("a_test.ts"), skips: [], ...run }, expected), [complaint]);
  });
}

Deno.test("problems() accepts tests that are skipped for missing programs", () => {
  assertEquals(
    problems({ code: 0, suites: skipping(1), skips: ["mpv|a_test.ts"] }, { installed: ["ffmpeg"] }),
    [],
  );
  assertEquals(problems({ code: 0, suites: skipping(1), skips: [] }), []);
});

Deno.test("problems() lets no superfluous line of one file explain a skip in another", () => {
  const skips = ["mpv|b_test.ts"];
  assertEquals(problems({ code: 0, suites: skipping(1), skips }, { installed: [] }), [
    "b_test.ts: names missing programs for 1 more tests than it skips",
    "a_test.ts: skipped 1 tests that miss no program",
  ]);
});

Deno.test("counted() counts tests by file: skipped ones too, but no step, and examples by the file that they stand in", () => {
  const report = [
    writeReport("tests/a_test.ts", [
      { name: "one", outcome: "passed" },
      { name: "one > step > of a step", outcome: "passed" },
      { name: "two > three", outcome: "skipped" },
    ]),
    // The report has a step under the file that defines it.
    writeReport("tests/support/steps.ts", [{ name: "one > npm:redis", outcome: "passed" }]),
    writeReport("./README.md#61-75.ts", [{ name: "README.md#61-75.ts", outcome: "passed" }]),
    writeReport("./README.md#80-90.ts", [{ name: "README.md#80-90.ts", outcome: "failed" }]),
  ];
  const found = counted(readReport(report.join("")));
  assertEquals(Object.fromEntries(found), { "tests/a_test.ts": 2, "README.md": 2 });
  assertEquals(differences(found, found), []);
});

Deno.test("summary() counts skipped tests by program, and says how to install each", () => {
  assertEquals(summary(["mpv|a", "redis-server|a", "redis-server|b", "mpv ffplay|b", "bun|b"]), [
    "5 tests skipped, for want of programs of this machine:",
    "  mpv              2 tests  apt install mpv",
    "  redis-server     2 tests  apt install redis-server",
    "  ffplay            1 test  apt install ffmpeg",
    "  bun               1 test  npm install -g bun",
  ]);
  assertEquals(summary([]), []);
});

Deno.test("tierOf() puts every file into one tier, and its lists name only existing files", async () => {
  const files = await testFiles();
  assertEquals(staleEntries(files), []);
  assertEquals(tierOf("tests/scripts/check/tests/verdict_test.ts"), "unit");
  assertEquals(tierOf("tests/stores/limited_fleet_test.ts"), "slow");
  assertEquals(files.includes("tests/scripts/check/tests/verdict_test.ts"), true);
});

/** The files of a folder and of those in it. */
async function filesIn(folder: URL): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  const found = entries.map(async ({ name, isDirectory }) =>
    isDirectory ? await filesIn(new URL(`${name}/`, folder)) : [name]
  );
  return (await Promise.all(found)).flat();
}

Deno.test("testFiles() finds every test file, whatever its language", async () => {
  const named = (await filesIn(new URL("../../../", import.meta.url))).filter((name) => /_test\.\w+$/.test(name));
  const found = (await testFiles()).map((path) => path.replace(/^.*\//, ""));
  assertEquals(found.toSorted(), named.toSorted());
  assertEquals(found.includes("mocked_fetch_test.mjs"), true);
});
