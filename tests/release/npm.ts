/**
 * Tests the npm packages as users get them: packed, installed into empty projects, run and bundled.
 *
 * It builds the packages, so it has its own task: `deno task release npm`.
 */
import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { copyFile, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSandbox } from "../../sandbox/mod.ts";
import { copyTree } from "../../scripts/check/check_packages.ts";
import { consumer, emptyProject, pack, type Project, type Tarballs } from "./packed.ts";
import { serveRegistry } from "./npm_registry.ts";
import { CATALOGUE } from "./npm_programs.ts";
import { findBun, run, type Tool, toolbox } from "./toolbox.ts";

const made = new AsyncDisposableStack();
Deno.test.afterAll(() => made.disposeAsync());
const tarballs: Tarballs = await pack(made.use(await emptyProject()).folder);
const project = made.use(await consumer(tarballs));
await writeFile(join(project.folder, "catalogue.mjs"), CATALOGUE);

const NAMES = Object.keys(tarballs) as (keyof Tarballs)[];
const folderOf = (name: string) => join(project.folder, "node_modules", name);

async function manifestOf(name: keyof Tarballs) {
  return JSON.parse(await readFile(join(folderOf(name), "package.json"), "utf8"));
}

/** Returns the files of an installed package with their sizes. */
async function filesOf(name: keyof Tarballs): Promise<Map<string, number>> {
  const entries = await readdir(folderOf(name), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name: file }) => join(parentPath, file));
  return new Map(
    await Promise.all(
      files.map(async (path) => [path.slice(folderOf(name).length + 1), (await stat(path)).size] as const),
    ),
  );
}

/** Returns Node of a version, from the toolbox or this machine. */
async function node(version: 20 | 22 | 24): Promise<string> {
  if (version === 20) return "node";
  const name: Tool = `node${version}`;
  return `${await toolbox(name)}/node_modules/${name}/bin/node`;
}

async function printed(command: readonly string[], { folder }: Project = project): Promise<string> {
  return (await run(command, folder, isolated(folder))).stdout.trim();
}

/** Returns variables with a separate home directory. */
function isolated(folder: string): Record<string, string> {
  return { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
}

Deno.test("@tonearm/client depends on nothing", async () => {
  const { dependencies, devDependencies, peerDependencies, engines } = await manifestOf("@tonearm/client");
  assertEquals({ dependencies, devDependencies, peerDependencies, engines }, {
    dependencies: undefined,
    devDependencies: undefined,
    peerDependencies: undefined,
    engines: { node: ">=20" },
  });
});

Deno.test("@tonearm/client has, for each entry, an ES module, a CommonJS module and one file of declarations", async () => {
  const { exports } = JSON.parse(await Deno.readTextFile("deno.json"));
  const entries = Object.keys(exports).map((name) => name === "." ? "index" : name.slice(2));
  const kinds = [".cjs", ".d.cts", ".d.mts", ".mjs", ".node.mjs"];
  const files = entries.flatMap((name) => kinds.map((suffix) => name + suffix));
  const expected = [...files, "LICENSE", "NOTICES.md", "README.md", "package.json"];
  assertEquals([...(await filesOf("@tonearm/client")).keys()].toSorted(), expected.toSorted());
});

Deno.test("@tonearm/client shows an editor parameters, units, defaults and errors", async () => {
  const types = await readFile(join(folderOf("@tonearm/client"), "index.d.cts"), "utf8");
  for (const words of ["@param", "@returns", "@throws", "@example", "milliseconds", "Default "]) {
    assert(types.includes(words), words);
  }
});

Deno.test("@tonearm/sandbox bundles no npm package, but depends on them", async () => {
  const { dependencies, engines } = await manifestOf("@tonearm/sandbox");
  assertEquals(engines, { node: ">=20" });
  const imports = /^npm:\/?(.+)@/;
  const { scopes } = JSON.parse(await Deno.readTextFile("deno.json"));
  const wanted = Object.values<string>(scopes["./sandbox/"]).flatMap((target) => imports.exec(target)?.[1] ?? []);
  assertEquals(Object.keys(dependencies).toSorted(), wanted.toSorted());
});

Deno.test("@tonearm/sandbox loads one package eagerly, and its source takes one byte per character in Node's memory", async () => {
  const code = await Deno.readTextFile("npm/sandbox/index.mjs");
  const loaded = Array.from(code.matchAll(/^import .* from "([^"]+)";$/gm), ([, name = ""]) => name);
  const packages = loaded.filter((name) => !name.startsWith("node:")).map((name) =>
    /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0]
  );
  assertEquals([...new Set(packages)], ["hono"]);
  assertEquals(code.match(/[\u0100-\uffff]/)?.[0], undefined);
});

Deno.test("npm/: no package contains a work under the LGPL", async () => {
  for (const name of NAMES) {
    assertEquals(/LGPL/.exec(await readFile(join(folderOf(name), "NOTICES.md"), "utf8")), null, name);
  }
});

/** Returns the packages of npm whose modules are in a bundle of `deno bundle`. */
async function packagesBundled(entry: string, ...external: readonly string[]): Promise<string[]> {
  const out = join(project.folder, "bundle.js");
  const config = Deno.env.get("TONEARM_DENO_CONFIG") ?? "deno.json";
  const options = ["--platform", "deno", ...external.flatMap((name) => ["--external", name]), "-o", out];
  await run([Deno.execPath(), "bundle", "-q", "--no-lock", "--config", config, ...options, entry], ".");
  const modules = (await readFile(out, "utf8")).matchAll(/^ *\/\/ .*\/npm\/[^/]+\/((?:@[^/]+\/)?[^/]+)\/([^/]+)\//gm);
  return [...new Set(Array.from(modules, ([, name, version]) => `${name}@${version}`))].toSorted();
}

/** Returns the packages of npm that notices name, each with a text. */
function packagesNamed(notices: string): string[] {
  const texts = notices.matchAll(/^## (\S+@\S+)\n\n```text\n(?=\S)/gm);
  return Array.from(texts, ([, name = ""]) => name).toSorted();
}

Deno.test("npm/: NOTICES.md of tonearm names the packages whose modules are in its code", async () => {
  const bundled = await packagesBundled("cli/start.ts", "@tonearm/client", "@tonearm/client/file", "@tonearm/sandbox");
  assert(bundled.length > 5, bundled.join());
  assertEquals(packagesNamed(await readFile(join(folderOf("tonearm"), "NOTICES.md"), "utf8")), bundled);
});

Deno.test("npm/: what a package imports of npm is a dependency, or in its NOTICES.md", async () => {
  const { scopes } = JSON.parse(await Deno.readTextFile("deno.json"));
  for (const [name, scope] of [["tonearm", "./cli/"], ["@tonearm/sandbox", "./sandbox/"]] as const) {
    const { dependencies } = await manifestOf(name);
    const notices = packagesNamed(await readFile(join(folderOf(name), "NOTICES.md"), "utf8"));
    const known = new Set([...Object.keys(dependencies), ...notices.map((one) => one.replace(/@[^@]+$/, ""))]);
    const imported = Object.values<string>(scopes[scope]).map((target) =>
      /^npm:\/?(.+?)@\^?\d/.exec(target)?.[1] ?? target
    );
    assertEquals(imported.filter((one) => !known.has(one)), [], name);
  }
});

Deno.test("npm/: the code of the packages contains no Deno, no JSR and no path of the build machine", async () => {
  for (const name of NAMES) {
    for (const path of (await filesOf(name)).keys()) {
      if (!/\.(js|mjs|cjs|[mc]ts)$/.test(path)) continue;
      // Doc comments show programs for Deno, too.
      const text = (await readFile(join(folderOf(name), path), "utf8")).replaceAll(/^\s*(\*|\/\/).*$/gm, "");
      const found =
        /\bDeno\.(?!land|test\b)\w+\(|from ?"(jsr:|@jsr\/)|file:\/\/\/[a-z]|\/home\/(?!web_user)|\/root\/|\/tmp\//
          .exec(text)
          ?.[0];
      assertEquals(found, undefined, `${name}/${path}`);
    }
  }
});

Deno.test("npm/: a build in another folder, time zone and language gives the same bytes", async () => {
  await using again = await emptyProject();
  const { stdout: seconds } = await run(["git", "log", "-1", "--format=%ct"], ".");
  const tree = join(again.folder, "another folder/ünï");
  await copyTree(tree);
  for (const lock of ["deno.lock", "deno.jsr.lock"]) await copyFile(lock, join(tree, lock));
  const place = { TZ: "Pacific/Auckland", LANG: "tr_TR.UTF-8", USER: "other", TONEARM_DENO_CONFIG: "" };
  const elsewhere = { ...place, SOURCE_DATE_EPOCH: seconds.trim() };
  for (const [name, path] of Object.entries(await pack(again.folder, tree, elsewhere))) {
    assertEquals(await Deno.readFile(path), await Deno.readFile(tarballs[name as keyof Tarballs]), name);
  }
});

for (const name of NAMES) {
  Deno.test(`npm/: publint finds no problem in ${name}`, async () => {
    const tools = await toolbox("publint", "@arethetypeswrong/cli");
    assertMatch((await run(["npx", "publint", "--strict", tarballs[name]], tools)).stdout, /All good/);
  });
}

for (const name of ["@tonearm/client", "@tonearm/sandbox"] as const) {
  Deno.test(`npm/: the types of ${name} are correct for import and require`, async () => {
    const tools = await toolbox("publint", "@arethetypeswrong/cli");
    await run(["npx", "attw", "--profile", "node16", tarballs[name]], tools);
  });
}

for (const version of [20, 22, 24] as const) {
  Deno.test(`Node ${version} runs tonearm`, async () => {
    const main = "node_modules/.bin/tonearm";
    assertMatch(await printed([await node(version), main, "--version"]), /^tonearm \d+\.\d+\.\d+$/);
    assertMatch(await printed([await node(version), main, "search", "--help"]), /Usage/);
  });
}

for (const version of [22, 24] as const) {
  Deno.test(`Node ${version} runs the sandbox in tonearm`, async () => {
    const command = [await node(version), "--no-warnings"];
    const search = await printed([...command, "node_modules/.bin/tonearm", "--sandbox", "search", "lofi", "--json"]);
    assert(JSON.parse(search).length > 0, search);
  });
}

for (const version of [22, 24] as const) {
  Deno.test(`Node ${version} imports the catalogue's functions from tonearm/catalogue`, async () => {
    assertEquals(await printed([await node(version), "--no-warnings", "catalogue.mjs"]), "update-track title\n0");
  });
}

Deno.test("tonearm uses the proxy of HTTPS_PROXY on Node 24, and `doctor` names it on Node 20", async () => {
  using sandbox = createSandbox();
  const { env: { HTTPS_PROXY = "", NODE_EXTRA_CA_CERTS = "" } } = await sandbox.proxy();
  const env = {
    ...isolated(project.folder),
    ...{ HTTPS_PROXY, NODE_EXTRA_CA_CERTS, NODE_USE_ENV_PROXY: "" },
    TONEARM_TOKEN: sandbox.issueTokens().access_token,
  };
  const tonearm = async (version: 20 | 24, ...args: string[]) =>
    await run([await node(version), "node_modules/.bin/tonearm", ...args], project.folder, env);
  assertEquals((await tonearm(24, "me", "--jq", ".username")).stdout, "Night Ferry\n");
  await assertRejects(() => tonearm(20, "doctor"), Error, "This version of Node ignores HTTPS_PROXY");
});

Deno.test("tonearm --sandbox keeps its state on Node 20, whose SQLite is WebAssembly", async () => {
  const tonearm = (...args: string[]) => printed(["node", "node_modules/.bin/tonearm", "--sandbox", ...args]);
  await tonearm("follow", "2");
  assertStringIncludes(await tonearm("following", "--jsonl"), '"urn":"soundcloud:users:2"');
});

Deno.test("tonearm passes the checks of every installation", async () => {
  const config = Deno.env.get("TONEARM_DENO_CONFIG") ?? "deno.json";
  const args = [
    "test",
    "-q",
    "--no-check",
    "--parallel",
    "--config",
    config,
    "-P=test",
    "tests/cli/commands/doctor/checks_test.ts",
    "tests/cli/commands/doctor/stores_test.ts",
    "tests/cli/commands/usage_test.ts",
    "tests/cli/upload/early_answer_test.ts",
    "tests/cli/watch/documented_test.ts",
  ];
  const env = { TONEARM_BIN: join(project.folder, "node_modules/.bin/tonearm") };
  assertMatch((await run([Deno.execPath(), ...args], ".", env)).stdout, /\| 0 failed/);
});

Deno.test("npm/: npx runs tonearm from the tarballs in an empty folder", async () => {
  await using empty = await emptyProject();
  const packages = NAMES.flatMap((name) => ["--package", tarballs[name]]);
  const command = ["npx", "--yes", "--prefer-offline", ...packages, "tonearm", "--sandbox", "search", "lofi", "--json"];
  const path = `${(await node(22)).replace(/\/node$/, "")}:${Deno.env.get("PATH")}`;
  const { stdout } = await run(command, empty.folder, { ...isolated(empty.folder), PATH: path });
  assert(JSON.parse(stdout).length > 0, stdout);
});

/** The rows of docs/command-line/installing.md that use npm's registry, as written there. */
const ROWS = {
  "npm install -g": ["npm", "install", "-g", "tonearm"],
  npx: ["npx", "--yes", "tonearm", "--version"],
  "bun add -g": ["bun", "add", "-g", "tonearm"],
  bunx: ["bunx", "tonearm", "--version"],
} as const;

for (const [name, command] of Object.entries(ROWS)) {
  Deno.test(`${name} installs the program from a registry, as docs/command-line/installing.md says`, async () => {
    await using empty = await emptyProject();
    using registry = await serveRegistry(tarballs);
    const { folder } = empty;
    const node22 = (await node(22)).replace(/\/node$/, "");
    const env = {
      ...isolated(folder),
      npm_config_registry: registry.url,
      npm_config_prefix: folder,
      npm_config_cache: join(folder, "cache"),
      BUN_CONFIG_REGISTRY: registry.url,
      BUN_INSTALL: folder,
      TMPDIR: folder,
      PATH: `${await bunFolder(folder)}:${node22}:${Deno.env.get("PATH")}`,
    };
    const { stdout } = await run(command, folder, env);
    const isInstalled = name.endsWith("-g");
    const printed = isInstalled ? (await run([join(folder, "bin/tonearm"), "--version"], folder, env)).stdout : stdout;
    assert(printed.includes(`tonearm ${(await manifestOf("tonearm")).version}\n`), printed);
    assert(registry.requests.some((path) => path.endsWith("/tonearm")), registry.requests.join());
  });
}

/** Creates a folder with Bun under both of its names. */
async function bunFolder(folder: string): Promise<string> {
  const bin = join(folder, "buns");
  await mkdir(bin);
  for (const name of ["bun", "bunx"]) await symlink(await findBun(), join(bin, name));
  return bin;
}
