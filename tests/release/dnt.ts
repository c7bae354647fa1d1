/** Tests the used part of dnt and of its stand-in, and that both create the same packages. */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { build } from "@deno/dnt";
import { build as buildWithStandIn } from "../../offline/deno_dnt/mod.ts";
import { chooseConfig, isLinked } from "../../scripts/deno.ts";
import { makeModules } from "../../scripts/build/npm/modules.ts";
import { CLIENT, type NpmPackage, SANDBOX } from "../../scripts/build/npm/packages.ts";
import { rollUp } from "../../scripts/build/npm/rollup.ts";
import { temporaryFolder, writeFiles } from "../support/folder.ts";
import { buildPackages } from "./packed.ts";

/** A folder with sources, and one for the package. */
interface Place extends AsyncDisposable {
  readonly source: string;
  readonly out: string;
  read(path: string): string;
}

async function place(files: Readonly<Record<string, string>>): Promise<Place> {
  const root = await temporaryFolder();
  const [source, out] = [`${root.path}/source`, `${root.path}/out`];
  await writeFiles(source, { "deno.json": `{ "imports": { "other": "./lib/other.ts" } }`, ...files });
  return {
    source,
    out,
    read: (path) => Deno.readTextFileSync(`${out}/${path}`),
    [Symbol.asyncDispose]: () => root[Symbol.asyncDispose](),
  };
}

async function buildAt({ source, out }: Place): Promise<void> {
  await build({
    entryPoints: [{ name: ".", path: `${source}/mod.ts` }],
    outDir: out,
    shims: {},
    polyfills: false,
    scriptModule: false,
    typeCheck: false,
    test: false,
    skipSourceOutput: true,
    skipNpmInstall: true,
    package: { name: "built", version: "1.2.3" },
    importMap: `${source}/deno.json`,
    compilerOptions: { target: "ES2022", lib: ["ESNext", "ESNext.Disposable"] },
  });
}

const SOURCES = {
  "mod.ts": `export * from "./lib/greet.ts";
export * as other from "other";
export type { Named } from "./lib/types.ts";
export const later = (): Promise<number> => import("./lib/other.ts").then(({ answer }) => answer);
`,
  "lib/greet.ts": `import type { Named } from "./types.ts";
/** Says hello. */
export function greet({ name }: Named): string {
  return \`import from "./types.ts", \${name}\`;
}
export class Guest implements Disposable {
  readonly #secret = 1;
  [Symbol.dispose](): void {}
  get known(): boolean { return this.#secret > 0; }
}
`,
  "lib/other.ts": `export const answer: number = 42;\n`,
  "lib/types.ts": `export interface Named { readonly name: string; }\n`,
};

Deno.test("build() writes modules that run", async () => {
  await using at = await place(SOURCES);
  await buildAt(at);
  const imported = await import(`file://${at.out}/esm/mod.js`);
  assertEquals(imported.greet({ name: "you" }), 'import from "./types.ts", you');
  assertEquals({ answer: imported.other.answer, later: await imported.later() }, { answer: 42, later: 42 });
});

Deno.test("build() writes declarations beside the code, with comments and without what is private", async () => {
  await using at = await place(SOURCES);
  await buildAt(at);
  const declarations = at.read("esm/lib/greet.d.ts");
  assertMatch(declarations, /import type \{ Named \} from "\.\/types\.js";/);
  assertMatch(declarations, /\/\*\* Says hello\. \*\/\nexport declare function greet/);
  assertEquals(declarations.match(/\[Symbol\.dispose\]/g)?.length, 1);
  assert(!declarations.includes("secret"), declarations);
});

Deno.test("build() lists the modules of the entry points in package.json", async () => {
  await using at = await place(SOURCES);
  await buildAt(at);
  const { name, version, exports } = JSON.parse(at.read("package.json"));
  assertEquals({ name, version }, { name: "built", version: "1.2.3" });
  assertEquals(exports, { ".": { import: "./esm/mod.js" } });
  assertEquals(JSON.parse(at.read("esm/package.json")).type, "module");
});

Deno.test("build() fails when a module is missing", async () => {
  await using at = await place({ "mod.ts": `export * from "./absent.ts";\n` });
  await assertRejects(() => buildAt(at), Error, "absent.ts");
});

const config = await chooseConfig();

/** Returns the files of a folder by their names. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
  const texts = await Promise.all(names.map((name) => Deno.readTextFile(`${folder}/${name}`)));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
}

/** Returns the code and the declarations of a package that the stand-in builds. */
async function builtByStandIn(pack: NpmPackage): Promise<Record<string, string>> {
  await using place = await temporaryFolder();
  await makeModules(pack, config, buildWithStandIn as typeof build);
  await rollUp(pack, place.path);
  return await filesIn(place.path);
}

const isStandIn = isLinked(config);
if (isStandIn) console.warn("nothing to compare the stand-in of dnt with: JSR does not answer");

for (const pack of isStandIn ? [] : [CLIENT, SANDBOX]) {
  Deno.test({
    name: `@deno/dnt: dnt and its stand-in build the same npm/${pack.folder}, byte for byte`,
    async fn() {
      await buildPackages();
      const real = await filesIn(`npm/${pack.folder}`);
      for (const name of ["package.json", "LICENSE", "README.md", "NOTICES.md"]) delete real[name];
      const other = await builtByStandIn(pack);
      assertEquals(Object.keys(other), Object.keys(real));
      for (const [name, text] of Object.entries(real)) {
        assert(other[name] === text, `${name} differs`);
      }
    },
  });
}
