import { assertEquals } from "@std/assert";
import { markBuild } from "../../../../scripts/build/npm/bundle.ts";
import { plainDeclarations, shortComments } from "../../../../scripts/build/npm/declarations.ts";

Deno.test("plainDeclarations() names no buffer behind bytes, which TypeScript before 5.7 doesn't know", () => {
  assertEquals(plainDeclarations("a: Uint8Array<ArrayBuffer>;\n"), "a: Uint8Array;\n");
});

for (const name of ["Disposable", "AsyncDisposable", "[Symbol.dispose]", "[Symbol.asyncDispose]"]) {
  Deno.test(`plainDeclarations() asks for the library of ${name}`, () => {
    assertEquals(plainDeclarations(`a ${name};\n`), `/// <reference lib="esnext.disposable" />\na ${name};\n`);
  });
}

Deno.test("plainDeclarations() asks for no library where none is needed", () => {
  assertEquals(plainDeclarations("a: NotDisposable;\n"), "a: NotDisposable;\n");
});

Deno.test("shortComments() keep the first sentence of what a program calls and sets, and what is deprecated", () => {
  const text = "/**\n * Calls the service. It's far.\n *\n * More.\n * @param a What.\n */\n" +
    "declare class ServiceClient {\n" +
    "    /**\n     * Gets a\n     * track: one. `x` too.\n     * @deprecated Use b.\n     */\n    get(): void;\n}\n";
  assertEquals(
    shortComments(text),
    "/** Calls the service. */\n".replace(/^.*\n/, "") +
      "declare class ServiceClient {\n/** Gets a track: one. @deprecated Use b. */\nget(): void\n}\n",
  );
});

for (const name of ["TracksApi", "ServiceClient", "ClientConfig", "CallOptions", "RetrySettings"]) {
  Deno.test(`shortComments() keep those of ${name}`, () => {
    const text = `interface ${name} {\n  /** Says it. */\n  a: string;\n}\n`;
    assertEquals(shortComments(text), `interface ${name} {\n/** Says it. */\na: string\n}\n`);
  });
}

Deno.test("shortComments() leave out those of what the service sends", () => {
  const text = "interface ServiceTrack {\n  /** Says it. */\n  a: string;\n}\n";
  assertEquals(shortComments(text), "interface ServiceTrack {\na: string\n}\n");
});

Deno.test("shortComments() leave out those within a line", () => {
  assertEquals(shortComments("type A = /** First. */ 1 | /** Second. */ 2;\n"), "type A = 1 | 2\n");
});

Deno.test("shortComments() keep a semicolon before a line that would go on with the one above", () => {
  assertEquals(
    shortComments("interface A {\n  a: string;\n  (b: string): void;\n  [c: string]: unknown;\n}\n"),
    "interface A {\na: string;\n(b: string): void;\n[c: string]: unknown\n}\n",
  );
});

Deno.test("markBuild() says in a bundle how it was built", () => {
  assertEquals(markBuild('var BUILD = "source"; x(BUILD)', "npm"), 'var BUILD = "npm"; x(BUILD)');
});
