import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { build } from "@deno/dnt";
import { createRequire } from "node:module";

/** A folder with sources, and one for the package. */
interface Place extends Disposable {
  readonly source: string;
  readonly out: string;
  read(path: string): string;
}

function place(files: Readonly<Record<string, string>>): Place {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const source = `${root}/source`;
  for (
    const [path, text] of Object.entries({ "deno.json": `{ "imports": { "other": "./lib/other.ts" } }`, ...files })
  ) {
    Deno.mkdirSync(`${source}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    Deno.writeTextFileSync(`${source}/${path}`, text);
  }
  return {
    source,
    out: `${root}/out`,
    read: (path) => Deno.readTextFileSync(`${root}/out/${path}`),
    [Symbol.dispose]: () => Deno.removeSync(root, { recursive: true }),
  };
}

async function buildAt({ source, out }: Place): Promise<void> {
  await build({
    entryPoints: [{ name: ".", path: `${source}/mod.ts` }],
    outDir: out,
    shims: {},
    typeCheck: false,
    test: false,
    skipSourceOutput: true,
    skipNpmInstall: true,
    package: { name: "built", version: "1.2.3" },
    importMap: `${source}/deno.json`,
    compilerOptions: { target: "ES2022", sourceMap: true, inlineSources: true },
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

Deno.test("build() writes modules that run, imported and required", async () => {
  using at = place(SOURCES);
  await buildAt(at);
  const imported = await import(`file://${at.out}/esm/mod.js`);
  assertEquals(imported.greet({ name: "you" }), 'import from "./types.ts", you');
  assertEquals([imported.other.answer, await imported.later()], [42, 42]);
  const required = createRequire(import.meta.url)(`${at.out}/script/mod.js`);
  assertEquals([required.other.answer, await required.later(), new required.Guest().known], [42, 42, true]);
});

Deno.test("build() writes declarations beside the code, with comments and without what is private", async () => {
  using at = place(SOURCES);
  await buildAt(at);
  const declarations = at.read("esm/lib/greet.d.ts");
  assertMatch(declarations, /import type \{ Named \} from "\.\/types\.js";/);
  assertMatch(declarations, /\/\*\* Says hello\. \*\/\nexport declare function greet/);
  assertEquals(declarations.match(/\[Symbol\.dispose\]/g)?.length, 1);
  assert(!declarations.includes("secret"), declarations);
  assertEquals(at.read("script/lib/greet.d.ts"), declarations);
});

Deno.test("build() maps code to a source that it names relatively and holds as it was", async () => {
  using at = place(SOURCES);
  await buildAt(at);
  const { sources, sourcesContent } = JSON.parse(at.read("script/lib/greet.js.map"));
  assertEquals([sources, sourcesContent], [["../../src/lib/greet.ts"], [SOURCES["lib/greet.ts"]]]);
});

Deno.test("build() names both formats in package.json", async () => {
  using at = place(SOURCES);
  await buildAt(at);
  const { name, version, exports } = JSON.parse(at.read("package.json"));
  assertEquals([name, version], ["built", "1.2.3"]);
  assertEquals(exports["."], {
    import: { types: "./esm/mod.d.ts", default: "./esm/mod.js" },
    require: { types: "./script/mod.d.ts", default: "./script/mod.js" },
  });
  assertEquals(["esm", "script"].map((folder) => JSON.parse(at.read(`${folder}/package.json`)).type), [
    "module",
    "commonjs",
  ]);
});

Deno.test("build() fails when a module is missing", async () => {
  using at = place({ "mod.ts": `export * from "./absent.ts";\n` });
  await assertRejects(() => buildAt(at), Error, "absent.ts");
});
