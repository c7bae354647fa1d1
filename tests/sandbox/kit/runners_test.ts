/** Runs the programs of docs/testing/test-runners.md for test runners, each with the runner's npm package. */
import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { cp } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import { chooseConfig } from "../../../scripts/deno.ts";
import { bundle } from "../../../scripts/build/npm/bundle.ts";
import { findBun, run } from "../../release/toolbox.ts";
import { temporaryFolder, writeFiles } from "../../support/folder.ts";
import { fromNpm, withoutPackages } from "../../support/programs.ts";
import { programsOf, type RunnerHeading } from "../../support/docs/shown.ts";

const TOOLS = await fromNpm(
  "@jest/globals",
  "@playwright/test",
  "happy-dom",
  "jest",
  "msw",
  "nock",
  "node22",
  "vitest",
);
const made = new AsyncDisposableStack();
Deno.test.afterAll(() => made.disposeAsync());

/** A folder with the two packages, bundled once for all projects. */
let packages: Promise<string> | undefined;

async function bundled(): Promise<string> {
  const { path } = made.use(await temporaryFolder());
  const config = await chooseConfig();
  for (const [name, entry] of [["client", "mod.ts"], ["sandbox", "sandbox/mod.ts"]]) {
    await Deno.mkdir(`${path}/${name}`);
    await bundle(config, "--platform", "deno", "--output", `${path}/${name}/index.js`, `${entry}`);
    const manifest = { name: `@tonearm/${name}`, type: "module", exports: "./index.js" };
    await Deno.writeTextFile(`${path}/${name}/package.json`, JSON.stringify(manifest));
  }
  return path;
}

/** Creates a project with the two packages and npm packages, removed after the test. */
async function project(files: Readonly<Record<string, string>>): Promise<AsyncDisposable & { folder: string }> {
  const folder = await Deno.makeTempDir({ dir: `${TOOLS}`, prefix: "project-" });
  await cp(await (packages ??= bundled()), `${folder}/node_modules/@tonearm`, { recursive: true });
  await writeFiles(folder, { "package.json": JSON.stringify({ type: "module" }), ...files });
  return { folder, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

const NODE = `${TOOLS}/node_modules/node22/bin/node`;
const MODULES = `${TOOLS}/node_modules`;
const BUN = TOOLS === undefined ? "" : await findBun();

interface Runner {
  readonly heading: RunnerHeading;
  readonly file: string;
  readonly command: readonly string[];
  /** Its output when both tests have passed. */
  readonly says: RegExp;
}

const RUNNERS: readonly Runner[] = [
  {
    heading: "vitest",
    file: "it.test.js",
    command: [NODE, `${MODULES}/vitest/vitest.mjs`, "run"],
    says: /Tests +2 passed \(2\)/,
  },
  {
    heading: "Playwright",
    file: "it.spec.js",
    command: [NODE, `${MODULES}/@playwright/test/cli.js`, "test"],
    says: /2 passed/,
  },
  {
    heading: "jest",
    file: "it.test.js",
    command: [NODE, "--experimental-vm-modules", `${MODULES}/jest/bin/jest.js`, "--rootDir", "."],
    says: /Tests: +2 passed, 2 total/,
  },
  { heading: "node:test", file: "it.test.js", command: [NODE, "--test"], says: /pass 2\n/ },
  { heading: "Bun", file: "it.test.js", command: [BUN, "test"], says: /2 pass\n/ },
  {
    heading: "Deno",
    file: "it_test.js",
    command: [Deno.execPath(), "test", "-A", "--node-modules-dir=manual"],
    says: /2 passed/,
  },
];

for (const { heading, file, command, says } of RUNNERS) {
  Deno.test({
    name: `docs/testing/test-runners.md: ${heading} gives each test its own world`,
    ignore: withoutPackages(TOOLS),
    async fn() {
      const [code = "", more] = programsOf(heading);
      assertEquals(more, undefined);
      await using here = await project({ [file]: code });
      const { stdout, stderr } = await run(command, here.folder, { TMPDIR: here.folder });
      const printed = stripVTControlCharacters(stdout + stderr);
      assert(says.test(printed), printed);
    },
  });
}

const FAKING = RUNNERS.filter(({ heading }) => heading === "vitest" || heading === "jest");
for (const [place, { heading, file, command }] of FAKING.entries()) {
  Deno.test({
    name: `docs/testing/test-runners.md: with the fake timers of ${heading}, a retried call takes no time`,
    ignore: withoutPackages(TOOLS),
    async fn() {
      await using here = await project({ [file]: programsOf("Fake timers")[place]! });
      const { stdout, stderr } = await run(command, here.folder, { TMPDIR: here.folder });
      assert(/Tests:? +1 passed/.test(stripVTControlCharacters(stdout + stderr)), stdout + stderr);
    },
  });
}

Deno.test({
  name: "docs/testing/test-runners.md: an upload in vitest's happy-dom needs the line that selects Node's environment",
  ignore: withoutPackages(TOOLS),
  async fn() {
    const [code = ""] = programsOf("Uploads in happy-dom and jsdom");
    const [line = "", ...rest] = code.split("\n");
    await using here = await project({ "node.test.js": code, "dom.test.js": rest.join("\n") });
    await Deno.copyFile("examples/tone.wav", `${here.folder}/tone.wav`);
    const command = [NODE, `${MODULES}/vitest/vitest.mjs`, "run", "--environment=happy-dom"];
    const { message } = await assertRejects(() => run(command, here.folder, { TMPDIR: here.folder }), Error);
    assertEquals(line, "// @vitest-environment node");
    assertMatch(stripVTControlCharacters(message), /✓ node\.test\.js[^]*FAIL +dom\.test\.js[^]*Cannot read the form/);
  },
});

Deno.test({
  name: "docs/testing/test-runners.md: msw and nock route the service's hosts to the sandbox",
  ignore: withoutPackages(TOOLS),
  async fn() {
    const [msw = "", nock = ""] = programsOf("msw and nock");
    await using here = await project({ "msw.test.js": msw, "nock.test.js": nock });
    assertStringIncludes((await run([NODE, "--test"], here.folder)).stdout, "pass 2\n");
  },
});

Deno.test({
  name:
    "withSandbox(): a namespace on Node 22, which can't copy a database in memory, can be written after it was read",
  ignore: withoutPackages(TOOLS),
  async fn() {
    const code = `
      import assert from "node:assert";
      import { test } from "node:test";
      import { withSandbox } from "@tonearm/sandbox";
      test("it", withSandbox(async ({ control }) => {
        const one = control.namespace("one");
        assert.equal((await one.clientConfig.fetch(one.url + "/me")).status, 401);
        const authorization = "OAuth " + (await one.issueTokens()).access_token;
        const me = () => one.clientConfig.fetch(one.url + "/me", { headers: { authorization } });
        assert.equal((await me()).status, 200);
        await one.reset();
        assert.equal((await me()).status, 401);
        assert.equal((await one.issueTokens()).token_type, "bearer");
      }));`;
    await using here = await project({ "it.test.js": code });
    assertStringIncludes((await run([NODE, "--test"], here.folder)).stdout, "pass 1\n");
  },
});

Deno.test({
  name: "control.data.export() on Node 22, whose database copies differ, returns equal bytes after an import",
  ignore: withoutPackages(TOOLS),
  async fn() {
    const code = `
      import assert from "node:assert";
      import { test } from "node:test";
      import { createSandbox } from "@tonearm/sandbox";
      test("it", async () => {
        const [from, to] = [createSandbox({ seed: 7 }), createSandbox()];
        from.clock.freeze();
        from.issueTokens();
        const archive = await from.control.data.export();
        await to.control.data.import(archive);
        assert.ok(Buffer.from(archive).equals(Buffer.from(await to.control.data.export())));
        from.close();
        to.close();
      });`;
    await using here = await project({ "it.test.js": code });
    const { stdout, stderr } = await run([NODE, "--test"], here.folder);
    assertStringIncludes(stdout, "pass 1\n");
    assert(!stdout.includes("ExperimentalWarning"), stdout);
    assertEquals(stderr, "");
  },
});
