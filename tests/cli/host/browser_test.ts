import { assertEquals, assertRejects } from "@std/assert";
import { EXITS } from "../../../cli/errors.ts";
import { openInBrowser } from "../../../cli/host/browser.ts";
import { factsOf } from "../../support/cli/test_host.ts";

for (const address of ["file:///etc/passwd", "javascript:alert(1)", "--help", "ftp://a/b", " https://a/", "https:/a"]) {
  Deno.test(`openInBrowser() passes ${JSON.stringify(address)} to no program`, async () => {
    const failure = await assertRejects(() => openInBrowser(address, { BROWSER: "/nonexistent" }));
    const message = "This is not an http(s) URL";
    assertEquals(factsOf(failure), { kind: "failed", code: "failed", message, hint: EXITS.failed.next });
  });
}
