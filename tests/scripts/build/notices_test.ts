import {
  assertEquals,
  assertMatch,
  assertObjectMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { type Notice, noticesOf, render } from "../../../scripts/build/notices.ts";
import { bill, complaints } from "../../../scripts/build/notices/bill.ts";
import { packagesIn, packagesOf } from "../../../scripts/build/notices/inside.ts";
import { temporaryFolder } from "../../support/folder.ts";

const MIT: Notice = { name: "b@1.0.0", license: "MIT", text: "Copyright B" };
const WORKS = [{ name: "liba", license: "LGPL-2.1-only", url: "https://a.example" }];
const A: Notice = { name: "a@2.0.0", license: "ISC", works: WORKS, text: "Copyright A" };
/** A bundle as the bundler writes it, with modules of this project, of npm and of JSR. */
const BUNDLE = `// ../../home/me/.cache/deno/npm/registry.npmjs.org/@b/b/1.0.0/index.mjs
var b = 1; // not/a/module.js
  // ../with space/ünï/npm/registry.npmjs.org/a/2.0.0-rc.1/lib/a.js
// deno:https://jsr.io/@std/cli/1.0.29/unicode_width.ts
// deno:https://jsr.io/@std/cli/1.0.29/_data.json
// cli/main.ts
// mod.ts
// A remark of somebody.
`;

Deno.test("NOTICES.md: names each package with its licence and text, in order", () => {
  const text = render([MIT, A]);
  assertMatch(text, /\| a@2.0.0 \| ISC, LGPL-2.1-only \|\n\| b@1.0.0 \| MIT \|\n/);
  assertStringIncludes(text, "## b@1.0.0\n\n```text\nCopyright B\n```\n");
});

for (const license of ["GPL-3.0-only", "AGPL-3.0", "UNLICENSED", "SEE LICENSE IN x", "LGPL-2.1-only", "", undefined]) {
  Deno.test(`NOTICES.md: rejects a package under ${license ?? "no licence"} until it's allowed`, () => {
    assertThrows(() => render([MIT, { name: "c@1.0.0", license, text: "" }]), Error, "c@1.0.0");
  });
}

Deno.test("NOTICES.md names the works that were compiled into packages, whose manifests don't", async () => {
  const text = await Deno.readTextFile(new URL("../../../NOTICES.md", import.meta.url));
  assertMatch(text, /\| mpg123-decoder@[\d.]+ \| MIT, LGPL-2.1-only \|/);
  assertMatch(text, /\| wasm-media-encoders@[\d.]+ \| MIT, LGPL-2.0-or-later, BSD-3-Clause \|/);
});

Deno.test("packagesIn() lists the third-party packages of a bundle", () => {
  assertEquals(packagesIn(BUNDLE), [
    { registry: "jsr", name: "@std/cli", version: "1.0.29" },
    {
      registry: "npm",
      name: "@b/b",
      version: "1.0.0",
      folder: "../../home/me/.cache/deno/npm/registry.npmjs.org/@b/b/1.0.0",
    },
    {
      registry: "npm",
      name: "a",
      version: "2.0.0-rc.1",
      folder: "../with space/ünï/npm/registry.npmjs.org/a/2.0.0-rc.1",
    },
  ]);
});

Deno.test("packagesIn() rejects a module of an unknown package", () => {
  assertThrows(() => packagesIn(`${BUNDLE}// ../../elsewhere/x.js\n`), Error, "../../elsewhere/x.js");
});

Deno.test("packagesOf() tells modules of this project from JSR's, as dnt spells both", () => {
  const esm = "/project/dist/modules/sandbox/esm";
  const paths = [`${esm}/mod.js`, `${esm}/deps/jsr.io/@std/encoding/1.0.10/hex.js`, "\0rolldown/runtime.js"];
  assertEquals(packagesOf(paths), [{ registry: "jsr", name: "@std/encoding", version: "1.0.10" }]);
});

const APACHE = { "package.json": '{ "license": "Apache-2.0" }', "LICENSE.txt": "The terms \r\n", NOTICE: "By A.\n" };

Deno.test("noticesOf() reads a package's licence and its own notices", async () => {
  await using folder = await temporaryFolder(APACHE);
  const [notice] = await noticesOf([{ registry: "npm", name: "a", version: "1.0.0", folder: folder.path }]);
  assertEquals(notice, { name: "a@1.0.0", license: "Apache-2.0", works: undefined, text: "The terms\n\nBy A." });
});

Deno.test("noticesOf() names each scope of JSR once, and only those it knows have a licence", async () => {
  const jsr = (name: string) => ({ registry: "jsr", name, version: "1.0.0" }) as const;
  const notices = await noticesOf([jsr("@std/cli"), jsr("@std/encoding"), jsr("@other/a")]);
  assertEquals(notices.map(({ name, license }) => [name, license]), [["@std (JSR)", "MIT"], [
    "@other (JSR)",
    undefined,
  ]]);
});

Deno.test("noticesOf() rejects a package that has no text of its licence, unless it's MIT's", async () => {
  await using folder = await temporaryFolder({ "package.json": '{ "license": "BSD-3-Clause" }' });
  const inside = { registry: "npm", name: "a", version: "1.0.0", folder: folder.path } as const;
  await assertRejects(() => noticesOf([inside]), Error, "a@1.0.0 (BSD-3-Clause)");
  await Deno.writeTextFile(`${folder.path}/package.json`, '{ "license": "MIT", "author": { "name": "A. B." } }');
  assertStringIncludes((await noticesOf([inside]))[0]?.text ?? "", "Copyright (c) A. B.\n\nPermission is hereby");
});

Deno.test("bill() lists packages, their compiled-in works and the runtime, valid by CycloneDX's schema", async () => {
  const subject = {
    version: "1.2.3",
    inside: packagesIn(BUNDLE),
    runtime: { name: "deno", version: "2.9.6" } as const,
    licenseOf: ({ name }: { name: string }) => name === "a" ? A : { license: "MIT" },
  };
  const text = bill(subject);
  assertEquals(await complaints(text), undefined);
  const { metadata, components } = JSON.parse(text);
  assertObjectMatch(metadata.component, { name: "tonearm", version: "1.2.3" });
  assertEquals(components.map(({ purl }: { purl: string }) => purl).toSorted(), [
    "pkg:generic/%40std/cli@1.0.29?download_url=https%3A%2F%2Fjsr.io%2F%40std%2Fcli%2F1.0.29",
    "pkg:github/denoland/deno@v2.9.6",
    "pkg:npm/%40b/b@1.0.0",
    "pkg:npm/a@2.0.0-rc.1",
  ]);
  assertEquals(components.at(-1).components[0].licenses, [{ license: { id: "LGPL-2.1-only" } }]);
  assertEquals(bill(subject), text, "not the same bytes again");
});

Deno.test("complaints() names the problems of a bill", async () => {
  assertMatch(
    await complaints(`{ "bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{}] }`) ?? "",
    /required property/,
  );
});
