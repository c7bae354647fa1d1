import { assert, assertEquals } from "@std/assert";
import { mkdir } from "node:fs/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import {
  inBrowser,
  openDashboard,
  openTab,
  sendTypicalRequests,
  violations,
} from "../../support/sandbox/in_browser.ts";

const PAGES = ["Requests", "Catalogue", "Sessions", "Limits", "Faults", "Worlds", "Fidelity"];
/** Rewrites the pictures of README.md: `deno task build pictures`. */
const WRITES = Deno.env.get("TONEARM_PICTURES") === "write";
const IMAGES = new URL("../../../docs/images/", import.meta.url);

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  "in the light": { viewport: { width: 1280, height: 860 }, colorScheme: "light" },
  "on a phone in the dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true },
};

/** Returns axe-core's findings in short form. */
async function findings(page: Page): Promise<string[]> {
  return (await violations(page)).flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Returns by how many pixels the page is wider than the screen, and the number of touch targets that are too small. */
async function layoutProblems(page: Page): Promise<unknown> {
  return await page.evaluate(`({
    wide: document.documentElement.scrollWidth - innerWidth,
    small: [...document.querySelectorAll("button, input, select, nav a")]
      .filter((each) => each.offsetParent !== null && each.type !== "range" && each.offsetHeight < 40)
      .map((each) => each.outerHTML.slice(0, 100)),
  })`);
}

for (const [name, options] of Object.entries(SCREENS)) {
  Deno.test(inBrowser(
    `every page of the dashboard passes axe-core and fits ${name}, empty and in use`,
    options,
    async (served, { page, errors }) => {
      await openDashboard(served, page);
      for (const inUse of [false, true]) {
        if (inUse) {
          await sendTypicalRequests(served);
          served.sandbox.faults.add("server_error:token");
        }
        for (const title of PAGES) {
          await openTab(page, title);
          if (inUse && title === "Requests") await page.locator("#requests button", { hasText: "/playlists" }).click();
          if (inUse && title === "Catalogue") await page.getByRole("button", { name: /^Play / }).first().click();
          if (inUse && title === "Sessions") await page.getByRole("button", { name: "Issue tokens" }).click();
          if (inUse && title === "Worlds") await page.getByRole("button", { name: "Take a snapshot" }).click();
          await page.waitForLoadState("networkidle", { timeout: 700 }).catch(() => {});
          assertEquals(await findings(page), [], `${title}, ${inUse ? "in use" : "empty"}`);
          assertEquals(await layoutProblems(page), { wide: 0, small: [] }, title);
        }
      }
      assertEquals(errors, []);
    },
  ));
}

/** Buttons that remove others, so they are clicked last. */
const LATE = /^(?:Clear|Close|End|Remove|Restore|Start|Back|More|Users|Playlists)/;

interface Target {
  readonly role: "button" | "switch";
  readonly name: string;
  /** The name without parts that differ between runs. */
  readonly kind: string;
}

/** Returns the buttons that can be clicked, read at once, because the page changes while it is used. */
async function targets(page: Page): Promise<Target[]> {
  const found = await page.locator("button:visible:enabled").evaluateAll((buttons) =>
    buttons.map((button) => ({
      isSwitch: button.getAttribute("role") === "switch",
      name: button.getAttribute("aria-label") ?? (button as HTMLElement).innerText.trim(),
    }))
  );
  return found.map(({ isSwitch, name }) =>
    isSwitch ? { role: "switch", name, kind: "a fault" } : { role: "button", name, kind: kindOf(name) }
  );
}

/** Clicks a button, and chooses `Keep` if a dialog asks. */
async function press(page: Page, { role, name }: Target): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).first();
  if (!await target.isVisible()) return;
  await target.click().catch(async (error) => {
    if (await target.isVisible()) throw error;
  });
  const keep = page.getByRole("dialog").getByRole("button", { name: "Keep" });
  if (await keep.isVisible()) await keep.click();
}

/** Clicks one button of every kind on a page; finds each again before its click. */
async function clickAll(page: Page, title: string, clicked: Set<string>): Promise<void> {
  for (;;) {
    const left = (await targets(page)).filter(({ kind }) => kind !== "Open" && !clicked.has(`${title}: ${kind}`));
    const next = left.find(({ kind }) => !LATE.test(kind)) ?? left[0];
    if (next === undefined) return;
    clicked.add(`${title}: ${next.kind}`);
    await press(page, next);
    if (next.kind === "Open …") await page.getByRole("button", { name: "Close", exact: true }).click();
    assertEquals(await page.getByRole("alert").innerText(), "", `${title}: ${next.name}`);
  }
}

/** Returns a name without parts that differ between runs. */
function kindOf(name: string): string {
  return name.replace(/^(Play|Open) .+/s, "$1 …").replace(/\d+$/, "…").replace(
    /^(?:GET|POST|PUT|DELETE)\b.*/s,
    "a request",
  );
}

Deno.test(inBrowser(
  "every button of the dashboard can be clicked, and none fails",
  { permissions: ["clipboard-read", "clipboard-write"] },
  async (served, { page, errors }) => {
    await sendTypicalRequests(served);
    await openDashboard(served, page);
    await page.locator("#requests button").first().click();
    await page.getByText("Clock", { exact: true }).click();
    await page.getByLabel("Set to (UTC)").fill("2030-05-06T07:08:09");
    const clicked = new Set<string>();
    for (const title of PAGES) {
      await openTab(page, title);
      if (title === "Catalogue") await page.locator("#list li").first().waitFor();
      if (title === "Faults") await page.getByRole("switch").first().waitFor();
      if (title === "Worlds") await page.getByRole("button", { name: "Take a snapshot" }).click();
      if (title === "Worlds") await page.getByRole("button", { name: "Restore snapshot-1" }).waitFor();
      await clickAll(page, title, clicked);
    }
    const wanted = [
      "Copy as curl",
      "Replay",
      "Play …",
      "Take a snapshot",
      "Start over",
      "Switch all off",
      "End session …",
    ];
    for (const name of wanted) assert([...clicked].some((each) => each.endsWith(`: ${name}`)), name);
    assertEquals(errors, []);
  },
));

for (const colorScheme of ["light", "dark"] as const) {
  const options = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2, colorScheme };
  Deno.test(
    inBrowser(
      `the dashboard has its picture taken for README.md, ${colorScheme}`,
      options,
      async (served, { page }) => {
        await openDashboard(served, page);
        await sendTypicalRequests(served);
        await page.locator("#requests button", { hasText: "/playlists" }).click();
        await openTab(page, "Catalogue");
        await page.getByLabel("Search").fill("Night Ferry");
        await page.getByRole("button", { name: "Play Hidden Arcade" }).click();
        await page.locator(".player .wave.rest").waitFor({ state: "attached" });
        await page.getByRole("button", { name: "Pause" }).click();
        await openTab(page, "Requests");
        await page.mouse.move(0, 0);
        const picture = await page.screenshot();
        assert(picture.length > 40_000, `${picture.length} bytes`);
        if (!WRITES) return;
        await mkdir(IMAGES, { recursive: true });
        await Deno.writeFile(new URL(`dashboard-${colorScheme}.png`, IMAGES), picture);
      },
      { clock: "2026-10-05T09:30:00Z" },
    ),
  );
}
