/** The report in a browser: light, dark, on a phone and printed; with `INSIGHTS_SHOTS`, pictures go to that folder. */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions } from "playwright-core";
import { emptyHome } from "../../support/cli/cli.ts";
import { twoMonths } from "../../support/insights/catalogue.ts";
import { CHROMIUM, without } from "../../support/programs.ts";
import { launch, violations } from "../../support/sandbox/in_browser.ts";

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };
const SCREENS: Readonly<Record<string, BrowserContextOptions & { readonly media?: "print" }>> = {
  light: { viewport: WIDE, colorScheme: "light" },
  dark: { viewport: WIDE, colorScheme: "dark" },
  phone: { viewport: PHONE, colorScheme: "light" },
  "phone-dark": { viewport: PHONE, colorScheme: "dark" },
  print: { viewport: { width: 794, height: 1123 }, colorScheme: "dark", media: "print" },
};

Deno.test({
  name: "tonearm insights report passes axe-core in light, dark, on a phone and printed, and loads nothing",
  ignore: without(CHROMIUM),
  async fn() {
    await using home = await emptyHome({ TONEARM_SANDBOX: "1" });
    const store = join(home.directory, "store.sqlite");
    const file = join(home.directory, "report.html");
    await twoMonths(store, 30);
    const period = ["--from", "2026-10-20", "--to", "2026-11-16", "--zone", "UTC", "--top", "100"];
    assertEquals((await home.run(["insights", "report", ...period, "--store", store, "-o", file])).code, 0);
    await using browser = await launch();
    for (const [name, { media, ...options }] of Object.entries(SCREENS)) {
      const page = await (await browser.newContext({ ...options, bypassCSP: true })).newPage();
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      await page.goto(pathToFileURL(file).href);
      if (media) await page.emulateMedia({ media });
      const found = (await violations(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
      const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      assertEquals({ name, found, wide, requests: requests.length }, { name, found: [], wide: 0, requests: 1 });
      if (name === "light") {
        await page.getByLabel("Filter by title").fill("release");
        assertEquals(await page.locator("#tracks tbody tr:visible").count(), 5);
      }
      const folder = process.env["INSIGHTS_SHOTS"];
      if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    }
  },
});
