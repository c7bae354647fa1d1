import { assert, assertEquals, assertMatch } from "@std/assert";
import MiniSearch from "minisearch";
import type { Browser, Page } from "playwright-core";
import { pages as guides } from "../../../scripts/docs/docs.ts";
import { GUIDES } from "../../../scripts/docs/guides.ts";
import { miniSearch } from "../../../docs/site/.vitepress/search.js";
import { REPOSITORY } from "../../../scripts/project.ts";
import { MOVED, sitePages } from "../../../scripts/docs/site.ts";
import { builtSite } from "../../support/docs/built_site.ts";
import { CHROMIUM, without } from "../../support/programs.ts";
import { QUERIES } from "./site/queries.ts";
import { launch, serveFolder, violations, zippedSize } from "../../support/sandbox/in_browser.ts";

/** The largest size of a page, compressed. */
const MOST_BYTES = 32_000;
const [LAPTOP, PHONE] = [{ width: 1280, height: 900 }, { width: 390, height: 844 }];
/** The pages that begin with a program. */
const TASKS = [
  ...(GUIDES.find(({ title }) => title === "Tasks")?.pages ?? []),
  ...["getting-started", "terms", "common-errors", "guides/sign-in", "guides/sign-in-apps", "guides/sign-in-native"],
  ...["guides/servers", "guides/rate-limits", "testing/sandbox", "command-line/catalogue", "command-line/insights"],
];
const ignore = without(CHROMIUM);
let folder: URL;
let names: string[] = [];

Deno.test.beforeAll(async () => {
  if (ignore) return;
  folder = await builtSite();
  names = [...(await sitePages()).pages.keys()].map((path) => path.replace(/\.md$/, ""));
});

/** Runs a test in a page of the site. */
function onSite(name: string, test: (open: { url: string; page: Page; browser: Browser }) => Promise<void>): void {
  Deno.test({
    name,
    ignore,
    async fn() {
      await using site = serveFolder(new URL("out/", folder));
      await using browser = await launch();
      const page = await browser.newPage({ viewport: LAPTOP });
      page.setDefaultTimeout(15_000);
      await test({ url: site.url, page, browser });
    },
  });
}

Deno.test({
  name: "deno task site: builds every page from the lock file, with its Markdown",
  ignore,
  async fn() {
    for (const name of await guides()) assert(names.includes(name.replace(/\.md$/, "")), name);
    for (const name of names) {
      assert(await zippedSize(await Deno.readFile(new URL(`out/${name}.html`, folder))) <= MOST_BYTES, name);
      const text = await Deno.readTextFile(new URL(`out/${name}.md`, folder));
      assertMatch(text, name === "index" ? /npm install/ : /^# ./, name);
      assertEquals(/\{@link.*|.*\{\w+\]\(.*/.exec(text)?.[0], undefined, `${name}: a link of a doc comment is broken`);
      const heads = [...text.matchAll(/^## (\w+) .*\n\n```ts\nfunction (\w+)/gm)];
      assertEquals(heads.map(([, , shown]) => shown), heads.map(([, exported]) => exported), name);
    }
    const llms = await Deno.readTextFile(new URL("out/llms.txt", folder));
    const linked = [...llms.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, path = ""]) => path);
    assert(linked.includes("getting-started.md") && linked.includes("api/client/tracks.md"));
    for (const path of linked) assert((await Deno.stat(new URL(`out/${path}`, folder))).isFile, path);
  },
});

onSite("the URL that a page had before it moved leads to it, and to its heading", async ({ url, page }) => {
  for (const [from, to] of MOVED) assert(!names.includes(from) && names.includes(to), from);
  await page.goto(`${url}/errors#codes`);
  await page.waitForURL(`${url}/guides/errors#codes`);
});

/** What was seen on a page. */
interface Visit {
  readonly hrefs: string[];
  readonly ids: string[];
}

/** Reads the open page. */
async function seen(page: Page): Promise<Visit> {
  return await page.evaluate<Visit>(`({
    hrefs: [...document.querySelectorAll("a[href]")].map((each) => each.href.replace(new RegExp("^" + location.origin), "")),
    ids: [...document.querySelectorAll("[id]")].map((each) => each.id),
  })`);
}

/** Reads a page without a browser. */
async function read(name: string): Promise<Visit> {
  const html = await Deno.readTextFile(new URL(`out/${name}.html`, folder));
  const found = (pattern: RegExp) =>
    Array.from(html.matchAll(pattern), ([, text = ""]) => text.replaceAll("&amp;", "&"));
  const base = addressOf("http://site", name);
  const hrefs = found(/<a [^>]*?href="([^"]*)"/g).map((href) => new URL(href, base).href.replace("http://site", ""));
  return { hrefs, ids: found(/ id="([^"]*)"/g) };
}

/** What is too wide for a phone: the open page itself, or a table of up to three columns. */
async function tooWide(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE);
  const found = await page.evaluate<string[]>(`[
    document.documentElement,
    ...[...document.querySelectorAll(".vp-doc table")].filter((table) => !table.querySelector("th:nth-child(4)")),
  ].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.tagName + " " + one.innerText.slice(0, 50))`);
  await page.setViewportSize(LAPTOP);
  return found;
}

onSite(
  "every page of the site passes axe-core in the light, says nothing on the console, has no dead link, and is no wider than a phone",
  async ({ url, page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(`${page.url()}: ${message.text()}`));
    page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
    const visits = new Map<string, Visit>();
    assertEquals(FORMS.filter((name) => !names.includes(name)), []);
    for (const name of names) {
      if (isRepeated(name)) {
        visits.set(name, await read(name));
        continue;
      }
      await open(page, addressOf(url, name));
      visits.set(name, await seen(page));
      complaints.push(...(await tooWide(page)).map((what) => `${name}: is wider than a phone: ${what}`));
      if (!isReference(name) || FORMS.includes(name)) {
        complaints.push(...(await findings(page, name)).map((what) => `${name}: ${what}`));
      }
    }
    for (const [name, { hrefs }] of visits) {
      if (hrefs.length < 10) complaints.push(`${name}: only ${hrefs.length} links`);
      complaints.push(...hrefs.filter((href) => !isAlive(href, visits)).map((href) => `${name}: dead link ${href}`));
    }
    assertEquals(complaints, []);
  },
);

onSite("a page of each form of the site passes axe-core in the dark", async ({ url, browser }) => {
  const page = await browser.newPage({ colorScheme: "dark", viewport: LAPTOP });
  const found: string[] = [];
  for (const name of FORMS) {
    await open(page, addressOf(url, name));
    found.push(...(await findings(page, name)).map((each) => `${name}: ${each}`));
  }
  assertEquals(found, []);
});

/** Opens a page, and waits until its scripts are at work: until then nobody hears a click. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  // The switch has its name from then on.
  await page.locator(".VPSwitchAppearance[title*=theme]").first().waitFor({ state: "attached" });
}

function addressOf(url: string, name: string): string {
  return `${url}/${name.replace(/(^|\/)index$/, "$1")}`;
}

/** Whether a link leads to a page, and to an anchor of it. Links to elsewhere are held to their form alone. */
function isAlive(href: string, visits: ReadonlyMap<string, Visit>): boolean {
  const { protocol, hostname, pathname, hash } = new URL(href, "http://site");
  if (hostname !== "site") return protocol === "https:" || hostname === "127.0.0.1";
  const path = pathname.slice(1);
  const visit = visits.get(path.endsWith("/") || path === "" ? `${path}index` : path);
  return visit !== undefined && (hash === "" || visit.ids.includes(decodeURIComponent(hash.slice(1))));
}

/** Pages that are looked at whole. From the others code and menus, which are the same everywhere, are taken out. */
const WHOLE = ["index", "getting-started", "api/client/redis"];

/** Pages of the reference, of which axe-core looks at one of each form. */
const isReference = (name: string) => /^api\/(?!index)/.test(name);

/** Pages of operations have one form, so one of them is looked at. */
const isRepeated = (name: string) => /^api\/client\/\w+\/(?!getTrack$)/.test(name);

/** One page of each form. The others share its colours, which take most of the time to look at. */
const FORMS = [...WHOLE, "changelog", "guides/errors", "command-line/commands", "api/client/tracks/getTrack"];

/** What axe-core complains of, in short. */
async function findings(page: Page, name: string): Promise<string[]> {
  if (!WHOLE.includes(name)) {
    await page.evaluate(
      `document.querySelectorAll("pre code, .VPSidebarItem .text").forEach((each) => each.replaceChildren("a"));
      document.querySelectorAll(".VPSidebarItem .items").forEach((each) => each.replaceChildren())`,
    );
  }
  const rules = { "color-contrast": { enabled: FORMS.includes(name) } };
  return (await violations(page, "html", { rules })).flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 200)}`)
  );
}

/** What the search box of the built site finds first, by the path of the page. */
async function firstPages(query: string): Promise<string[]> {
  const chunks = new URL("out/assets/chunks/", folder);
  const files = await Array.fromAsync(Deno.readDir(chunks));
  const name = files.find(({ name }) => name.startsWith("@localSearchIndex"))?.name ?? "";
  const { default: json } = await import(new URL(name, chunks).href);
  const { options, searchOptions } = miniSearch;
  const index = MiniSearch.loadJSON<{ id: string }>(json, { fields: ["title", "titles", "text"], ...options });
  return index.search(query, searchOptions).slice(0, 3).map(({ id }) => id.replace(/^\/|#.*/g, ""));
}

Deno.test({
  name: "the search of the site: 95 % of what people type finds its page among the first three results",
  ignore,
  async fn() {
    const missed = [];
    for (const [query, ...pages] of QUERIES) {
      const found = await firstPages(query);
      if (!found.some((page) => pages.includes(page))) missed.push(`${query}: ${found.join(", ")}`);
    }
    assert(QUERIES.length >= 60 && missed.length <= QUERIES.length / 20, missed.join("\n"));
  },
});

onSite("the front page shows code and comparison without much scrolling, and is small", async ({ url, page }) => {
  // What arrives after the page has loaded isn't read, because the browser may be closed by then.
  const bodies: (() => Promise<number>)[] = [];
  page.on("response", (response) => bodies.push(async () => await zippedSize(await response.body())));
  await page.goto(`${url}/`, { waitUntil: "load" });
  const [code, comparison] = await page.evaluate<[number, number]>(
    `[".language-ts", "table"].map((name) => document.querySelector(name).getBoundingClientRect().bottom)`,
  );
  assert(code <= 900 && comparison <= 1600, `the code ends at ${code}, the comparison at ${comparison}`);
  const bytes = (await Promise.all(bodies.map((size) => size()))).reduce((sum, size) => sum + size);
  assert(bytes <= 250_000, `${bytes} bytes`);
});

onSite("the first program of each task ends within the first screen of a laptop", async ({ url, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const name of TASKS) {
    await page.goto(addressOf(url, name));
    const end = await page.evaluate<number>(
      `document.querySelector(".vp-doc > div > [class*=language-]").getBoundingClientRect().bottom`,
    );
    assert(end <= 900, `${name}: the first program ends at ${end}`);
  }
});

onSite("the search of the site finds a guide, an operation and a command", async ({ url, page }) => {
  for (
    const [words, path] of [["single use refresh", "guides/authentication"], ["getStreamUrl", "api/client/tracks"], [
      "tonearm storefront",
      "command-line/commands",
    ]] as const
  ) {
    await open(page, `${url}/`);
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.getByRole("searchbox").fill(words);
    const result = page.locator(`.results a[href^="/${path}"]`).first();
    await result.waitFor();
    assert(await result.isVisible());
  }
});

onSite(
  "pages of the site have tabs, copy buttons, a switch for the dark, the version and a link to edit",
  async ({ url, page }) => {
    await open(page, `${url}/getting-started`);
    const tabs = page.locator(".vp-code-group").first();
    await tabs.locator("label", { hasText: "npm" }).click();
    await tabs.locator(".active", { hasText: "npm install" }).waitFor();
    assert(await page.locator("button.copy").count() > 3);
    await page.getByRole("switch").first().click();
    await page.locator("html.dark").waitFor();
    const { version } = JSON.parse(await Deno.readTextFile(new URL("../../../deno.json", import.meta.url)));
    await page.getByRole("link", { name: `v${version}` }).first().waitFor();
    const edit = await page.getByRole("link", { name: "Edit this page" }).getAttribute("href");
    assertEquals(edit, `${REPOSITORY}/edit/main/docs/getting-started.md`);
  },
);
