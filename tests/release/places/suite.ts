/**
 * Runs the tests of the sandbox that need no machine in every place that `fetch` is in, from one bundle on WebAssembly.
 */
import { assert, assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { packedConfig } from "../../../scripts/dashboard.ts";
import { chooseConfig } from "../../../scripts/deno.ts";
import { isTestFile } from "../../../scripts/check/tests/tiers.ts";
import type { Report } from "../../support/anywhere/suite.ts";
import { CHROMIUM } from "../../support/programs.ts";
import { REPEATABLE, replyLines } from "../../support/sandbox/many_calls.ts";
import { show } from "../../support/sandbox/show_page.ts";
import { ROOT, run, toolbox } from "../toolbox.ts";
import { esbuild, runtimeOf, type Start } from "./start.ts";
import { LACKS } from "./lacks.ts";
import type { Place } from "./table.ts";

/** Files with tests that are about a machine: its programs, files, sockets and this project. */
const OF_MACHINE =
  /from "node:|sandbox\/host\/|in_browser|dashboard|serveSandbox|\/(?:programs|keep_writing|transcript)\.ts"|scripts\//;
/** Files that call the same code thousands of times. */
const LONG = /(?:namespaces_rounds|http\/notes)_test\.ts$/;
const SUPPORT = "./tests/support/anywhere";
/** Fewer would mean that files no longer count as tests without a machine. */
const FEWEST = 860;
/** After which a page that reports nothing has failed. */
const PAGE_LIMIT_MS = 600_000;
/** The timers of tests ask for `node:util`, and Node 20.0 can't dispose anything. */
const BEFORE = `const require = () => ({ promisify: {} });
for (const name of ["dispose", "asyncDispose"]) if (!Symbol[name]) Symbol[name] = Symbol.for("Symbol." + name);
`;

async function testFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(ROOT + folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory && !/\/(?:host|web|dashboard)$/.test(path)) found.push(...await testFiles(path));
    const isShort = isTestFile(name) && !LONG.test(path);
    if (isShort && !OF_MACHINE.test(await Deno.readTextFile(ROOT + path))) found.push(path);
  }
  return found.sort();
}

/** Bundles the tests to one function, for where modules may do nothing when they load. */
async function bundleSuite(folder: string): Promise<void> {
  const config = JSON.parse(await Deno.readTextFile(await packedConfig(await chooseConfig())));
  config.imports["./sandbox/node.ts"] = `${SUPPORT}/host.ts`;
  for (const name of ["util", "assert/strict", "fs/promises", "path"]) {
    config.imports[`node:${name}`] = `${SUPPORT}/machine.ts`;
  }
  const [path, entry] = [`${ROOT}deno.suite.json`, `${folder}/entry.ts`];
  await Deno.writeTextFile(path, JSON.stringify(config));
  const files = ["tests/support/anywhere/suite.ts", ...await testFiles("tests/sandbox")];
  await Deno.writeTextFile(entry, files.map((file) => `import "${ROOT}${file}";\n`).join(""));
  try {
    const options = ["--no-lock", "--config", path, "--platform", "browser", "-o", `${folder}/all.mjs`];
    await run([Deno.execPath(), "bundle", "-q", ...options, entry], ROOT);
  } finally {
    await Deno.remove(path);
  }
  const text = await Deno.readTextFile(`${folder}/all.mjs`);
  await Deno.writeTextFile(`${folder}/whole.mjs`, `${BEFORE}export async function load() {\n${text}}`);
  const url = '--define:import.meta.url="https://tests.test/"';
  await esbuild(folder, "whole.mjs", "--target=es2022", url, "--outfile=suite.mjs");
}

/** Where packages have their WebAssembly. */
const WASM = {
  "sqlite3.wasm": import.meta.resolve("@sqlite.org/sqlite-wasm").replace(/[^/]*$/, "sqlite3.wasm"),
  "mp3.wasm": import.meta.resolve("wasm-media-encoders").replace(/dist\/.*$/, "wasm/mp3.wasm"),
};

const ON_MACHINE = `import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { load } from "./suite.mjs";
globalThis.given = { wasm: await readFile("sqlite3.wasm") };
// Some tests wait for nothing but an abort.
setInterval(() => {}, 1000);
await load();
await writeFile("report.json", JSON.stringify(await globalThis.runSuite()));
process.exit();
`;

const WORKER = `import wasm from "./sqlite3.wasm";
import lame from "./mp3.wasm";
import { load } from "./suite.mjs";
async function fetch() {
  globalThis.given = { wasm, lame };
  await load();
  return Response.json(await globalThis.runSuite());
}
export default { fetch: (_, { O }) => O === undefined ? fetch() : O.get(O.idFromName("o")).fetch("https://o.test/") };
export class Suite { fetch = fetch; }
`;

const IN_WORKERD = (isObject: boolean, folder: string) =>
  `const { Miniflare } = require("miniflare");
const modules = ["worker.mjs", "suite.mjs", "sqlite3.wasm", "mp3.wasm"].map((name) => ({
  type: name.endsWith("mjs") ? "ESModule" : "CompiledWasm",
  path: name,
  contents: require("node:fs").readFileSync("${folder}/" + name),
}));
const worker = new Miniflare({
  modules,
  compatibilityDate: "2026-01-01",
  ${isObject ? 'durableObjects: { O: "Suite" },' : ""}
});
worker.dispatchFetch("http://worker.test/").then((reply) => reply.text()).then(console.log).then(() => worker.dispose());
`;

const PAGE = `<!doctype html><meta charset="utf-8"><title>Suite</title><script type="module">
import { load } from "./suite.mjs";
globalThis.given = { wasm: fetch("./sqlite3.wasm") };
const report = await load().then(() => globalThis.runSuite()).catch((error) => ({ failures: { load: String(error) } }));
await fetch("./report", { method: "POST", body: JSON.stringify(report) });
</script>
`;

async function inWorkerd({ form }: Place, folder: string): Promise<Report> {
  await Deno.writeTextFile(`${folder}/worker.mjs`, WORKER);
  await Deno.writeTextFile(`${folder}/start.cjs`, IN_WORKERD(form === "a Durable Object", folder));
  const miniflare = await toolbox("miniflare");
  const { stdout } = await run(["node", `${folder}/start.cjs`], ROOT, { NODE_PATH: `${miniflare}/node_modules` });
  return JSON.parse(stdout);
}

async function inPage({ name }: Place, folder: string): Promise<Report> {
  const reported = Promise.withResolvers<Report>();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") reported.resolve(await request.json());
    const module = pathname.endsWith(".wasm") ? "application/wasm" : "text/javascript";
    const type = pathname === "/" ? "text/html" : module;
    const body = pathname === "/" ? PAGE : (await Deno.open(folder + pathname).catch(() => null))?.readable;
    return new Response(body ?? null, { headers: { "content-type": type } });
  });
  await using _ = await show(
    name === "Chromium" ? CHROMIUM : "firefox-esr",
    `http://127.0.0.1:${server.addr.port}/`,
  );
  const late = setTimeout(() => reported.reject(new Error("the page reported nothing")), PAGE_LIMIT_MS);
  return await reported.promise.finally(() => clearTimeout(late));
}

async function onMachine(place: Place, folder: string): Promise<Report> {
  await Deno.writeTextFile(`${folder}/on_machine.mjs`, ON_MACHINE);
  await run([...await runtimeOf(place), "on_machine.mjs"], folder);
  return JSON.parse(await Deno.readTextFile(`${folder}/report.json`));
}

async function prepare(): Promise<{ folder: string; replies: readonly string[] }> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-suite-" });
  await bundleSuite(folder);
  for (const [name, from] of Object.entries(WASM)) await Deno.copyFile(new URL(from), `${folder}/${name}`);
  return { folder, replies: await replyLines(createSandbox(REPEATABLE)) };
}

let prepared: ReturnType<typeof prepare> | undefined;

/** Runs the tests in a place, and compares its replies with those of the runtime's own SQLite. */
export const startSuite: Start = async (place) => {
  const { folder, replies } = await (prepared ??= prepare());
  const start = { workerd: inWorkerd, Chromium: inPage, Firefox: inPage }[place.name] ?? onMachine;
  const { passed, apart, failures, replies: there } = await start(place, folder);
  console.log(`${passed} passed, ${apart} need a machine, ${Object.keys(failures).length} can't be there`);
  const listed = LACKS[place.name] ?? {};
  assertEquals(Object.entries(failures).filter(([name]) => !Object.hasOwn(listed, name)), []);
  assertEquals(Object.keys(listed).filter((name) => !Object.hasOwn(failures, name)), [], "they pass");
  assert(passed >= FEWEST && replies.length > 400, `${passed} passed`);
  assertEquals(there, replies);
};
