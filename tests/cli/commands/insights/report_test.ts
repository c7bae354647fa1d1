import { assertEquals, assertStringIncludes } from "@std/assert";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { reportHtml } from "../../../../cli/insights/report.ts";
import { emptyHome } from "../../../support/cli/cli.ts";
import { twoMonths } from "../../../support/insights/catalogue.ts";

Deno.test("tonearm insights report writes HTML without other hosts", async () => {
  await using home = await emptyHome({ TONEARM_SANDBOX: "1" });
  const [file, store] = ["report.html", "store.sqlite"].map((name) => join(home.directory, name)) as [string, string];
  await twoMonths(store);
  const period = ["--from", "2026-10-20", "--to", "2026-11-16", "--store", store];
  const words = [...period, "--zone", "Pacific/Gambier", "--open", "--json", "-o", file];
  const { code, stdout } = await home.run(["insights", "report", ...words], { env: { BROWSER: "true" } });
  assertEquals({ code, bytes: JSON.parse(stdout).bytes }, { code: 0, bytes: (await readFile(file)).length });
  const html = await readFile(file, "utf8");
  assertStringIncludes(html, "Most plays come on Friday and between 19:00 and 6:00, as far");
  assertEquals(html.includes("<b>& "), false);
  const shown = JSON.parse((await home.run(["insights", "--zone", "UTC", ...period, "--json"])).stdout);
  const tracks = [{ ...shown.tracks[0], url: 'https://a.example/"<b>& ' }];
  assertEquals(reportHtml({ ...shown, tracks }, [], "2026-11-16").includes("<b>& "), false);
  const parts = [{ ...shown.parts[0], isPartial: true, isEstimated: true, growth: { plays: 7 } }];
  assertStringIncludes(reportHtml({ ...shown, parts }, [], "2026-11-16"), "<td>~+7…</td>");
  assertEquals([...html.matchAll(/<(?:link|img|script|iframe)[^>]*(?:src|href)=/g)].length, 0);
});
