import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder, writeFiles } from "../../support/folder.ts";
import { ran, without } from "../../support/programs.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** A project with little to break: a boundary that no test looks at, a file that none runs, and one that writes others. */
const PROJECT: Readonly<Record<string, string>> = {
  "deno.json": JSON.stringify({
    imports: { typescript: "npm:typescript@~6.0" },
    permissions: { test: { env: true, read: true, run: true, write: true } },
  }),
  "CONTRIBUTING.md": "# Contributing\n\n<!-- scores -->\n\nNone yet.\n\n<!-- /scores -->\n",
  "src/size.ts": "export function isLarge(size: number): boolean {\n  return size > 10;\n}\n",
  "src/unit.ts": 'export function unit(): string {\n  return "MB";\n}\n',
  "src/writer.ts":
    'export async function write(isAsked: boolean): Promise<void> {\n  if (!isAsked) return;\n  await Deno.writeTextFile("src/size.ts", "spoilt");\n}\n',
  "scripts/tool.ts": 'console.log(2 > 1 ? "large" : "small");\n',
  "tests/tool_test.ts": `Deno.test("tool.ts, in a copy", async () => {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-copy-" });
  await Deno.mkdir(folder + "/scripts");
  await Deno.copyFile(new URL("../scripts/tool.ts", import.meta.url), folder + "/scripts/tool.ts");
  const args = ["run", "-q", "--no-config", folder + "/scripts/tool.ts"];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args }).output();
  await Deno.remove(folder, { recursive: true });
  if (new TextDecoder().decode(stdout) !== "large\\n") throw new Error("wrong");
});
`,
  "tests/size_test.ts": 'import { isLarge } from "../src/size.ts";\n' +
    'Deno.test("isLarge()", () => {\n  if (!isLarge(11) || isLarge(9)) throw new Error("wrong");\n});\n',
  "tests/writer_test.ts": 'import { write } from "../src/writer.ts";\nDeno.test("write()", () => write(false));\n',
  "scripts/lab/mutate/equivalent.json": "[]\n",
  "scripts/lab/mutate/scores.json": JSON.stringify({ src: { aim: 95, noticed: 100, tried: 100 } }),
};

/** The scripts that it takes. */
const SCRIPTS = [
  ...[
    "check/check_packages",
    "dashboard",
    "deno",
    "docs/format",
    "lab/mutate",
    "project_files",
    "ran",
    "check/tests/tiers",
  ],
  ...["change", "code_faults", "coverage", "faults", "order_faults", "scores", "text_faults", "trial", "verdicts"].map((
    name,
  ) => `lab/mutate/${name}`),
];

interface Project extends AsyncDisposable {
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  git(...args: string[]): Promise<unknown>;
  mutate(...args: string[]): Promise<{ readonly code: number; readonly output: string }>;
}

async function project(): Promise<Project> {
  const place = await temporaryFolder(PROJECT);
  const folder = place.path;
  const write = (path: string, text: string) => writeFiles(folder, { [path]: text });
  const options = { env: { TONEARM_DENO_CONFIG: join(folder, "deno.json") }, cwd: folder };
  const taken = [...SCRIPTS.map((name) => `scripts/${name}.ts`), "sandbox/base/random.ts", "deno.lock"];
  for (const path of taken) await write(path, await Deno.readTextFile(ROOT + path));
  const git = (...args: string[]) => ran("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], options);
  await git("init", "-q");
  await git("add", "--all");
  return {
    read: (path) => Deno.readTextFile(join(folder, path)),
    write,
    git,
    mutate: (...args) =>
      ran(Deno.execPath(), ["run", "-A", "-q", "scripts/lab/mutate.ts", "--copies=1", ...args], options),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

function inProject(name: string, body: (project: Project) => Promise<void>): Deno.TestDefinition {
  return {
    name,
    ignore: without("git", "timeout"),
    async fn() {
      await using made = await project();
      await body(made);
    },
  };
}

Deno.test(
  inProject("`deno task lab mutate` shows what no test notices, keeps it, and fails below the score", async (tree) => {
    const args = ["--sample=99", "--seed=1", "src/size.ts", "src/unit.ts"];
    const { code, output } = await tree.mutate(...args);
    assertStringIncludes(output, "4 of 4 faults, --seed=1; 0 of them change nothing\n");
    assertMatch(output, /\d\/4 unnoticed {2}src\/size\.ts:2 {2}boundary: ">="\n {2}return size > 10;\n/);
    assertMatch(output, /\d\/4 uncovered {2}src\/unit\.ts:2 {2}changed literal: "\\"\\""\n {2}return "MB";\n/);
    assertEquals(output.match(/^\d\/4 noticed$/gm)?.length, 2);
    assertMatch(output, /^src +50 % \(2 of 4\)$/m);
    assertMatch(output, /^src: 50 % of 4 faults are noticed, where it was 100 %$/m);
    assertEquals(code, 1);

    const row = { path: "src/size.ts", line: "return size > 10;", operator: "boundary", replacement: ">=", reason: "" };
    await tree.write("scripts/lab/mutate/equivalent.json", JSON.stringify([row]));
    const written = await tree.mutate(...args, "--write");
    assertEquals(written.code, 0, written.output);
    assertStringIncludes(written.output, "4 of 4 faults, --seed=1; 1 of them change nothing\n");
    assertEquals(JSON.parse(await tree.read("scripts/lab/mutate/scores.json")), {
      src: { aim: 95, noticed: 2, tried: 3 },
    });
    const page = await tree.read("CONTRIBUTING.md");
    assertMatch(
      page,
      /<!-- scores -->\n\n\| Folder[^]*\| `src` +\| 66.7 % +\| 2 of 3 +\| 95 % +\|\n\n<!-- \/scores -->/,
    );
  }),
);

Deno.test(inProject("`deno task lab mutate` takes back what a fault made a test write", async ({ mutate, write }) => {
  await write("scripts/lab/mutate/scores.json", "{}");
  // With this seed the file that writes comes before the boundary of the one that it spoils.
  const { code, output } = await mutate("--sample=99", "--seed=1", "src/");
  assertMatch(
    output,
    /unnoticed {2}src\/writer\.ts:2 {2}boolean: "isAsked"[^]*unnoticed {2}src\/size\.ts:2 {2}boundary/,
  );
  assertMatch(output, /uncovered {2}src\/unit\.ts:2/);
  assertEquals(code, 0, output);
}));

Deno.test(inProject("`deno task lab mutate --changed` draws from the lines that differ from a commit", async (tree) => {
  await tree.git("commit", "-q", "-m", "all");
  await tree.write("src/unit.ts", PROJECT["src/unit.ts"]!.replace('"MB"', '"GB"'));
  const { output } = await tree.mutate("--changed=HEAD", "--seed=1");
  assertStringIncludes(output, "1 of 1 faults");
  assertMatch(output, /uncovered {2}src\/unit\.ts:2/);
}));

Deno.test(inProject("`deno task lab mutate` counts what a test runs in a copy of the project", async ({ mutate }) => {
  const { output } = await mutate("--sample=99", "--seed=1", "scripts/tool.ts");
  assertMatch(output, /^\d\/\d noticed$/m);
  assertEquals(output.match(/uncovered/g), null, output);
}));
