import { assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { chooseConfig } from "../../scripts/deno.ts";
import { type Notice, render } from "../../scripts/notices.ts";

const MIT: Notice = { name: "b@1.0.0", license: "MIT", text: "Copyright B" };

Deno.test("the notices name each package with its licence and its text, in order", () => {
  const text = render([MIT, { name: "a@2.0.0", license: "ISC", inside: "LGPL-2.1-only", text: "Copyright A" }]);
  assertMatch(text, /\| a@2.0.0 \| ISC, LGPL-2.1-only \|\n\| b@1.0.0 \| MIT \|\n/);
  assertStringIncludes(text, "## b@1.0.0\n\n```text\nCopyright B\n```\n");
});

for (const license of ["GPL-3.0-only", "AGPL-3.0", "UNLICENSED", "SEE LICENSE IN x", "LGPL-2.1-only", "", undefined]) {
  Deno.test(`a package under ${license ?? "no licence"} is not bundled before somebody has decided`, () => {
    assertThrows(() => render([MIT, { name: "c@1.0.0", license, text: "" }]), Error, "c@1.0.0");
  });
}

Deno.test("NOTICES.md is what the sandbox and the command line bundle today", async () => {
  const args = ["run", "-q", "-P=check", "--config", await chooseConfig(), "scripts/notices.ts", "--check"];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  assertEquals({ success, includes: new TextDecoder().decode(stderr).includes("out of date") }, {
    success: true,
    includes: false,
  });
});

Deno.test("NOTICES.md names the works that were compiled into packages, whose manifests don't", async () => {
  const text = await Deno.readTextFile(new URL("../../NOTICES.md", import.meta.url));
  assertMatch(text, /\| mpg123-decoder@[\d.]+ \| MIT, LGPL-2.1-only \|/);
  assertMatch(text, /\| wasm-media-encoders@[\d.]+ \| MIT, LGPL-2.0-or-later, BSD-3-Clause \|/);
});
