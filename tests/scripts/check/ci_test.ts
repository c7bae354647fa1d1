import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { lanes, type Step } from "../../../scripts/check/ci.ts";
import { testFiles } from "../../../scripts/check/tests/tiers.ts";
import { ran, ranModule, without, writeProgram } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/folder.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const CI = new URL("../../../scripts/check/ci.ts", import.meta.url).href;

/** Tests by the name of their file; `tests/` for the runner, as the project has them. */
type Tree = Readonly<Record<string, string>>;

/** What a run of steps printed, and how it ended. */
interface Ended {
  readonly code: number;
  readonly lines: readonly string[];
  readonly output: string;
}

/** Runs one step over some test files, in a process of its own. */
async function ci(tree: Tree, { minutes = 1, more = 0, installed = "", command = "" } = {}): Promise<Ended> {
  await using folder = await temporaryFolder();
  const here = `${relative(ROOT, folder.path)}/`;
  for (const [name, text] of Object.entries(tree)) {
    await Deno.writeTextFile(`${folder.path}/${name}`, text.replaceAll("HERE", here));
  }
  const words = command === ""
    ? [Deno.execPath(), "test", "-A", "-q", "--no-check", "--no-config", "--no-lock", folder.path]
    : ["sh", "-c", command];
  const ledger = Object.entries(tree).map(([name, text]) =>
    [`${here}${name}`, (text.match(/Deno\.test/g)?.length ?? 1) + more] as const
  );
  const step = { name: "step", command: words, minutes, tests: command ? {} : { ledger } };
  return await runSteps([step], installed.split(" ").filter(Boolean));
}

/** Runs steps in a process of their own, and others beside them. */
async function runSteps(
  steps: readonly Step[],
  installed: readonly string[] = [],
  beside: readonly Step[] = [],
): Promise<Ended> {
  const given = [[steps, beside], installed].map((list) => JSON.stringify(list)).join(", ");
  const main = `import { runAll } from "${CI}"; Deno.exit(await runAll(${given}) ? 0 : 1);`;
  await using folder = await temporaryFolder({ "main.ts": main });
  const { code, stdout: output } = await ranModule(`${folder.path}/main.ts`, []);
  return { code, output, lines: output.trimEnd().split("\n") };
}

const good = 'Deno.test("good", () => {});\n';
const bad = 'Deno.test("bad", () => {\n  throw new Error("broken");\n});\n';

function withTools(name: string, run: () => Promise<void>): Deno.TestDefinition {
  return { name, ignore: without("timeout", "sh"), fn: run };
}

Deno.test(withTools(".ci/run passes when every test does, and counts them on its last line", async () => {
  const { code, lines } = await ci({ "a_test.ts": good + good.replace("good", "better"), "b_test.ts": good });
  assertEquals({ code, last: lines.at(-1) }, { code: 0, last: "3 passed, 0 failed" });
}));

for (
  const [what, tree, options, complaint] of [
    ["a test that fails", { "a_test.ts": good, "b_test.ts": bad }, {}, /b_test\.ts: bad: .*broken/],
    [
      "an error that nobody catches",
      {
        "a_test.ts": good,
        "b_test.ts": 'Deno.test("x", async () => {\n  Promise.reject(new Error("late"));\n' +
          "  await new Promise((resolve) => setTimeout(resolve, 50));\n});\n",
      },
      {},
      /b_test\.ts: x: /,
    ],
    [
      "a module that throws",
      { "a_test.ts": good, "b_test.ts": `throw new Error("no");\n${good}` },
      {},
      /b_test\.ts: no test ran/,
    ],
    [
      "a module that isn't found",
      { "a_test.ts": good, "b_test.ts": `import "./gone.ts";\n${good}` },
      {},
      /wrote no report/,
    ],
    ["a test that has vanished", { "a_test.ts": good }, { more: 1 }, /a_test\.ts: 1 tests, where the ledger has 2/],
    [
      "a test that misses a program which is installed",
      {
        "a_test.ts": `${good}Deno.writeTextFileSync(Deno.env.get("TONEARM_SKIPS"), "mpv|HEREa_test.ts\\n");\n` +
          'Deno.test({ name: "x", ignore: true, fn() {} });\n',
      },
      { installed: "mpv" },
      /skipped tests for want of mpv, which is installed/,
    ],
    [
      "a test that hangs",
      { "a_test.ts": 'Deno.test("x", () => new Promise((resolve) => setTimeout(resolve, 60_000)));\n' },
      { minutes: 0.05 },
      /took longer than it may/,
    ],
    ["a command that fails before it tests anything", {}, { command: "echo no; exit 3" }, /exit code 3/],
  ] as const
) {
  Deno.test(withTools(`.ci/run fails on ${what}`, async () => {
    const { code, lines, output } = await ci(tree, options);
    assert(code !== 0, output);
    assertMatch(output, complaint);
    assertMatch(lines.at(-1) ?? "", /^\d+ passed, [1-9]\d* failed$/);
  }));
}

Deno.test(withTools(".ci/run goes on after a step that failed, and lists every step at its end", async () => {
  const step = (name: string, line: string) => ({ name, command: ["sh", "-c", line], minutes: 1 });
  const steps = [step("one", "exit 1"), step("two", "true"), step("three", "read -r line || exit 4")];
  const { code, output } = await runSteps(steps);
  assertEquals(code, 1);
  assertMatch(output, /FAILED {2}one .*\n {8}exit code 1\nok {6}two .*\nFAILED {2}three .*\n {8}exit code 4\n/);
  assertStringIncludes(output, "\n0 passed, 2 failed\n");
}));

Deno.test(withTools(".ci/run fails where no step has run a test", async () => {
  const { code, lines } = await runSteps([{ name: "one", command: ["true"], minutes: 1 }]);
  assertEquals({ code, last: lines.at(-1) }, { code: 1, last: "0 passed, 0 failed" });
}));

Deno.test(withTools(".ci/run says at its end what was skipped, and how many tests each step ran", async () => {
  const skipping = 'Deno.writeTextFileSync(Deno.env.get("TONEARM_SKIPS"), "mpv|HEREa_test.ts\\n");\n' +
    'Deno.test({ name: "x", ignore: true, fn() {} });\n';
  const { code, output } = await ci({ "a_test.ts": good + skipping });
  assertEquals(code, 0, output);
  assertMatch(
    output,
    /\nok {6}step \(\d+ s, \d+ s of a processor, 1 passed, 0 failed, 1 skipped\)\n1 test skipped.*\n {2}mpv +1 test /,
  );
}));

Deno.test(withTools(".ci/run runs lanes side by side, and shows what a step printed when it has ended", async () => {
  await using folder = await temporaryFolder();
  const meet = (own: string, other: string) =>
    `echo from ${own}; touch ${own}; until [ -e ${other} ]; do sleep 0.02; done; echo end of ${own}`;
  const step = (own: string, other: string) => (
    { name: own, command: ["sh", "-c", meet(own, other)], minutes: 1, cwd: folder.path }
  );
  const { output } = await runSteps([step("one", "two")], [], [step("two", "one")]);
  for (const name of ["one", "two"]) {
    assertMatch(output, new RegExp(`== ${name}: ended after \\d+ s\nfrom ${name}\nend of ${name}\n`));
  }
}));

Deno.test("lanes() of .ci/run are tasks of the project, each test file belongs to one of them, and none is endless", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const [tests, beside] = await lanes("/copy");
  const all = [...tests, ...beside];
  for (const { name, command, minutes } of all) {
    const [task] = command.slice(command.indexOf("task") + 1);
    assert(task !== undefined && task in tasks, `${name} runs a task: ${command.join(" ")}`);
    assert(minutes > 0 && minutes <= 45, `${name} has a time limit: ${minutes} minutes`);
  }
  const copied = tests.filter(({ cwd }) => cwd === "/copy");
  const tiers = ["test --tier=unit", "test --tier=processes", "test --tier=slow"];
  assertEquals(copied.map(({ name }) => name), [...tiers, "release binary"]);
  const files = copied.flatMap(({ tests }) => tests?.ledger?.map(([file]) => file) ?? []);
  assertEquals(files.toSorted(), await testFiles());
  const uncounted = all.filter(({ tests }) => !tests).map(({ name }) => name.replace(", with JSR's packages", ""));
  const EXIT_CODE_ALONE = ["check", "lab chaos --short", "lab simulation --schedules=6000 --seed=1"];
  assertEquals(uncounted.filter((name) => name !== "lock --check").toSorted(), EXIT_CODE_ALONE);
});

Deno.test({
  name: ".ci/run fails as root where a program could not be installed, and else says so",
  ignore: without("bash"),
  async fn() {
    const text = await Deno.readTextFile(`${ROOT}.ci/run`);
    // Its last line names what it would run: here it prints what it passes on.
    const script = text.replace(/^exec .*$/m, 'echo "absent: $TONEARM_ABSENT"').replace(
      "redis-server",
      "no-such-program",
    );
    await using folder = await temporaryFolder({ ".ci/run": script });
    await writeProgram(`${folder.path}/apt-get`, "#!/bin/sh\nexit 100\n");
    for (const [uid, absent] of [["0", /^absent: .*no-such-program/m], ["1000", /^absent: $/m]] as const) {
      await writeProgram(`${folder.path}/id`, `#!/bin/sh\necho ${uid}\n`);
      const env = { PATH: `${folder.path}:${Deno.env.get("PATH")}` };
      assertMatch((await ran("bash", [`${folder.path}/.ci/run`], { env })).stdout, absent);
    }
  },
});
