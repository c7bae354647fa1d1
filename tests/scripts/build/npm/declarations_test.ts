import { assertEquals } from "@std/assert";
import { markBuild } from "../../../../scripts/build/npm/bundle.ts";
import { plainDeclarations } from "../../../../scripts/build/npm/declarations.ts";

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

Deno.test("markBuild() says in a bundle how it was built", () => {
  assertEquals(markBuild('var BUILD = "source"; x(BUILD)', "npm"), 'var BUILD = "npm"; x(BUILD)');
});
