import { assertEquals } from "@std/assert";
import { checkStyle } from "../../../scripts/check/check_style.ts";
import { parse, type Source } from "../../../scripts/check/style/source.ts";
import { unusedExports } from "../../../scripts/check/style/unused.ts";

function sourcesOf(files: Record<string, string>): Source[] {
  return Object.entries(files).map(([path, text]) => parse(path, text));
}

/** The complaints about these files, given as paths and texts. Their exports have no importers, which the rules ignore. */
function complaints(files: Record<string, string>): string[] {
  return checkStyle(sourcesOf(files)).filter((complaint) => !complaint.includes(": nobody imports "));
}

/** Enough of tests for whatever they stand beside. */
const tests = { "tests/all_test.ts": "1;\n".repeat(500) };

Deno.test("check_style finds nothing in a small project that keeps the rules", () => {
  const files = {
    ...tests,
    "mod.ts": 'export { me } from "./src/operations/me.ts";\nexport { Client } from "./src/client.ts";',
    "src/session/client.ts": 'import { me } from "./operations/me.ts";\nexport class Client { process = me; }',
    "src/operations/me.ts": 'import { send } from "../session.ts";\nexport const me = () => send({ process: 1 });',
    "src/session.ts": "export const send = (x: object): object => x;",
    "tests/session_test.ts": "",
    "tests/operations/me_test.ts": "",
    "src/stores/file.ts": 'import { open } from "node:fs";\nopen;',
    "sandbox/mod.ts":
      'import type { Track } from "@tonearm/client";\nimport { x } from "./store/x.ts";\nexport const t: Track = x;',
    "cli/main.ts":
      'import { ServiceClient } from "@tonearm/client";\nimport process from "node:process";\nprocess.exit(new ServiceClient());',
  };
  assertEquals(complaints(files), []);
});

Deno.test("check_style finds imports against the arrows", () => {
  const files = {
    ...tests,
    "src/types/track.ts": 'import type { send } from "../session.ts";',
    "src/operations/me.ts": '\nimport { Client } from "../client.ts";',
    "src/oauth/token.ts": 'export * from "../operations/me.ts";',
    "sandbox/mod.ts": 'import { ServiceError } from "@tonearm/client";',
    "cli/main.ts": 'const sandbox = await import("../sandbox/mod.ts");',
  };
  assertEquals(complaints(files), [
    "src/types/track.ts:1: may not import ../session.ts",
    "src/operations/me.ts:2: may not import ../client.ts",
    "src/oauth/token.ts:1: may not import ../operations/me.ts",
    "sandbox/mod.ts:1: may not import @tonearm/client",
    "cli/main.ts:1: may not import ../sandbox/mod.ts",
  ]);
});

Deno.test("check_style finds imports against the order of folders, types included", () => {
  const files = {
    ...tests,
    "sandbox/store/rows.ts":
      'import type { W } from "../world/world.ts";\nimport "../base/clock.ts";\nimport "./a.ts";',
    "sandbox/host/disk/files.ts": 'import "../serve.ts";',
    "sandbox/host/serve.ts": 'import "./disk/temporary.ts";\nimport "../sandbox.ts";',
    "sandbox/mod.ts": 'import "./host/serve.ts";\nimport "../src/client.ts";',
    "src/errors.ts": 'import type { send } from "./transport/send.ts";\nimport "./types/error.ts";',
    "scripts/build/bundle.ts": 'import "../release/version.ts";\nimport "../check/check.ts";',
  };
  assertEquals(complaints(files), [
    "sandbox/store/rows.ts:1: may not import ../world/world.ts",
    "sandbox/host/disk/files.ts:1: may not import ../serve.ts",
    "sandbox/host/serve.ts:2: may not import ../sandbox.ts",
    "sandbox/mod.ts:2: may not import ../src/client.ts",
    "src/errors.ts:1: may not import ./transport/send.ts",
    "scripts/build/bundle.ts:1: may not import ../release/version.ts",
  ]);
});

Deno.test("check_style finds cycles through any number of modules", () => {
  const files = {
    ...tests,
    "sandbox/a.ts": 'import type { B } from "./b.ts";',
    "sandbox/b.ts": 'export * from "./c.ts";',
    "sandbox/c.ts": 'import { type T, a } from "./a.ts"; a satisfies T;',
  };
  assertEquals(complaints(files), [
    "sandbox/a.ts:1: imports itself: sandbox/a.ts -> sandbox/b.ts -> sandbox/c.ts -> sandbox/a.ts",
  ]);
});

Deno.test("check_style finds exports that nothing imports, except types", () => {
  const files = {
    "src/a.ts":
      "export const used = 1, left = 2;\nexport function lonely(): void {}\nexport interface Shape {}\nlonely();",
    "cli/b.ts": 'import { used } from "../src/a.ts";\nexport class Alone {}\nconst own = used;\nexport { own };',
    "tests/c_test.ts": 'const { tested } = await import("../sandbox/d.ts");\ntested();',
    "sandbox/d.ts": "export function tested(): void {}",
  };
  const found = [
    "src/a.ts:1: nobody imports left",
    "src/a.ts:2: nobody imports lonely",
    "cli/b.ts:2: nobody imports Alone",
  ];
  assertEquals(unusedExports(sourcesOf(files)), found);
  assertEquals(checkStyle(sourcesOf({ ...files, ...tests })).filter((one) => found.includes(one)), found);
});

Deno.test("check_style finds that there are too few tests", () => {
  const files = {
    "mod.ts": "1;\n2;",
    "cli/a.ts": "/** a */\n\n// b\n3;",
    "tests/a_test.ts": "// 4\n",
    "scripts/a.ts": "5;",
  };
  assertEquals(complaints(files), ["tests/:1: 0 lines of tests for 3 lines of source"]);
});

Deno.test("check_style finds that fewer than 7 of 10 sources have a test file of their path", () => {
  const files: Record<string, string> = {
    ...tests,
    "src/types/track.ts": "export interface Track { id(): number }",
    "sandbox/rows.ts": "export const ROWS = [1];",
    "cli/names.ts": "/** Written by scripts/build/names.ts. */\nexport const name = () => 1;",
  };
  for (const name of "abcdefghij") files[`src/${name}.ts`] = `export const ${name} = () => 1;`;
  for (const name of "abcdefg") files[`tests/${name}_test.ts`] = "";
  assertEquals(complaints(files), []);
  delete files["tests/g_test.ts"];
  const elsewhere = { ...files, "tests/src/g_test.ts": "", "tests/cli/h_test.ts": "" };
  assertEquals(complaints(elsewhere), ["tests/:1: 4 of 10 sources have no test file of their path"]);
  const moved = { ...files, "tests/cli/x_test.ts": "", "cli/x.ts": "export const x = () => 1;", "src/g.ts": "" };
  assertEquals(complaints(moved), []);
});

Deno.test("check_style finds a folder of more than 25 files", () => {
  const numbered = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`tests/cards/n${index}.ts`, "1;"]));
  assertEquals(complaints({ ...tests, ...numbered(25), "tests/cards/kinds/a.ts": "1;" }), []);
  assertEquals(complaints({ ...tests, ...numbered(26) }), ["tests/cards/:1: holds 26 files; divide it"]);
});

Deno.test("check_style finds meaningless names", () => {
  const files = {
    ...tests,
    "src/utils/x.ts": "1;",
    "cli/helpers.ts": "1;",
    "sandbox/common.ts": "1;",
    "src/utility.ts": "1;",
  };
  assertEquals(complaints(files), [
    "src/utils/x.ts:1: is named after nothing in particular",
    "cli/helpers.ts:1: is named after nothing in particular",
    "sandbox/common.ts:1: is named after nothing in particular",
  ]);
});

Deno.test("check_style finds tests that fake the time beside a real socket, and accepts either alone", () => {
  const files = {
    ...tests,
    "tests/a_test.ts": 'Deno.test("a()", () => {\n  using time = new FakeTime();\n  Deno.serve(() => time);\n});\n' +
      'Deno.test("b()", () => {\n  using time = new FakeTime();\n});\nDeno.test("c()", () => serve());\n',
    "tests/b_test.ts": 'import { inRedis } from "./r.ts";\nDeno.test(inRedis("a", () => new FakeTime()));\n',
    "tests/r.ts": "export function inRedis() {\n  Deno.listen();\n}\n",
  };
  assertEquals(complaints(files), [
    "tests/a_test.ts:1: fakes the time beside a real socket",
    "tests/b_test.ts:2: fakes the time beside a real socket",
  ]);
});

Deno.test("check_style follows a test's calls to faked time and open sockets", () => {
  const files = {
    ...tests,
    "tests/a_test.ts": 'import { pass as wait } from "./support/time.ts";\n' +
      'import { World } from "./support/world.ts";\n' +
      'const both = () => wait(World.open());\nDeno.test("a()", () => both());\nDeno.test("b()", () => wait());\n' +
      'Deno.test("c()", () => World.open());\n',
    "tests/support/time.ts": "export function pass() {\n  return within();\n}\n" +
      "const within = () => new FakeTime();\nexport const serve = () => Deno.serve({});\n",
    "tests/support/world.ts":
      'import { serve } from "./time.ts";\nexport class World {\n  static open = () => serve();\n}\n',
  };
  assertEquals(complaints(files), ["tests/a_test.ts:4: fakes the time beside a real socket"]);
});

Deno.test("check_style finds tests whose names don't begin with a symbol, a command or a subject", () => {
  const named = (name: string) => complaints({ ...tests, "tests/a_test.ts": `Deno.test(${name}, () => {});\n` });
  const accepted = [
    '"getTrack() rejects an id"',
    '"tonearm upload: resumes"',
    '"GET /me has a name"',
    "`${name} is sent`",
  ];
  assertEquals(accepted.flatMap(named), []);
  assertEquals(accepted.flatMap((name) => named(`{ name: ${name} }`)), []);
  const refused = ['"a cache that fails"', '{ name: "what is kept" }', "`the ${kind} is sent`"].map(named);
  assertEquals(refused.map(([complaint]) => complaint), [
    "tests/a_test.ts:1: the test's name starts with no symbol, command or subject: a cache that fails",
    "tests/a_test.ts:1: the test's name starts with no symbol, command or subject: what is kept",
    "tests/a_test.ts:1: the test's name starts with no symbol, command or subject: the ${",
  ]);
});
