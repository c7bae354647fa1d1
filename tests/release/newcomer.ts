/**
 * Follows the pages as a new user, starting with an empty folder, on Deno, Node 22 and Bun: signs a user in with a web
 * framework, tests an app without the service, uploads a folder from a CI. The npm packages are in a local registry.
 *
 * It builds the packages, so it is part of `deno task release npm`.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { copyFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { ciFixture, outcomes } from "../support/docs/ci.ts";
import { start } from "../support/cli/cli.ts";
import { newcomerBlocks, programsOf, type RunnerHeading } from "../support/docs/shown.ts";
import { Browser } from "../support/docs/sign_in.ts";
import { serveRegistry } from "./npm_registry.ts";
import { emptyProject, pack, type Project } from "./packed.ts";
import { findBun, ROOT, run, toolbox } from "./toolbox.ts";

const made = new AsyncDisposableStack();
Deno.test.afterAll(() => made.disposeAsync());
const registry = made.use(await serveRegistry(await pack(made.use(await emptyProject()).folder)));
const bin = made.use(await emptyProject()).folder;
const NODE_22 = `${await toolbox("node22")}/node_modules/node22/bin/node`;
for (const [name, path] of [["node", NODE_22], ["bun", await findBun()], ["deno", Deno.execPath()]]) {
  await symlink(`${path}`, join(bin, `${name}`));
}
// Bun's package depends on the name with which it was started.
await symlink(await findBun(), join(bin, "bunx"));

/** A runtime and its name on a page. */
interface Runtime {
  readonly name: string;
  readonly page: string;
  /** The heading of its test runner, the runner's test file, and its command. */
  readonly runner: readonly [heading: RunnerHeading, file: string, command: readonly string[]];
  /** The command of the program in docs/guides/uploading-ci-browser.md, if it isn't `npx`. */
  readonly program?: string;
}

const RUNTIMES: readonly Runtime[] = [
  {
    name: "Deno",
    page: "Deno",
    runner: ["Deno", "app_test.js", ["deno", "test", "-A"]],
    program: "deno run -A npm:tonearm@1",
  },
  { name: "Node 22", page: "npm", runner: ["node:test", "app.test.js", ["node", "--test"]] },
  { name: "Bun", page: "Bun", runner: ["Bun", "app.test.js", ["bun", "test"]], program: "bunx tonearm@1" },
];

/** Returns the variables of a machine that has the runtimes and uses the local registry. */
function environment(home: string): Record<string, string> {
  return {
    ...Deno.env.toObject(),
    PATH: `${bin}:${Deno.env.get("PATH")}`,
    HOME: home,
    NPM_CONFIG_REGISTRY: registry.url,
    npm_config_registry: registry.url,
    BUN_CONFIG_REGISTRY: registry.url,
    DENO_NO_UPDATE_CHECK: "1",
    DENO_DIR: join(home, "deno"),
  };
}

/** Creates an empty folder, and a home directory next to it. */
async function empty(): Promise<Project & { readonly home: string }> {
  const { folder, [Symbol.asyncDispose]: dispose } = await emptyProject();
  const home = join(folder, "home");
  await mkdir(home);
  await mkdir(join(folder, "app"));
  return { folder: join(folder, "app"), home, [Symbol.asyncDispose]: dispose };
}

/** Converts JSR package names to npm names; `publish:check` runs the JSR names. */
function fromNpm(command: string): string {
  return command.replaceAll(/jsr:@tonearm\/cli\b/g, "npm:tonearm").replaceAll("jsr:", "npm:");
}

/** Waits until a port is free, because the example listens on the port that the sandbox's app has registered. */
async function waitUntilFree(port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer().once("error", reject).listen(port, "127.0.0.1", () => server.close(() => resolve()));
  await promise;
}

for (const { name, page, runner, program } of RUNTIMES) {
  Deno.test(`${name}: docs/guides/sign-in.md signs a user in, in an empty folder`, async () => {
    await using here = await empty();
    const env = environment(here.home);
    const { commands } = (await newcomerBlocks()).find(({ runtime }) => runtime === page) ?? { commands: [] };
    const [install = "", launch = ""] = commands.map(fromNpm);
    await copyFile(`${ROOT}examples/sign_in_hono.ts`, join(here.folder, "sign_in_hono.ts"));
    if (page === "Deno") await writeFile(join(here.folder, "deno.json"), "{}");
    await run(["sh", "-c", install], here.folder, env);
    await waitUntilFree(8765);
    // It has its own process group, because npx leaves its child processes running.
    const server = start(["setsid", "sh", "-c", `cd '${here.folder}' && exec ${launch}`], env);
    try {
      const [url = ""] = /http:\S+/.exec(await server.printed(/http:\S+\n/)) ?? [];
      const browser = new Browser(url);
      await browser.signIn("1");
      assertMatch((await browser.get("/")).text, /<h1>Night Ferry<\/h1>/);
    } finally {
      await run(["sh", "-c", `kill -TERM -${server.pid}`], here.folder);
      await server.outcome;
    }
  });

  Deno.test(`${name}: docs/testing/test-runners.md tests an app without the service, in an empty folder`, async () => {
    await using here = await empty();
    const env = environment(here.home);
    const [heading, file, command] = runner;
    const page = await Deno.readTextFile(`${ROOT}docs/testing/test-runners.md`);
    assert(page.includes(`| \`${command.join(" ")}\` `) && page.includes(`| \`${file}\` |`), "the page says how");
    const installs = {
      Deno: "deno add npm:@tonearm/client npm:@tonearm/sandbox",
      "Node 22": "npm install @tonearm/client && npm install --save-dev @tonearm/sandbox",
      Bun: "bun add @tonearm/client && bun add --dev @tonearm/sandbox",
    };
    const [manifest, text] = name === "Deno" ? ["deno.json", "{}"] : ["package.json", '{"type":"module"}'];
    await writeFile(join(here.folder, `${manifest}`), `${text}`);
    await run(["sh", "-c", `${installs[name as keyof typeof installs]}`], here.folder, env);
    await writeFile(join(here.folder, file), programsOf(heading).join("\n"));
    const { stdout, stderr } = await run(["sh", "-c", command.join(" ")], here.folder, env);
    assertMatch(stdout + stderr, /2 pass|pass 2\b/);
  });

  Deno.test(`${name}: docs/guides/uploading-ci-browser.md uploads a folder from a CI`, async () => {
    await using here = await empty();
    const variables = { ...environment(here.home), ...(program && { TONEARM: program }) };
    const text = await Deno.readTextFile(`${ROOT}docs/guides/uploading-ci-browser.md`);
    assert(!program || text.includes(`TONEARM="${program}"`), "the page names the program");
    await using ci = await ciFixture(variables);
    const job = await ci.job(["sh", "-c", "sh upload.sh music/*.wav"], 2);
    assertEquals(outcomes(job), ["uploaded", "uploaded"], job.stderr);
    const next = await ci.job(["sh", "-c", "sh upload.sh music/*.wav"], 3);
    assertEquals(outcomes(next), ["already there", "already there", "uploaded"], next.stderr);
  });
}
