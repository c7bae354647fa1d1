import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { pathRows } from "../../support/docs/shown.ts";
import { draw, edgesOf, packageSources, reduced } from "../../../scripts/docs/architecture.ts";
import { ARROWS, LAYERS } from "../../../scripts/check/style/arrows.ts";
import { nodesOf, parse } from "../../../scripts/check/style/source.ts";
import ts from "typescript";

const ROOT = new URL("../../../", import.meta.url);
const SOURCES = await packageSources();
const read = (path: string) => Deno.readTextFile(new URL(path, ROOT));

Deno.test("docs/images/architecture.svg shows the current imports (`deno task docs` writes it)", async () => {
  assertEquals(await read("docs/images/architecture.svg"), draw(SOURCES));
});

Deno.test("ARROWS and LAYERS contain only files and folders that exist", async () => {
  const names = [...ARROWS.flatMap(([from, to]) => [from, ...to]), ...Object.values(LAYERS).flat()];
  for (const name of names) assert(name !== "" && await Deno.stat(new URL(name, ROOT)), name);
});

Deno.test("edgesOf() follows imports of code, even by package name, and types only between packages", () => {
  const sources = [
    parse(
      "src/session/client.ts",
      'import { a } from "../operations/me.ts";\nimport type { B } from "../oauth/token.ts";\n',
    ),
    parse("cli/main.ts", 'import { c } from "@tonearm/client";\nimport type { D } from "@tonearm/sandbox";\n'),
  ];
  assertEquals(edgesOf(sources), [
    { from: "cli/", to: "mod.ts", isType: false },
    { from: "cli/", to: "sandbox/", isType: true },
    { from: "src/session/", to: "src/operations/", isType: false },
  ]);
});

Deno.test("edgesOf() rejects a folder of the library that isn't in the picture", () => {
  const found = parse("src/new/a.ts", 'import "../errors.ts";\n');
  assertThrows(() => edgesOf([found]), Error, "Cannot draw src/new/a.ts");
});

Deno.test("reduced() leaves out an arrow that a longer path implies, and terminates on cycles", () => {
  const edge = (from: string, to: string) => ({ from, to, isType: false });
  assertEquals(reduced([edge("a", "b"), edge("b", "c"), edge("a", "c")]), [edge("a", "b"), edge("b", "c")]);
  assertEquals(reduced([edge("a", "b"), edge("b", "a")]), [edge("a", "b"), edge("b", "a")]);
});

Deno.test("draw() shows a new import", () => {
  const sources = [parse("src/stores/file.ts", 'import "../oauth/token.ts";\n')];
  const more = parse("src/oauth/new.ts", 'import "../stores/file.ts";\n');
  assert(!draw(sources).includes("<title>src/oauth/ imports src/stores/</title>"));
  assertMatch(draw([...sources, more]), /<title>src\/oauth\/ imports src\/stores\/<\/title>/);
});

Deno.test("docs/contributing/design.md names functions in the files that declare them", async () => {
  const rows = await pathRows("");
  assertEquals(["src", "cli", "sandbox"].filter((root) => !rows.some(({ path }) => path.startsWith(`${root}/`))), []);
  for (const { name, path } of rows) {
    const { ast } = parse(path, await read(path));
    const declared = [...nodesOf(ast)].filter((node) => ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node));
    assert(declared.some((node) => node.name?.text === name), `${path} declares no ${name}`);
  }
});
