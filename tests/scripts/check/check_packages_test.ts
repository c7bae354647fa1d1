import { assertEquals } from "@std/assert";
import { CLIENT, entriesOf, manifestOf, PROGRAM, SANDBOX } from "../../../scripts/build/npm/packages.ts";

for (const pack of [CLIENT, SANDBOX]) {
  Deno.test(`manifestOf() supports both module systems, bundlers, and tools without exports for ${pack.folder}`, async () => {
    const { type, main, module, types, sideEffects } = await manifestOf(pack);
    assertEquals({ type, main, module, types, sideEffects }, {
      type: "commonjs",
      main: "./index.cjs",
      module: "./index.mjs",
      types: "./index.d.cts",
      sideEffects: pack !== CLIENT,
    });
  });

  Deno.test(`manifestOf() exports each entry of ${pack.folder} with its own code and types for each module system`, async () => {
    const { "./package.json": manifest, ...entries } = (await manifestOf(pack)).exports as Record<string, unknown>;
    assertEquals(manifest, "./package.json");
    assertEquals(Object.keys(entries), Object.keys(await entriesOf(pack)));
    for (const [entry, targets] of Object.entries(entries)) {
      const file = `./${entry === "." ? "index" : entry.slice(2)}`;
      assertEquals(targets, {
        import: {
          types: `${file}.d.mts`,
          module: `${file}.mjs`,
          "module-sync": `${file}.mjs`,
          node: `${file}.node.mjs`,
          default: `${file}.mjs`,
        },
        require: {
          types: `${file}.d.cts`,
          module: `${file}.mjs`,
          "module-sync": `${file}.mjs`,
          default: `${file}.cjs`,
        },
      });
    }
  });
}

Deno.test("manifestOf() gives the program its command, and dependencies of the same version", async () => {
  const { version, type, bin, exports, dependencies } = await manifestOf(PROGRAM);
  assertEquals({ type, bin, exports, dependencies }, {
    type: "module",
    bin: { tonearm: "bin/main.cjs" },
    exports: {
      "./catalogue": { types: "./bin/catalogue/mod.d.ts", default: "./bin/catalogue/mod.js" },
      "./package.json": "./package.json",
    },
    dependencies: { "@tonearm/client": version, "@tonearm/sandbox": version },
  });
});

Deno.test("manifestOf() gives the client no dependency", async () => {
  assertEquals((await manifestOf(CLIENT)).dependencies, undefined);
});
