import { assert, assertEquals } from "@std/assert";
import plugin from "../../../../scripts/check/style/lint.ts";

/** What the rules say of a file, with its lines. */
function complaints(path: string, text: string): string[] {
  return Deno.lint.runPlugin(plugin, path, text)
    .map(({ range, message }) => ({ line: text.slice(0, range[0]).split("\n").length, message }))
    .sort((a, b) => a.line - b.line)
    .map(({ line, message }) => `${line}: ${message}`);
}

/** Files by their paths, each with what is wrong with it. */
const CASES: Readonly<Record<string, Readonly<Record<string, readonly [text: string, ...complaints: string[]]>>>> = {
  "deno lint finds a conditional expression in another, wherever it stands": {
    "sandbox/a.ts": [
      'export const a = (b: number): string => b > 0 ? "more" : (b < 0 ? "less" : "none");\nexport const c = (b: number): boolean => b > 0 ? a(b > 1 ? 1 : 2) === "more" : false;',
      "1: a conditional expression in another",
    ],
  },
  "deno lint finds what the library takes from outside": {
    "src/a.ts": [
      'import { x } from "npm:x";\nimport fs from "node:fs";\nexport const e = process.env[x + fs];',
      "1: the library imports npm:x",
      "2: the library imports node:fs",
      "3: names process",
    ],
    "src/stores/file.ts": ['import x from "x";\nimport "node:fs";\nexport { x };', "1: the library imports x"],
    "mod.ts": [
      'export const v: string = globalThis.Deno.version;\nexport type T = import("jsr:@std/assert").T;\n' +
      'export * from "z";\nexport { y } from "y";\nconst late = await import("late");',
      "1: names Deno",
      "2: the library imports jsr:@std/assert",
      "3: the library imports z",
      "4: the library imports y",
      "5: the library imports late",
    ],
    "src/session/client.ts": ['import { me } from "./operations/me.ts";\nexport class Client { process = me; }'],
    "src/session.ts": ["export const route = (x: { process: number }) => ({ process: x.process });"],
  },
  "deno lint finds Node's modules in the sandbox, but not in its host": {
    "sandbox/media/media.ts": [
      'import { open } from "node:fs";\nimport type { Hash } from "node:crypto";\nimport { serve } from "../host/serve.ts";\n' +
      'import type { Served } from "../host/serve.ts";\nconst late = await import("node:zlib");\nopen, serve, late;\n' +
      "export type Both = [Hash, Served];",
      "1: the sandbox's core imports node:fs",
      "2: the sandbox's core imports node:crypto",
      "3: the sandbox's core imports ../host/serve.ts",
      "5: the sandbox's core imports node:zlib",
    ],
    "sandbox/host/disk/files.ts": ['import { open } from "node:fs";\nopen;'],
    "sandbox/node.ts": ['import { open } from "node:fs";\nimport "./host/serve.ts";\nopen;'],
  },
  "deno lint finds runtimes by name in the command line and the sandbox, but not in scripts": {
    "cli/main.ts": ["export const x: string[] = Deno.args;", "1: names Deno"],
    "cli/exit.ts": ['import process from "node:process";\nprocess.exit(0);'],
    "sandbox/mod.ts": ["export const x = { Bun };\nexport const y: Deno.Conn = x;", "1: names Bun", "2: names Deno"],
    "scripts/x.ts": ["export const x: string[] = Deno.args;"],
    "docs/x.ts": ["export default Deno.args;"],
  },
  "deno lint lets arrays, other things of the same names, and the dashboard's pages have what Node 20 lacks": {
    "src/a.ts": [[
      "export const a: string[] = Object.keys({}).map((key) => key).filter(Boolean);",
      "export const b: number[] = [...[1].values()].map((one) => one);",
      "export interface Page { readonly navigator: string; readonly Storage: unknown }",
      "export const c: Page = { navigator: b.toSorted().join(), Storage: a.findLast(Boolean) };",
      "export const d: URL = new URL(c.navigator, import.meta.url);",
      "export const e: string | undefined = globalThis.navigator?.userAgent;",
      "export function open(navigator: string): Storage { return { navigator } as Storage; }",
    ].join("\n")],
    "sandbox/dashboard/client/a.ts": ["export const a = Promise.withResolvers<void>();"],
    "sandbox/a.ts": ["export const a = Promise.withResolvers<void>();", "1: Node 20 has no Promise.withResolvers"],
  },
  "deno lint finds a file's URL whose pathname is taken for a path, and no other pathname": {
    "tests/a_test.ts": [
      'export const a: string = new URL("x.ts", import.meta.url).pathname;\n' +
      "export const b: string = ROOT.pathname;\nexport const c: string = new URL(a, ROOT).pathname;\n" +
      "export const d: string = new URL(request.url).pathname;\nexport const e: string = location.pathname;",
      "1: a URL's pathname is no path: use fileURLToPath()",
      "2: a URL's pathname is no path: use fileURLToPath()",
      "3: a URL's pathname is no path: use fileURLToPath()",
    ],
  },
  "deno lint finds functions that are too long, from their names on": {
    "src/a.ts": [
      `export function long(): void {\n${"  1;\n".repeat(40)}}\nexport function fits(): void {\n${
        "  1;\n".repeat(38)
      }}\n`,
      "1: a function has 42 lines, over 40",
    ],
    "src/b.ts": [
      `class A {\n  static\n  long() {\n${"  1;\n".repeat(38)}}\n}\nconst f = () => {\n${"  1;\n".repeat(40)}};`,
      "2: a function has 41 lines, over 40",
      "44: a function has 42 lines, over 40",
    ],
  },
  "deno lint finds files that are too long, but for those of types and those that a script wrote": {
    "src/b.ts": ["export const x = () => 1;\n" + "// a line\n".repeat(350), "1: has 351 lines, over 350"],
    "src/fits.ts": ["export const x = () => 1;\n" + "// a line\n".repeat(349)],
    "src/types/b.ts": ["export type T = 1;\n".repeat(400)],
    "src/c.ts": ["/** Written by scripts/c.ts. */\nexport const x = () => 1;\n" + "// a line\n".repeat(350)],
  },
  "deno lint finds default exports and what was left for later": {
    "cli/a.ts": ["export default 1;", "1: a default export"],
    "cli/b.ts": ["\nexport default function f() {}", "2: a default export"],
    "cli/c.ts": ["f(); // " + "TODO: more", "1: left for later"],
    "cli/d.ts": ["\n/**\n * " + "FIXME more\n */", "2: left for later"],
    "cli/e.ts": ['export const word = "TO' + 'DO";'],
  },
  "deno lint finds tests that are switched off, unless a condition says when": {
    "tests/a_test.ts": ['Deno.test.only("x", () => {});', "1: a test is switched off"],
    "tests/b_test.ts": ['Deno.test({ name: "x", ignore: true, fn() {} });', "1: a test is switched off"],
    "tests/c_test.ts": ['Deno.test({ name: "x", ignore: !hasPlayer, fn() {} });'],
    "tests/d_test.ts": ['await t.step("x", () => {});\nit.skip("y", () => {});', "2: a test is switched off"],
  },
  "deno lint finds an array of unrelated facts in an assertion, but not results of one kind": {
    "tests/a_test.ts": [
      [
        "assertEquals([reply.status, reply.body], [200, {}]);",
        "assertEquals([one.status, (await two).status], [200, 200]);",
        "assertEquals([await get(1), !get(2)], [1, true]);",
        "assertEquals([code, await get(1)!], [0, 1]);",
        "assertEquals([...list, code], [0]);",
        "assertEquals([counts[0]?.length, counts.length], [1, 2]);",
        "assertEquals([counts[0], counts[1]], [1, 2]);",
        "assertEquals([1, code], [1, 2]);",
        "assertEquals([code], [1]);",
        "assertRejects([code, reply.body]);",
      ].join("\n"),
      "1: facts without names: compare an object",
      "4: facts without names: compare an object",
    ],
    "scripts/a.ts": ["assertEquals([reply.status, reply.body], [200, {}]);"],
  },
};

for (const [name, files] of Object.entries(CASES)) {
  Deno.test(name, () => {
    for (const [path, [text, ...expected]] of Object.entries(files)) {
      assertEquals(complaints(path, text), expected, path);
    }
  });
}

Deno.test("deno lint: finds features that Node 20 lacks in the library and the command line", () => {
  const lines = [
    'import { glob as find, readFile } from "node:fs/promises";',
    "export const a: Promise<void> = Promise.withResolvers<void>().promise;",
    "export const b: string[] = await Array.fromAsync(find(readFile.name));",
    "export const c: Set<number> = new Set([1]).union(new Set([2]));",
    "export const d: string = import.meta.dirname ?? RegExp.escape(String(globalThis.navigator));",
    "export const e: number[] = [1].values().map((one) => one + 1).toArray();",
    "export const f: WebSocket = new WebSocket(d);",
    "export function g(): void {\n  using h = e as never;\n  h;\n}",
    "export const i = navigator, j = () => Iterator, k = [localStorage, ...toArray];",
  ];
  assertEquals(
    complaints("cli/a.ts", lines.join("\n")).toSorted(),
    [
      ["1: Node 20 has no glob in node:fs/promises"],
      ["2: Node 20 has no Promise.withResolvers"],
      ["3: Node 20 has no Array.fromAsync"],
      ["4: Node 20 has no union()"],
      ["5: Node 20 has no import.meta.dirname", "5: Node 20 has no RegExp.escape", "5: Node 20 has no navigator"],
      ["6: Node 20 has no toArray()", "6: Node 20 has no map() of iterators"],
      ["7: Node 20 has no WebSocket"],
      ["9: Node 20 has no using"],
      ["12: Node 20 has no navigator", "12: Node 20 has no Iterator", "12: Node 20 has no localStorage"],
    ].flat().toSorted(),
  );
});

/** Expressions with features that came after Node 20, by what the rule calls them. */
const NEWER: Readonly<Record<string, readonly string[]>> = {
  "": [
    ...["Array.fromAsync", "Error.isError", "Intl.DurationFormat", "Map.groupBy", "Math.f16round", "Math.sumPrecise"],
    ...["Object.groupBy", "Promise.try", "Promise.withResolvers", "RegExp.escape", "URL.parse"],
    ...[
      "Uint8Array.fromBase64",
      "Uint8Array.fromHex",
      "import.meta.dirname",
      "import.meta.filename",
      "import.meta.main",
    ],
    ...["AsyncDisposableStack", "CloseEvent", "DisposableStack", "EventSource", "Float16Array", "Iterator", "Storage"],
    ...["SuppressedError", "URLPattern", "WebSocket", "localStorage", "navigator", "sessionStorage"],
  ],
  "()": [
    ...["difference", "intersection", "isDisjointFrom", "isSubsetOf", "isSupersetOf", "symmetricDifference", "union"],
    ...["getOrInsert", "getOrInsertComputed", "setFromBase64", "setFromHex", "toArray", "toBase64", "toHex"],
    "transferToFixedLength",
  ],
  "() of iterators": ["drop", "every", "filter", "find", "flatMap", "forEach", "map", "reduce", "some", "take"],
};

/** Code in which a name is used as a value, and code in which it isn't. */
const USES: Readonly<Record<"value" | "other", readonly string[]>> = {
  value: [
    ...["[navigator]", "() => navigator", "x = navigator", "await navigator", "navigator === x", "x + navigator"],
    ...["f(navigator)", "navigator ? 1 : 2", "x ? navigator : 2", "x || navigator", "navigator.x", "x[navigator]"],
    ...["new navigator()", "[...navigator]", "navigator`x`", "`${navigator}`", "navigator as X", "navigator!"],
    ...["navigator satisfies X", "typeof navigator", "function* () { yield navigator; }"],
  ],
  other: ["x.navigator", "{ navigator: 1 }", "(navigator: X) => 1", "class { navigator = 1 }", "x as navigator"],
};

for (const [use, texts] of Object.entries(USES)) {
  for (const text of texts) {
    Deno.test(`deno lint ${use === "value" ? "finds" : "ignores"} navigator in ${text}`, () => {
      const found = complaints("cli/a.ts", `export const v: unknown = (${text});`);
      assertEquals(found, use === "value" ? ["1: Node 20 has no navigator"] : []);
    });
  }
}

/** Names that modules of Node have since later versions. */
const NEWER_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  "node:fs": ["glob", "globSync"],
  "node:fs/promises": ["glob"],
  "node:module": ["enableCompileCache", "registerHooks", "stripTypeScriptTypes"],
  "node:sqlite": ["DatabaseSync", "StatementSync"],
  "node:util": ["diff", "getCallSites", "parseEnv", "styleText"],
};

for (const [form, names] of Object.entries(NEWER)) {
  Deno.test(`deno lint finds each of ${names.length} features that Node 20 lacks: ${names[0]}${form} …`, () => {
    const iterators = ["entries", "keys", "values", "matchAll"].map((method) => `x.${method}().`);
    const objects = { "": [""], "()": ["x."] }[form] ?? iterators;
    const expected = names.map((name) => `1: Node 20 has no ${name}${form}`);
    for (const object of objects) {
      assertEquals(
        names.flatMap((name) => complaints("src/a.ts", `export const v: unknown = [${object}${name}];`)),
        expected,
      );
    }
  });
}

for (const [module, names] of Object.entries(NEWER_IMPORTS)) {
  Deno.test(`deno lint finds each import of ${module} that Node 20 lacks`, () => {
    const found = names.flatMap((name) => complaints("cli/a.ts", `import { ${name} } from "${module}";`));
    assertEquals(found, names.map((name) => `1: Node 20 has no ${name} in ${module}`));
  });
}

Deno.test("deno lint: reads the project's rules from deno.json, as editors do", async () => {
  const { lint } = JSON.parse(await Deno.readTextFile(new URL("../../../../deno.json", import.meta.url)));
  assert(lint.plugins.includes("./scripts/check/style/lint.ts"));
});
