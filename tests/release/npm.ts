/**
 * The npm package as people get it: packed, installed into empty projects, run, type-checked and bundled.
 *
 * It builds the package, so it has a task of its own: `deno task test:npm`.
 *
 * @module
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { consumer, emptyProject, pack, type Project } from "./packed.ts";
import { findBun, run, type Tool, toolbox } from "./toolbox.ts";

/** Uses the package both ways, and says what it found. */
const USE = `
import { createRequire } from "node:module";
import * as imported from "tonearm";
import { FileTokenStore } from "tonearm/file";
import { RedisTokenStore } from "tonearm/redis";
const require = createRequire(import.meta.url);
const required = require("tonearm");
const error = new required.ServiceError(404, "Not Found");
console.log(JSON.stringify({
  names: Object.keys(imported).length === Object.keys(required).length,
  client: new imported.ServiceClient({ clientId: "id", clientSecret: "secret" }).auth.generateCodeVerifier().length,
  known: imported.ServiceError.is(error),
  one: error instanceof imported.ServiceError,
  stores: [FileTokenStore, RedisTokenStore, require("tonearm/file").FileTokenStore, require("tonearm/redis").RedisCache]
    .every((store) => typeof store === "function"),
}));
`;

/** Reads a track of a sandbox in the same process. */
const SANDBOX = `
import { createRequire } from "node:module";
import { ServiceClient } from "tonearm";
import { createSandbox } from "tonearm/sandbox";
for (const create of [createSandbox, createRequire(import.meta.url)("tonearm/sandbox").createSandbox]) {
  const sandbox = create();
  const client = new ServiceClient(sandbox.clientConfig);
  client.setToken(sandbox.issueTokens().access_token);
  const { collection } = await client.search.tracks("lofi");
  const stream = await client.tracks.getStreamUrl(collection[0].urn);
  const playlist = await sandbox.fetch(stream);
  console.log((await playlist.text()).split("\\n")[0]);
  sandbox.close();
}
`;

const TYPES = `
import { getTrack, ServiceClient, ServiceError, type ServiceTrack } from "tonearm";
import { FileTokenStore } from "tonearm/file";
import { RedisTokenStore } from "tonearm/redis";
import { createSandbox, type Sandbox } from "tonearm/sandbox";
export async function main(): Promise<string> {
  const sandbox: Sandbox = createSandbox({ seed: 1 });
  const client = new ServiceClient({ ...sandbox.clientConfig, tokenStore: new FileTokenStore("tokens.json") });
  const track: ServiceTrack = await client.tracks.getTrack(1).catch((error: unknown) => {
    if (ServiceError.is(error)) return getTrack("token", error.status);
    throw error;
  });
  // @ts-expect-error: a title is text
  const wrong: number = track.title;
  return String(wrong) + RedisTokenStore.name;
}
`;

const made = new AsyncDisposableStack();
Deno.test.afterAll(() => made.disposeAsync());
const tarball = await pack(made.use(await emptyProject()).folder);
const project = made.use(await consumer(tarball));
const manifest = JSON.parse(await readFile(join(project.folder, "node_modules/tonearm/package.json"), "utf8"));
await writeFile(join(project.folder, "use.mjs"), USE);
await writeFile(join(project.folder, "sandbox.mjs"), SANDBOX);
const found = JSON.parse(`{ "names": true, "client": 43, "known": true, "one": true, "stores": true }`);

/** The Node of a version: from the toolbox, or this machine's. */
async function node(version: 20 | 22 | 24): Promise<string> {
  if (version === 20) return "node";
  const name: Tool = `node${version}`;
  return `${await toolbox(name)}/node_modules/${name}/bin/node`;
}

async function printed(command: readonly string[], { folder }: Project = project): Promise<string> {
  return (await run(command, folder)).stdout.trim();
}

Deno.test("the package depends on nothing and says where everything is", async () => {
  assertEquals([manifest.name, manifest.license, manifest.bin], ["tonearm", "MIT", { tonearm: "./bin/main.js" }]);
  assertEquals([manifest.dependencies, manifest.devDependencies, manifest.peerDependencies].filter(Boolean), []);
  const names = [
    ".",
    "./deno-kv",
    "./file",
    "./http",
    "./limits",
    "./postgres",
    "./redis",
    "./sandbox",
    "./store-contract",
  ];
  assertEquals(Object.keys(manifest.exports).toSorted(), [...names, "./package.json"].toSorted());
  for (const name of names) {
    assertEquals(Object.keys(manifest.exports[name]), ["module-sync", "import", "require"], name);
  }
  const files = await readdir(join(project.folder, "node_modules/tonearm"));
  assertEquals(files.filter((name) => /^[A-Z]/.test(name)).toSorted(), [
    "CHANGELOG.md",
    "LICENSE",
    "NOTICES.md",
    "README.md",
  ]);
});

Deno.test("source maps name their sources relative to the package, and hold them", async () => {
  const folder = join(project.folder, "node_modules/tonearm");
  const maps = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".map"));
  assert(maps.length > 50, `${maps.length} source maps`);
  for (const name of maps) {
    const { sources, sourcesContent } = JSON.parse(await readFile(join(folder, name), "utf8"));
    assertMatch(sources[0], /^(\.\.\/)+src\/.+\.ts$/, name);
    assertEquals(sourcesContent.length, 1, name);
  }
});

Deno.test("the code names no Deno, no JSR and no path of the machine that built it", async () => {
  const folder = join(project.folder, "node_modules/tonearm");
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith(".js")) continue;
    const text = await readFile(join(folder, name), "utf8");
    assertEquals(
      /\bDeno\.(?!land)\w+\(|from "(jsr:|@jsr\/)|file:\/\/\/|\/home\/|\/root\//.exec(text)?.[0],
      undefined,
      name,
    );
  }
});

Deno.test("publint finds nothing to say", async () => {
  const tools = await toolbox("publint", "@arethetypeswrong/cli");
  assertMatch((await run(["npx", "publint", "--strict", tarball], tools)).stdout, /All good/);
});

Deno.test("the types are right for every way to resolve them", async () => {
  const tools = await toolbox("publint", "@arethetypeswrong/cli");
  await run(["npx", "attw", "--profile", "strict", tarball], tools);
});

for (const version of [20, 22, 24] as const) {
  Deno.test(`Node ${version} imports and requires one and the same package`, async () => {
    assertEquals(JSON.parse(await printed([await node(version), "use.mjs"])), found);
  });

  Deno.test(`Node ${version} runs the command line`, async () => {
    const main = "node_modules/.bin/tonearm";
    assertEquals(await printed([await node(version), main, "--version"]), `tonearm ${manifest.version}`);
    assertMatch(await printed([await node(version), main, "search", "--help"]), /Usage/);
  });
}

for (const version of [22, 24] as const) {
  Deno.test(`Node ${version} runs the sandbox, imported and required`, async () => {
    assertEquals(await printed([await node(version), "--no-warnings", "sandbox.mjs"]), "#EXTM3U\n#EXTM3U");
  });
}

Deno.test("Node 20, which has no SQLite, says so instead of starting a sandbox", async () => {
  const error = await run(["node", "sandbox.mjs"], project.folder).then(() => undefined, String);
  assertMatch(error ?? "", /Cannot open the sandbox: this runtime has no node:sqlite/);
});

Deno.test("Bun imports and requires it, and knows the errors of either copy", async () => {
  const bun = await findBun();
  assertEquals({ ...JSON.parse(await printed([bun, "use.mjs"])), one: true }, found);
  assertEquals(await printed([bun, "sandbox.mjs"]), "#EXTM3U\n#EXTM3U");
});

for (
  const [name, options, type] of [
    ["nodenext modules", ["--module", "nodenext"], "module"],
    ["CommonJS under nodenext", ["--module", "nodenext"], "commonjs"],
    ["a bundler", ["--module", "esnext", "--moduleResolution", "bundler"], "module"],
    ["CommonJS with a bundler's resolution", ["--module", "commonjs", "--moduleResolution", "bundler"], "commonjs"],
    ["CommonJS that knows no exports", [
      ...["--module", "commonjs", "--moduleResolution", "node10"],
      ...["--ignoreDeprecations", "6.0"],
    ], "commonjs"],
  ] as const
) {
  Deno.test(`the types work in ${name}, libraries checked as well`, async () => {
    await using other = await consumer(tarball);
    const path = join(other.folder, "package.json");
    await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, "utf8")), type }));
    await writeFile(join(other.folder, "types.ts"), TYPES);
    const tsc = `${await toolbox("typescript")}/node_modules/.bin/tsc`;
    const lib = "es2022,dom,dom.iterable,esnext.disposable";
    await run([tsc, "--noEmit", "--strict", "--target", "es2022", "--lib", lib, ...options, "types.ts"], other.folder);
  });
}

Deno.test("the types work where there is no browser, with those of Node, libraries checked as well", async () => {
  await using other = await consumer(tarball);
  await writeFile(join(other.folder, "types.ts"), TYPES);
  const modules = `${await toolbox("typescript", "@types/node")}/node_modules`;
  const lib = ["--target", "es2022", "--lib", "es2022,esnext.disposable", "--module", "nodenext"];
  const node = ["--typeRoots", `${modules}/@types`, "--types", "node", "--exactOptionalPropertyTypes"];
  await run([`${modules}/.bin/tsc`, "--noEmit", "--strict", ...lib, ...node, "types.ts"], other.folder);
});

const BUNDLERS = {
  esbuild: ["esbuild", "use.mjs", "--bundle", "--platform=node", "--format=esm", "--outfile=out-esbuild.mjs"],
  rolldown: ["rolldown", "use.mjs", "--platform=node", "--file=out-rolldown.mjs"],
} as const;

for (const [name, [program, ...args]] of Object.entries(BUNDLERS)) {
  Deno.test(`bundled by ${name} it runs`, async () => {
    const tools = await toolbox("esbuild", "rolldown");
    await run([`${tools}/node_modules/.bin/${program}`, ...args], project.folder);
    assertEquals({ ...JSON.parse(await printed(["node", `out-${name}.mjs`])), one: true }, found);
  });

  Deno.test(`${name} leaves out what a program does not use`, async () => {
    const tools = await toolbox("esbuild", "rolldown");
    await writeFile(join(project.folder, "one.mjs"), `export { getTrack } from "tonearm";`);
    const minify = name === "esbuild" ? ["--minify", "--platform=neutral", "--main-fields=module"] : ["--minify"];
    const out = name === "esbuild" ? ["--bundle", "--format=esm", "--outfile=one-out.mjs"] : ["--file=one-out.mjs"];
    await run([`${tools}/node_modules/.bin/${program}`, "one.mjs", ...out, ...minify], project.folder);
    const { size } = await Deno.stat(join(project.folder, "one-out.mjs"));
    assert(size < 10_000, `${size} bytes for one operation`);
  });
}
