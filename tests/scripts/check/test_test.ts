import { assert, assertEquals, assertMatch } from "@std/assert";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pathOf, ran, without } from "../../support/programs.ts";
import { temporaryFolder, writeFiles } from "../../support/folder.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** The modules of the runner. */
const PARTS = ["isolates", "junit", "ledger", "preloaded", "reached", "skipped", "surroundings", "tiers", "verdict"];

/** How a run of `scripts/check/test.ts` ended. */
interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs the script in a project of its own, which holds these test files and nothing else. */
async function runIn(tests: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
  await using folder = await temporaryFolder({
    "deno.json": '{ "permissions": { "test": { "read": true, "env": true, "write": true, "run": true } } }',
  });
  for (const path of ["deno.ts", "check/test.ts", ...PARTS.map((name) => `check/tests/${name}.ts`)]) {
    await Deno.mkdir(join(folder.path, "scripts", dirname(path)), { recursive: true });
    await Deno.copyFile(join(ROOT, "scripts", path), join(folder.path, "scripts", path));
  }
  const counting = 'import { count } from "../scripts/check/tests/reached.ts"; ';
  for (const [name, text] of Object.entries(tests)) {
    await writeFiles(folder.path, { [`tests/${name}`]: counting + text });
  }
  const env = { TONEARM_DENO_CONFIG: `${folder.path}/deno.json`, TONEARM_SKIPS: "" };
  const words = ["run", "-A", "-q", "--no-config", "--no-lock", `${folder.path}/scripts/check/test.ts`, ...args];
  return await output(words, { env });
}

/** Runs Deno, and returns what it printed with the summary last, which is on stdout. */
async function output(args: readonly string[], options: Deno.CommandOptions = {}): Promise<Ended> {
  const { code, stdout, stderr } = await ran(Deno.execPath(), args, options);
  return { code, output: stderr + stdout };
}

const good = 'Deno.test("good", () => count());\n';
const spawning =
  'Deno.test("spawns", () => void count() || void new Deno.Command(Deno.execPath(), { args: ["-V"] }).outputSync());\n';

Deno.test("`deno task test` passes if each file has a test and all pass", async () => {
  const { code, output } = await runIn({ "a_test.ts": good, "b_test.ts": good });
  assertEquals(code, 0, output);
  assertMatch(output, /2 passed/);
});

Deno.test("`deno task test` fails if a test fails or a file has none", async () => {
  const failing = await runIn({ "a_test.ts": good, "b_test.ts": good.replace("count()", "{ throw 1; }") });
  assert(failing.code !== 0, failing.output);
  const empty = await runIn({ "a_test.ts": good, "b_test.ts": "export {};\n" });
  assertEquals(empty.code, 1);
  assertMatch(empty.output, /FAILED {2}tests\/b_test\.ts: no test ran/);
});

Deno.test("`deno task test` fails if a test reaches no assertion, and names it", async () => {
  const unreached = 'Deno.test("loops", () => { for (const _ of []) count(); });\n';
  const { code, output } = await runIn({ "a_test.ts": good + unreached });
  assertEquals(code, 1, output);
  assertMatch(output, /loops => \.\/tests\/a_test\.ts:2:6\n.*reached no assertion/);
  assertMatch(output, /1 passed.*1 failed/);
});

for (const tier of ["processes", "slow"]) {
  Deno.test(`\`deno task test\` fails on a file that tests of ${tier} leave behind`, async () => {
    const leaving =
      'Deno.test("x", () => void count() || Deno.writeTextFileSync(Deno.env.get("TMPDIR") + "/left.txt", ""));\n';
    const { code, output } = await runIn({ "a_test.ts": leaving }, `--tier=unit,${tier}`);
    assertEquals(code, 1, output);
  });
}

Deno.test("`deno task test` runs the named files with the options of `deno test`", async () => {
  const tests = { "a_test.ts": good + good.replace("good", "other"), "b_test.ts": good };
  const { code, output } = await runIn(tests, "tests/a_test.ts", "--filter", "other");
  assertEquals(code, 0, output);
  assertMatch(output, /1 passed .*1 filtered out/);
});

Deno.test("`deno task test:unit` gives no test the permission to start a process", async () => {
  const { code, output } = await runIn({ "a_test.ts": spawning }, "--tier=unit");
  assert(code !== 0, output);
  assertMatch(output, /NotCapable/);
  assertEquals((await runIn({ "a_test.ts": spawning }, "--tier=unit,processes")).code, 0);
});

Deno.test("`deno task test` ends with the skipped tests and how to run them", async () => {
  const skipping =
    'Deno.writeTextFileSync(Deno.env.get("TONEARM_SKIPS")!, "redis-server|tests/a_test.ts\\n", { append: true });\n' +
    `${good}Deno.test({ name: "x", ignore: true, fn() {} });\n`;
  const { code, output } = await runIn({ "a_test.ts": skipping });
  assertEquals(code, 0, output);
  assertMatch(output, /1 test skipped.*\n {2}redis-server +1 test {2}apt install redis-server\n$/);
});

Deno.test("`deno task test` runs files in one isolate, and names the file of a failure", async () => {
  const failing = good.replace("count()", "{ throw 1; }");
  const { code, output } = await runIn({
    "a_test.ts": good,
    "b_test.ts": good,
    "c_test.ts": good,
    "d_test.ts": failing,
  });
  assertEquals(code, 1, output);
  assertMatch(output, /good => \.\/tests\/d_test\.ts:1:6/);
  assertMatch(output, /^in this order: --shuffle=\d+$/m);
});

Deno.test("`deno task test` gives tests a home, a temporary folder and a time zone of their own", async () => {
  const names = ["HOME", "TMPDIR", "TZ", "NO_PROXY"];
  const telling = `Deno.test("tells", () => void count() || console.log(${
    JSON.stringify(names)
  }.map((n) => Deno.env.get(n)).join()));\n`;
  const { code, output } = await runIn({ "a_test.ts": telling });
  assertEquals(code, 0, output);
  assertMatch(output, /\/home,\S+\/tmp,Asia\/Kolkata,127\.0\.0\.1/);
});

for (const place of ["HOME", "TMPDIR"]) {
  Deno.test(`\`deno task test\` fails if a test leaves a file behind in ${place}, and names it`, async () => {
    const leaving =
      `Deno.test("x", () => void count() || Deno.writeTextFileSync(Deno.env.get("${place}") + "/left.txt", ""));\n`;
    const { code, output } = await runIn({ "a_test.ts": leaving });
    assertEquals(code, 1, output);
    assertMatch(output, /FAILED {2}left behind .*: left\.txt/);
  });
}

/** Ways in which a process outlives the test that starts it. */
const SURVIVORS = [
  ["a detached child", 'new Deno.Command("sleep", { args: ["61"], detached: true, stdin: "null" }).spawn().unref();'],
  ["a daemon in a session of its own", 'sh("setsid sleep 61 >/dev/null 2>&1 & exit 0");'],
  ["a grandchild", 'sh("(sleep 61 >/dev/null 2>&1 &) ; exit 0");'],
] as const;

for (const [kind, code] of SURVIVORS) {
  Deno.test({
    name: `\`deno task test\` fails if ${kind} outlives the run, names it and ends it`,
    ignore: Deno.build.os !== "linux" || without("setsid", "grep"),
    async fn() {
      const sh = 'const sh = (text: string) => new Deno.Command("sh", { args: ["-c", text] }).outputSync();\n';
      const starting =
        `${sh}Deno.test({ name: "x", sanitizeOps: false, sanitizeResources: false, fn() { count(); ${code} } });\n`;
      const ended = await runIn({ "a_test.ts": starting });
      assertEquals(ended.code, 1, ended.output);
      assertMatch(ended.output, /FAILED {2}outlived the run: (?:\S+\/)?sleep 61/);
    },
  });
}

Deno.test("`deno task build ledger` lists the tests of a file without what prepares them", async () => {
  const preparing = 'Deno.test.beforeAll(() => { throw new Error("no"); });\nDeno.test("one", () => {});\n';
  await using folder = await temporaryFolder({ "a_test.ts": preparing });
  const preload = `--preload=${join(ROOT, "scripts/check/tests/only_listed.ts")}`;
  const options = ["-A", "-q", "--no-check", "--no-config", "--no-lock"];
  const { output: text } = await output(["test", ...options, preload, `${folder.path}/a_test.ts`]);
  assertMatch(text, /0 passed \| 1 failed/);
  assertMatch(text, /only listed/);
});

/** Test files that each require a program that isn't always installed. */
const NEEDS_PROGRAMS = [
  "tests/cli/upload/sound_test.ts",
  "tests/scripts/docs/docs_test.ts",
  "tests/stores/redis_test.ts",
];

Deno.test({
  name: "`deno task test` passes if PATH contains only node",
  ignore: without("node"),
  async fn() {
    await using folder = await temporaryFolder();
    await Deno.symlink(pathOf("node")!, `${folder.path}/node`);
    const kept = Object.entries(Deno.env.toObject()).filter(([name]) =>
      /^(HOME|DENO_DIR|TONEARM_DENO_CONFIG)$/.test(name)
    );
    const env = { ...Object.fromEntries(kept), PATH: folder.path };
    const words = "run -q --no-lock -P=choose scripts/deno.ts run -q -P=check scripts/check/test.ts".split(" ");
    const { code, output: text } = await output([...words, ...NEEDS_PROGRAMS], { env, clearEnv: true, cwd: ROOT });
    assertEquals(code, 0, text);
    assertMatch(text, /tests skipped, for want of programs of this machine:\n(?: {2}.*\n)*$/);
    for (const program of ["redis-server", "ffmpeg"]) {
      assertMatch(text, new RegExp(`^  ${program} .* apt install `, "m"));
    }
  },
});
