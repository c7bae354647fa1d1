import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import type { Browser, BrowserContextOptions, CDPSession, Locator, Page } from "playwright-core";
import { pages } from "../../../scripts/docs/docs.ts";
import { inspect } from "../../../scripts/docs/playground/inspect.ts";
import { codeOf, fragmentOf } from "../../../scripts/docs/playground/link.ts";
import { snippetsOf } from "../../../scripts/docs/snippets.ts";
import { builtSite } from "../../support/docs/built_site.ts";
import { launch, serveFolder, violations, zippedSize } from "../../support/sandbox/in_browser.ts";
import { CHROMIUM, without } from "../../support/programs.ts";

/** What a first run may load, compressed, and how long runs may take. Other load only adds time: the best run counts. */
const [MOST_BYTES, COLD_MS, WARM_MS] = [1_600_000, 2000, 300];
const TRIES = 4;
const IMPORTS = 'import { ServiceClient } from "@tonearm/client";\nimport { createSandbox } from "@tonearm/sandbox";\n';
const ROOT = new URL("../../../", import.meta.url);
let folder: URL;
const ignore = without(CHROMIUM);

Deno.test.beforeAll(async () => {
  if (!ignore) folder = await builtSite();
});

/** An open page of the site. */
interface Open {
  readonly page: Page;
  readonly url: string;
  readonly browser: Browser;
  /** The playground that was opened. */
  readonly playground: Locator;
}

/** Runs a test on the page of the playground. */
function onPage(name: string, test: (open: Open) => Promise<void>, options: BrowserContextOptions = {}): void {
  Deno.test({
    name: `playground: ${name}`,
    ignore,
    async fn() {
      await using site = serveFolder(new URL("out/", folder));
      await using browser = await launch();
      const page = await (await browser.newContext(options)).newPage();
      page.setDefaultTimeout(30_000);
      await visit(page, `${site.url}/playground`);
      await test({ page, url: site.url, browser, playground: page.locator(".playground") });
    },
  });
}

/** Opens a page, and waits until its scripts are at work. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator(".VPSwitchAppearance[title*=theme]").first().waitFor({ state: "attached" });
}

/** Clicks the button of a program of the page, and returns its playground once it has run. */
async function start(page: Page, at: number): Promise<Locator> {
  const block = page.locator("div:has(> .run-program)").nth(at);
  await block.locator("> .run-program").dispatchEvent("click");
  await block.locator(".playground[data-runs='1']").waitFor();
  return block.locator(".playground");
}

/** Runs code in the open playground, and returns what the console shows. */
async function runAgain(playground: Locator, code: string): Promise<string> {
  const runs = Number(await playground.getAttribute("data-runs"));
  await playground.locator("textarea").fill(code);
  await playground.getByRole("button", { name: "Run", exact: true }).click();
  await playground.and(playground.page().locator(`[data-runs='${runs + 1}']`)).waitFor();
  return await printed(playground);
}

async function printed(playground: Locator): Promise<string> {
  return (await playground.locator(".pg-console > li").allTextContents()).map((line) => `${line}\n`).join("");
}

/** The programs of a page that run in a page: those without a reason against it. */
function runnable(text: string) {
  return snippetsOf(text.replaceAll(/<!-- not in a page: .+ -->\n\n```ts\n[^]*?```\n/g, ""));
}

onPage(
  "every program of docs/ prints what its page shows, but those marked with a reason",
  async ({ browser, url }) => {
    const complaints: string[] = [];
    let count = 0;
    for (const name of await pages()) {
      const programs = runnable(await Deno.readTextFile(new URL(`docs/${name}`, ROOT)));
      if (programs.length === 0) continue;
      const page = await browser.newPage();
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on(
        "request",
        (request) =>
          request.url().startsWith(url) || /^(?:blob|data):/.test(request.url()) || complaints.push(request.url()),
      );
      await visit(page, `${url}/${name === "index.md" ? "" : name.replace(".md", "")}`);
      assertEquals(await page.locator(".run-program").count(), programs.length, name);
      for (const [at, { output }] of programs.entries()) {
        assertEquals(await printed(await start(page, at)), output ?? "", `${name}, program ${at + 1}`);
        count++;
      }
      await page.close();
    }
    assert(count > 60, `${count}`);
    assertEquals(complaints, []);
  },
);

onPage("an error names its line, which a click goes to; reset brings the first program back", async ({ page }) => {
  const playground = await start(page, 0);
  const first = await playground.locator("textarea").inputValue();
  const thrown = await runAgain(
    playground,
    `${IMPORTS}type A = number;\n\nconst a: A = 1;\nthrow new RangeError(\`so \${a}\`);\n`,
  );
  assertEquals(thrown, "RangeError: so 1 line 6\n");
  await playground.locator(".wrong", { hasText: "throw" }).waitFor();
  await playground.getByRole("button", { name: "line 6" }).click();
  const cursor = "(({ value, selectionStart }) => value.slice(selectionStart).split(' ')[0])";
  assertEquals(await page.evaluate(`${cursor}(document.querySelector(".playground textarea"))`), "throw");
  assertMatch(await runAgain(playground, "const = 1;\n"), /^SyntaxError: .* line 1\n$/);
  assertMatch(
    await runAgain(playground, 'import { x } from "left-pad";\nx();\n'),
    /Cannot import left-pad.* line 1\n$/,
  );
  const refused =
    `${IMPORTS}const client = new ServiceClient(createSandbox().clientConfig);\nclient.setToken("no");\nawait client.me.getMe();\n`;
  assertMatch(await runAgain(playground, refused), /^ServiceError: Cannot GET \/me: 401.* line 5\n$/);
  await runAgain(playground, "Promise.reject(new Error('late'));\n");
  await playground.getByText("Error: late").waitFor();
  await playground.getByRole("button", { name: "Reset" }).click();
  assertEquals(await playground.locator("textarea").inputValue(), first);
  assertEquals(await printed(playground), "");
});

onPage(
  "a request shows its bodies, and is copied as curl; the picture has an arrow for each",
  async ({ page }) => {
    const playground = await start(page, 2);
    const arrows = playground.locator(".pg-rows > li");
    assertEquals(await arrows.locator(".pg-target").allTextContents(), [
      "GET /me",
      "GET /me/tracks",
      "GET /me/followers",
      "POST /oauth/token",
      "GET /me",
      "GET /me/tracks",
      "GET /me/followers",
    ]);
    const statuses = await arrows.locator(".pg-answer > span").allTextContents();
    assertEquals(statuses.join(" "), "401 401 401 200 200 200 200");
    await playground.getByRole("tab", { name: "Requests 7" }).click();
    const row = playground.locator(".pg-requests button", { hasText: /200\s*GET \/me\s*[\d.]+ ms/ });
    await row.click();
    await playground.locator(".pg-detail pre", { hasText: '"username": "Night Ferry"' }).waitFor();
    await playground.getByRole("button", { name: "Copy as curl" }).click();
    assertMatch(
      await page.evaluate<string>("navigator.clipboard.readText()"),
      /^curl 'https:\/\/api\.soundcloud\.com\/me'[^]*\$TOKEN/,
    );
    await row.click();
    assertEquals(await playground.locator(".pg-detail article").count(), 0);
  },
  { permissions: ["clipboard-read", "clipboard-write"] },
);

onPage(
  "a link holds the program, and opening it runs nothing",
  async ({ page, playground, url }) => {
    const code = `${IMPORTS}console.log("größer 夜", { a: [1n] });\n`;
    const own = await start(page, 0);
    assertEquals(await runAgain(own, code), "größer 夜 { a: [ 1n ] }\n");
    await own.getByRole("button", { name: "Copy link" }).click();
    await own.getByText("Copied the link").waitFor();
    const link = await page.evaluate<string>("navigator.clipboard.readText()");
    assert(link.startsWith(`${url}/playground#code=`), link);
    await page.goto("about:blank");
    await page.goto(link);
    await playground.waitFor();
    assertEquals(await playground.locator("textarea").inputValue(), code);
    assertEquals(await printed(playground), "");
    await playground.getByRole("button", { name: "Run", exact: true }).click();
    await playground.and(page.locator("[data-runs='1']")).waitFor();
    assertEquals(await printed(playground), "größer 夜 { a: [ 1n ] }\n");
  },
  { permissions: ["clipboard-read", "clipboard-write"] },
);

onPage("the dashboard is about the program's sandbox, and changes it", async ({ page }) => {
  const playground = await start(page, 4);
  await playground.getByRole("tab", { name: "Dashboard" }).click();
  const dashboard = playground.frameLocator("iframe");
  await dashboard.getByText("connected", { exact: true }).waitFor();
  await dashboard.locator("#requests button").nth(4).waitFor();
  await dashboard.getByRole("link", { name: "Catalogue" }).click();
  await dashboard.locator("#list .wave").first().waitFor({ state: "attached" });
  await page.waitForFunction(
    "document.querySelector('iframe').contentDocument.querySelector('#list img')?.naturalWidth > 0",
  );
  await dashboard.getByRole("link", { name: "Faults" }).click();
  await dashboard.getByRole("switch", { name: "envoy_503" }).click();
  await dashboard.locator(".switches .on").getByText("0 hits").waitFor();
  const asked = await page.evaluate<number>("sandboxFetch('https://api.sandbox.test/me').then(({ status }) => status)");
  assertEquals(asked, 503);
  await dashboard.locator(".switches .on").getByText("1 hit", { exact: true }).waitFor();
  await dashboard.getByRole("link", { name: "Worlds" }).click();
  const download = page.waitForEvent("download");
  await dashboard.getByRole("button", { name: "Export" }).click();
  assertEquals((await download).suggestedFilename(), "sandbox.tar");
  // The sandbox of the next run takes its place.
  await playground.getByRole("button", { name: "Run", exact: true }).click();
  await dashboard.getByRole("link", { name: "Requests" }).click();
  await dashboard.locator("#requests button").nth(4).waitFor();
});

onPage("it is used by keyboard alone", async ({ page, playground }) => {
  await page.locator(".run-program").first().focus();
  await page.keyboard.press("Enter");
  await playground.and(page.locator("[data-runs='1']")).waitFor();
  await playground.locator("textarea").focus();
  await page.keyboard.press("Control+Enter");
  await playground.and(page.locator("[data-runs='2']")).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await playground.locator(".pg-requests").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const detail = playground.locator(".pg-detail article");
  await detail.waitFor();
  assert(await detail.isVisible());
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 375], ["dark", 375]] as const) {
  onPage(`axe-core finds nothing in the ${colorScheme} at ${width} pixels, and nothing is wider`, async ({ page }) => {
    const playground = await start(page, 2);
    for (const tab of ["Console", "Requests", "Picture", "Dashboard"]) {
      await playground.getByRole("tab", { name: tab }).click();
      if (tab === "Requests") await playground.locator(".pg-requests button").nth(3).click();
      const found = await violations(page, ".playground");
      assertEquals(found.map(({ id, nodes }) => `${tab}: ${id}: ${nodes[0]?.html.slice(0, 150)}`), []);
      assert(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab);
    }
  }, { colorScheme, viewport: { width, height: 800 }, reducedMotion: "reduce" });
}

onPage(
  "a page loads nothing of it before a click; the first run is soon there, and small",
  async ({ url, browser }) => {
    const [cold, warm]: number[][] = [[], []];
    for (let time = 0; time < TRIES; time++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const bodies: Promise<Uint8Array>[] = [];
      page.on("response", (reply) => reply.url().includes("/playground/") && bodies.push(reply.body()));
      await visit(page, `${url}/playground`);
      assertEquals(bodies.length, 0);
      const session = await context.newCDPSession(page);
      await session.send("Performance.enable", { timeDomain: "threadTicks" });
      const measure = async (button: Locator, runs: number) => {
        const [from, worked] = [performance.now(), await workOf(session)];
        await button.click();
        await page.locator(`.playground[data-runs='${runs}']`).waitFor();
        return Math.min(performance.now() - from, await workOf(session) - worked);
      };
      cold?.push(await measure(page.locator(".run-program").first(), 1));
      warm?.push(await measure(page.getByRole("button", { name: "Run", exact: true }).first(), 2));
      const sizes = await Promise.all(bodies.map(async (body) => await zippedSize(await body)));
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      assert(bytes > 400_000, "SQLite is among it");
      assertLess(bytes, MOST_BYTES);
      await context.close();
      console.log(`${bytes} bytes, ${cold?.at(-1)?.toFixed()} ms cold, ${warm?.at(-1)?.toFixed()} ms warm`);
      assert(cold?.every((time) => time > 20) && warm?.every((time) => time > 1), "the measure measures");
      if (Math.min(...cold ?? []) <= COLD_MS && Math.min(...warm ?? []) <= WARM_MS) return;
    }
    assertLess(Math.min(...cold ?? []), COLD_MS);
    assertLess(Math.min(...warm ?? []), WARM_MS);
  },
);

/** Milliseconds that the main thread of a page has worked. Beside other load, they are fewer than those that passed. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Infinity);
}

Deno.test("playground: a fragment holds any program, and a damaged one holds none", async () => {
  for (const code of ["", "a", "größer 夜".repeat(500)]) assertEquals(await codeOf(await fragmentOf(code)), code);
  for (const fragment of ["", "#search", "#code=", "#code=____"]) assertEquals(await codeOf(fragment), undefined);
});

Deno.test("playground: values are printed as Deno prints them", () => {
  const values = [
    "a",
    1,
    1n,
    true,
    null,
    undefined,
    [],
    {},
    [1, "a"],
    { a: { "b-c": [1] } },
    new Set([1]),
    new Map([["a", 1]]),
    Array(4).fill("a string of twenty letters"),
    { list: Array(4).fill({ a: "a string of twenty letters" }) },
  ];
  for (const value of values) assertEquals(inspect(value), Deno.inspect(value));
});
