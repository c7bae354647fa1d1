import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { chooseConfig } from "../../../../scripts/deno.ts";
import { ran } from "../../../support/programs.ts";
import { temporaryFolder } from "../../../support/folder.ts";

/** What a build printed and wrote, by path below its folder. */
interface Built {
  readonly output: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Runs a program in a folder of modules, in a process that may load the bundler, which is a library of the machine. */
async function build(modules: Readonly<Record<string, string>>, program: string): Promise<Built> {
  await using folder = await temporaryFolder({ ...modules, "out/.keep": "", "main.ts": program });
  const args = ["run", "-A", "-q", "--no-check", "--config", await chooseConfig(), join(folder.path, "main.ts")];
  const { output } = await ran(Deno.execPath(), args, { cwd: folder.path });
  const entries = await Array.fromAsync(Deno.readDir(`${folder.path}/out`));
  const files = await Promise.all(
    entries.filter(({ name }) => name !== ".keep").map(async ({ name }) =>
      [name, await Deno.readTextFile(`${folder.path}/out/${name}`)] as const
    ),
  );
  return { output, files: new Map(files) };
}

function importOf(path: string): string {
  return JSON.stringify(new URL(`../../../../scripts/build/npm/${path}`, import.meta.url).href);
}

const TYPES = `import { isolatedTypes } from ${importOf("rollup.ts")};
console.log(await isolatedTypes("mod.ts"));`;

Deno.test("isolatedTypes() rolls up what a module exports, and the types of others that it names", async () => {
  const { output } = await build({
    "mod.ts": 'import type { B } from "./inner/b.ts";\nexport function a(b: B): string {\n  return b.c;\n}\n',
    "inner/b.ts": 'import type { C } from "./c.ts";\nexport interface B extends C {\n  readonly d: C;\n}\n',
    "inner/c.ts":
      'import type { B } from "./b.ts";\nexport interface C {\n  readonly c: string;\n  readonly b?: B;\n}\n',
  }, TYPES);
  assertMatch(output, /function a\(b: B\): string;/);
  assertMatch(output, /interface B extends C \{/);
  assertMatch(output, /interface C \{/);
  assertMatch(output, /export \{ a \}/);
});

Deno.test("isolatedTypes() rejects a module that doesn't say the type of what it exports", async () => {
  const { output } = await build({ "mod.ts": "export const a = f();\n" }, TYPES);
  assertMatch(output, /Error: mod\.ts\(1,14\): error TS9010: \w+/);
});

/** The modules of a small package, as dnt makes them. */
const MODULES: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({
    exports: { ".": { import: "./esm/mod.js" }, "./limits": { import: "./esm/src/limits/limits.js" } },
  }),
  "esm/mod.js": 'export { AppError } from "./src/errors.js";\nimport * as tracks from "./src/tracks.js";\n' +
    'export { tracks };\nexport * from "./src/audio.js";\n',
  "esm/mod.d.ts": 'export { AppError } from "./src/errors.js";\nimport * as tracks from "./src/tracks.js";\n' +
    'export { tracks };\nexport * from "./src/audio.js";\n',
  "esm/src/errors.js": '/** Long ago. */\nexport class AppError extends Error {\n  sign = "\u00e9\u2192";\n}\n',
  "esm/src/errors.d.ts": "/**\n * An error. It has a sign.\n */\nexport declare class AppError extends Error {\n" +
    "    bytes: Uint8Array<ArrayBuffer>;\n    sign: string;\n}\n",
  "esm/src/tracks.js": "export function getTrack(id) {\n  return id;\n}\nexport async function load() {}\n",
  "esm/src/tracks.d.ts":
    "export declare function getTrack(id: string): string;\nexport declare function load(): Promise<void>;\n",
  "esm/src/audio.js": 'export const encode = async () => await import("./lame.js");\n',
  "esm/src/audio.d.ts": "export declare const encode: () => Promise<unknown>;\n",
  "esm/src/lame.js": "export const LAME = 1;\n",
  "esm/src/limits/limits.js": 'import { AppError } from "../errors.js";\nexport class LimitError extends AppError {}\n',
  "esm/src/limits/limits.d.ts":
    'import { AppError } from "../errors.js";\nexport declare class LimitError extends AppError {}\n',
};

/** Rolls up that package, and prints the modules that are in it. */
function rollUp(): Promise<Built> {
  const placed = Object.entries(MODULES).map(([path, text]) => [`dist/modules/some/${path}`, text]);
  const program = `import { rollUp } from ${importOf("rollup.ts")};
const ids = await rollUp({ folder: "some", home: "./some/" } as Parameters<typeof rollUp>[0], "out");
console.log(ids.map((id) => id.replace(/^.*\\/esm\\//, "")).join(" "));`;
  return build(Object.fromEntries(placed), program);
}

Deno.test("rollUp() writes an ES module, a CommonJS module and one file of declarations for each entry", async () => {
  const { files, output } = await rollUp();
  assertEquals(
    output.replace(/\S*rolldown\S* /, ""),
    "mod.js src/audio.js src/errors.js src/limits/limits.js src/tracks.js\n",
  );
  const kinds = ["cjs", "d.cts", "d.mts", "mjs", "node.mjs"];
  assertEquals([...files.keys()].sort(), ["index", "limits"].flatMap((name) => kinds.map((kind) => `${name}.${kind}`)));
  assertEquals(files.get("limits.d.mts"), 'export * from "./limits.cjs";\n');
});

Deno.test("rollUp() has one class for all entries and both kinds of modules", async () => {
  const { files } = await rollUp();
  for (const kind of ["mjs", "cjs"]) {
    assertMatch(files.get(`index.${kind}`)!, /AppError = class extends Error/);
    assert(!files.get(`limits.${kind}`)!.includes("extends Error"), files.get(`limits.${kind}`));
  }
  assertMatch(files.get("limits.mjs")!, /import \{ AppError \} from "\.\/index\.mjs"/);
  assertMatch(files.get("limits.cjs")!, /require\("\.\/index\.cjs"\)/);
  assertMatch(
    files.get("limits.node.mjs")!,
    /import all from "\.\/limits\.cjs";\nexport const \{\n\tLimitError,\n\} = all;\n/,
  );
  assertMatch(files.get("limits.d.cts")!, /import \{ AppError \} from "\.\/index\.cjs"/);
});

Deno.test("rollUp() loads the encoder when it's needed, and makes groups plain objects", async () => {
  const { files } = await rollUp();
  assertMatch(files.get("index.mjs")!, /await import\("wasm-media-encoders"\)/);
  assertMatch(files.get("index.cjs")!, /await Promise\.resolve\(\)\.then\(\(\) => require\("wasm-media-encoders"\)\)/);
  assertMatch(files.get("index.mjs")!, /Object\.freeze\(\{\s*__proto__: null,\s*getTrack,\s*load\s*\}\)/);
});

Deno.test("rollUp() writes code to be read: its doc comments, its names, and the source of each part", async () => {
  const { files } = await rollUp();
  for (const kind of ["mjs", "cjs"]) {
    const code = files.get(`index.${kind}`)!;
    assertMatch(code, /^\/\/ some\/src\/errors\.ts\n\/\*\* Long ago\. \*\/\nvar AppError = class/m);
    assertMatch(code, /\nfunction getTrack\(id\) \{\n\treturn id;\n\}\n/);
    assert(!code.includes("dist/modules"), code);
  }
  assertMatch(files.get("index.d.cts")!, /\/\*\*\n \* An error\. It has a sign\.\n \*\//);
});

Deno.test("rollUp() writes letters that Node keeps at one byte each", async () => {
  assertMatch((await rollUp()).files.get("index.mjs")!, /"\\u00e9\\u2192"/);
});
