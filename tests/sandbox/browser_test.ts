import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { createSandbox } from "@tonearm/sandbox";
import { authorizeUrl, exchange, useToken } from "../support/oauth.ts";
import { without } from "../support/programs.ts";
import { type Served, serveSandbox } from "../support/served.ts";

const HOSTILE = `<img src=x onerror="document.title='taken over'"><script>document.title='taken over'</script>`;

/** A page in a browser, and what went wrong on it. */
interface Open {
  readonly page: Page;
  readonly complaints: string[];
}

/** Runs a test in a page of a fresh browser, with a sandbox beside it. */
function inBrowser(
  name: string,
  options: BrowserContextOptions,
  test: (served: Served, open: Open) => Promise<void>,
): void {
  Deno.test({
    name,
    ignore: without("chromium"),
    async fn() {
      await using served = await serveSandbox();
      const browser: Browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
      try {
        const page = await (await browser.newContext(options)).newPage();
        page.setDefaultTimeout(15_000);
        const complaints: string[] = [];
        page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
        page.on("pageerror", (error) => complaints.push(error.message));
        await test(served, { page, complaints });
      } finally {
        await browser.close();
      }
    },
  });
}

async function open(served: Served, page: Page, prefix = ""): Promise<void> {
  await page.goto(`${served.url}${prefix}/_sandbox`);
  await page.getByText("connected", { exact: true }).waitFor();
}

inBrowser("the dashboard shows requests as they come, with what was said", {}, async (served, { page, complaints }) => {
  await open(served, page);
  await page.getByText("Nothing has been asked yet.").waitFor();
  await served.value("/users/1");
  const entry = page.locator("#requests summary", { hasText: "/users/1" });
  await entry.waitFor();
  assertMatch(await entry.innerText(), /GET\s+200/);
  await entry.click();
  const details = await page.locator("#requests details[open]").innerText();
  assert(details.includes("authorization: OAuth [hidden]") && details.includes('"kind": "user"'));
  assertEquals(complaints, []);
});

inBrowser("the dashboard switches faults on and off, and shows their hits", {}, async (served, { page }) => {
  await open(served, page);
  await page.getByLabel("What goes wrong").selectOption("envoy_503");
  await page.getByText("The mesh doesn't reach the service.").waitFor();
  await page.getByLabel("Times").fill("1");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("envoy_503, 0 hits").waitFor();
  assertEquals((await served.ask("/me").then((reply) => reply.text())).startsWith("upstream connect error"), true);
  await page.getByText("envoy_503, 1 hit", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Switch off envoy_503" }).click();
  await page.getByText("Nothing goes wrong.").waitFor();
  assertEquals(served.sandbox.faults.list(), []);
});

inBrowser("the dashboard freezes, advances and sets the clock, and resets", {}, async (served, { page }) => {
  const { clock } = served.sandbox;
  await open(served, page);
  await page.getByRole("button", { name: "Freeze" }).click();
  await page.getByRole("button", { name: "Let it run" }).waitFor();
  const frozenAt = clock.now();
  await page.getByRole("button", { name: "+1 h" }).click();
  await page.locator("#now", { hasText: new Date(frozenAt + 3_600_000).toISOString().slice(11, 19) }).waitFor();
  assertEquals(clock.now(), frozenAt + 3_600_000);
  await page.getByLabel("Set to (UTC)").fill("2030-05-06T07:08:09");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await page.locator("#now", { hasText: "2030-05-06 07:08:09 UTC, frozen" }).waitFor();
  await page.getByRole("button", { name: "Reset everything" }).click();
  await page.getByRole("button", { name: "Freeze" }).waitFor();
  assert(!clock.frozen && clock.now() < Date.UTC(2030, 0));
});

inBrowser("hostile titles are text on the dashboard", {}, async (served, { page, complaints }) => {
  const init = { method: "POST", headers: { "content-type": "application/json" } };
  const body = JSON.stringify({ playlist: { title: HOSTILE } });
  await (await served.ask("/playlists", { ...init, body })).body?.cancel();
  await (await served.ask(`/tracks/${encodeURIComponent(HOSTILE)}`)).body?.cancel();
  await open(served, page);
  await page.getByRole("button", { name: "Playlists" }).click();
  await page.locator("#list").getByText(HOSTILE).waitFor();
  await page.locator("#requests summary", { hasText: "/playlists" }).click();
  assertEquals({ title: await page.title(), count: await page.locator("main img, main script").count() }, {
    title: "Sandbox",
    count: 0,
  });
  assertEquals(complaints, []);
});

inBrowser("the dashboard fits a phone, and its words have names for those who don't see them", {
  viewport: { width: 360, height: 740 },
  colorScheme: "dark",
}, async (served, { page, complaints }) => {
  await served.value("/users/1");
  await open(served, page);
  await page.locator("#list li").first().waitFor();
  const { wide, nameless, small } = await page.evaluate(`(() => ({
    wide: document.documentElement.scrollWidth - innerWidth,
    nameless: [...document.querySelectorAll("input, select")].filter((field) => !field.labels.length).length,
    small: [...document.querySelectorAll("button")].filter((button) => button.offsetHeight < 40).length,
  }))()`) as Record<string, number>;
  assertEquals({ wide, nameless, small }, { wide: 0, nameless: 0, small: 0 });
  const lively = `[...document.querySelectorAll("[role=status], [role=alert], output:not([role=timer])")]`;
  assertEquals(await page.evaluate(`${lively}.map(({ id }) => id)`), ["link", "problem"], "what is read out by itself");
  const background = await page.evaluate("getComputedStyle(document.body).backgroundColor");
  assertEquals(background, "rgb(22, 23, 26)");
  assertEquals(complaints, []);
});

inBrowser("a new filter counts at once, and shows what was before it", {}, async (served, { page }) => {
  await served.value("/users/1");
  await open(served, page);
  const shown = page.locator("#requests summary");
  await shown.first().waitFor();
  await page.getByLabel("Path, * for anything").fill("/users/2");
  await page.getByLabel("Path, * for anything").press("Enter");
  await page.getByText("Nothing has been asked yet.").waitFor();
  await served.value("/users/1");
  await served.value("/users/2");
  await shown.first().waitFor();
  assertEquals(await shown.count(), 1);
  await page.getByLabel("Path, * for anything").fill("");
  await page.getByLabel("Path, * for anything").press("Enter");
  await shown.nth(2).waitFor();
  assertEquals(await shown.count(), 3);
});

inBrowser(
  "a request is opened, and what is written shows in the catalogue, by keyboard alone",
  {},
  async (served, open_) => {
    const { page } = open_;
    await open(served, page);
    const init = { method: "POST", headers: { "content-type": "application/json" } };
    await page.getByRole("button", { name: "Playlists" }).press("Enter");
    await page.locator("#list li").first().waitFor();
    const reply = await served.ask("/playlists", {
      ...init,
      body: JSON.stringify({ playlist: { title: "Typed in" } }),
    });
    assertEquals(reply.status, 201);
    await reply.body?.cancel();
    await page.locator("#list").getByText("Typed in").waitFor();
    const entry = page.locator("#requests summary", { hasText: "/playlists" });
    await entry.focus();
    await page.keyboard.press("Enter");
    assertMatch(await page.locator("#requests details[open]").innerText(), /"title": "Typed in"/);
    await page.keyboard.press("Enter");
    assertEquals(await page.locator("#requests details[open]").count(), 0);
  },
);

inBrowser("the dashboard finds its sandbox again after that was started anew", {}, async (_, { page }) => {
  using first = createSandbox();
  const server = await first.serve();
  for (const id of [1, 2]) await (await fetch(`${server.url}/users/${id}`)).body?.cancel();
  await page.goto(`${server.url}/_sandbox/`);
  await page.locator("#requests summary").nth(1).waitFor();
  await server.close();
  await page.getByText("not connected", { exact: true }).waitFor();
  using second = createSandbox({ clock: "2031-01-01T00:00:00Z" });
  second.clock.freeze();
  await using again = await second.serve({ port: server.port });
  await page.getByText("UTC, frozen").waitFor();
  await (await fetch(`${again.url}/users/3`)).body?.cancel();
  await page.locator("#requests summary", { hasText: "/users/3" }).waitFor();
  assertEquals(await page.locator("#requests summary").count(), 1);
});

inBrowser("the dashboard of a namespace is about that namespace", {}, async (served, { page }) => {
  await open(served, page, "/~mine");
  assertEquals(new URL(page.url()).pathname, "/~mine/_sandbox/");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("server_error, 0 hits").waitFor();
  assertEquals(served.sandbox.faults.list(), []);
});

inBrowser("a person logs in: the page lists users, and leads back with a code", {}, async (served, { page }) => {
  const { search } = new URL(authorizeUrl(served.sandbox, { state: "mine" }));
  await page.goto(`${served.url}/authorize${search}`);
  await page.getByLabel("Night Ferry").first().check();
  const called = page.waitForRequest((request) => request.url().startsWith(served.sandbox.clientConfig.redirectUri));
  await page.getByRole("button", { name: "Allow" }).click();
  const { searchParams } = new URL((await called).url());
  assertEquals(searchParams.get("state"), "mine");
  const tokens = await exchange(served.sandbox, searchParams.get("code") ?? "");
  assertEquals(await useToken(served.sandbox, tokens.body.access_token), 200);
});
