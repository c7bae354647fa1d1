import { assertEquals, assertMatch } from "@std/assert";
import { inBrowser, openDashboard as open, openTab } from "../../support/sandbox/in_browser.ts";

Deno.test(inBrowser(
  "the dashboard plays a track, with its cover and its waveform, and seeks in it",
  {},
  async (served, { page, errors }) => {
    await open(served, page);
    await openTab(page, "Catalogue");
    await page.getByLabel("Search").fill("Lost Window");
    const row = page.locator("#list li", { hasText: "id 1078" });
    await row.locator(".wave.rest path").waitFor({ state: "attached" });
    assertMatch(await row.locator(".wave.rest path").getAttribute("d") ?? "", /^(?:M[\d.]+ [\d.]+V[\d.]+){120}$/);
    await page.waitForFunction("document.querySelector('#list li img')?.naturalWidth > 0");
    await row.getByRole("button", { name: "Play Lost Window (lofi study mix)" }).click();
    await page.getByRole("complementary", { name: "Player" }).getByRole("button", { name: "Pause" }).waitFor();
    const position = page.getByRole("slider", { name: "Position" });
    // Before the sound has loaded, its end is unknown.
    await page.locator('.player input:not([aria-valuetext^="0:00"])').waitFor();
    await position.focus();
    await page.keyboard.press("End");
    await page.locator(".player button[aria-label=Play]").waitFor();
    const text = await position.getAttribute("aria-valuetext");
    assertEquals(text?.split(" of ")[0], text?.split(" of ")[1], "played to its end");
    await page.getByRole("button", { name: "Close the player" }).click();
    await page.locator(".player").waitFor({ state: "hidden" });
    assertEquals(errors, []);
  },
));

Deno.test(
  inBrowser(
    "the catalogue of the dashboard shows the last search, whichever reply comes last",
    {},
    async (served, { page }) => {
      const late = Promise.withResolvers<void>();
      await page.route(/catalogue\/tracks\?.*q=slow/, async (route) => (await late.promise, await route.continue()));
      await open(served, page);
      await openTab(page, "Catalogue");
      const overtaken = page.waitForResponse(/q=slow/);
      await page.getByLabel("Search").fill("slow");
      await page.getByLabel("Search").fill("Lost Window");
      const found = page.locator("#list li", { hasText: "id 1078" });
      await found.waitFor();
      late.resolve();
      await (await overtaken).finished();
      await page.evaluate("new Promise((resolve) => setTimeout(resolve))");
      assertEquals(await found.count(), 1);
    },
  ),
);

Deno.test(inBrowser(
  "the numbers of a track begin where its cover does in the catalogue of the dashboard on a phone",
  { viewport: { width: 420, height: 860 } },
  async (served, { page }) => {
    await open(served, page);
    await openTab(page, "Catalogue");
    await page.locator("#list .facts").first().waitFor();
    const [numbers, cover] = await page.evaluate<number[]>(`["button.facts", ".cover-button"].map((place) => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector("#list " + place));
      return range.getBoundingClientRect().left;
    })`);
    assertEquals(numbers, cover);
  },
));
