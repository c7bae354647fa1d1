import { assertEquals, assertStringIncludes } from "@std/assert";
import { dashboard, dashboardFile } from "../../../sandbox/dashboard/page.ts";

Deno.test("dashboard(): the page and its files are never cached, sniffed or told of to others", () => {
  const common = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff" };
  const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
    "media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types 'none'";
  assertEquals(Object.fromEntries(dashboard().headers), {
    ...common,
    "content-security-policy": policy,
    "content-type": "text/html; charset=utf-8",
  });
  for (const [name, type] of [["main.js", "text/javascript"], ["style.css", "text/css"]]) {
    const headers = Object.fromEntries(dashboardFile(name!)?.headers ?? []);
    assertEquals(headers, { ...common, "content-type": `${type}; charset=utf-8` }, name);
  }
  assertEquals(dashboardFile("icon.svg")?.headers.get("content-type"), "image/svg+xml");
});

Deno.test("dashboard(): the page says what it needs where no script runs", async () => {
  assertStringIncludes(await dashboard().text(), "<noscript><p>The dashboard needs JavaScript");
});
