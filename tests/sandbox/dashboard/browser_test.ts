import { assert, assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { inBrowser, openDashboard as open, openTab } from "../../support/sandbox/in_browser.ts";
import { serveSandbox } from "../../support/sandbox/requests.ts";

const JSON_HEADERS = { "content-type": "application/json" };
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

Deno.test(
  inBrowser(
    "the dashboard shows requests as they come, with what was said",
    {},
    async (served, { page, errors }) => {
      await open(served, page);
      await page.getByText("No requests yet").waitFor();
      await served.getJson("/users/1");
      const entry = page.locator("#requests button", { hasText: "/users/1" });
      await entry.waitFor();
      assertMatch(await entry.innerText(), /GET\s+200/);
      await entry.click();
      const details = page.getByRole("article").filter({ hasText: /authorization\s*OAuth \[hidden\]/ });
      await details.filter({ hasText: '"kind": "user"' }).waitFor();
      assertEquals(errors, []);
    },
  ),
);

Deno.test(
  inBrowser("the dashboard copies a request as curl, which sends it again", CLIPBOARD, async (served, { page }) => {
    await open(served, page);
    const body = JSON.stringify({ playlist: { title: "It's mine" } });
    await (await served.call("/playlists", { method: "POST", headers: JSON_HEADERS, body })).body?.cancel();
    await page.locator("#requests button").click();
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByText("Copied the curl command").waitFor();
    const command = await page.evaluate<string>("navigator.clipboard.readText()");
    assert(command.includes('-H "authorization: OAuth $TOKEN"') && !command.includes("[hidden]"), command);
    const { stdout } = await new Deno.Command("sh", {
      args: ["-c", `${command} -s -o /dev/null -w '%{http_code}'`],
      env: { TOKEN: served.token },
    }).output();
    assertEquals(new TextDecoder().decode(stdout), "201");
    await page.locator("#requests button").nth(1).waitFor();
  }),
);

Deno.test(inBrowser(
  "the dashboard of a namespace is about that namespace, and can be ended from another",
  {},
  async (served, { page }) => {
    await open(served, page);
    await openTab(page, "Worlds");
    await page.getByLabel("Open or create").fill("mine");
    await page.getByRole("button", { name: "Open" }).click();
    await page.waitForURL("**/~mine/_sandbox/**");
    await page.getByText("connected", { exact: true }).waitFor();
    await openTab(page, "Faults");
    await page.getByLabel("Path", { exact: true }).fill("/me");
    await page.getByRole("switch", { name: "server_error", exact: true }).click();
    await page.locator(".switches .on").waitFor();
    assertEquals(served.sandbox.faults.list(), []);
    await openTab(page, "Catalogue");
    await page.locator("#list .wave").first().waitFor({ state: "attached" });
    await open(served, page);
    await openTab(page, "Worlds");
    await page.getByRole("button", { name: "End namespace mine" }).click();
    await page.getByText("No namespace is in use").waitFor();
  },
));

Deno.test(inBrowser("the dashboard is used by keyboard alone", {}, async (served, { page }) => {
  for (const id of [1, 2]) await served.getJson(`/users/${id}`);
  await open(served, page);
  await page.locator("#requests button").nth(1).waitFor();
  await page.locator("#requests button").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("article").filter({ hasText: "/users/1" }).waitFor();
  await page.keyboard.press("2");
  await page.getByRole("heading", { level: 1, name: "Catalogue" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("2");
  assertEquals(await page.getByLabel("Search").inputValue(), "2", "a digit is a digit where somebody writes");
  await page.locator("button.facts").first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("6");
  assertEquals(await page.locator("h1").textContent(), "Catalogue", "a dialog comes first");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Requests" }).waitFor();
  assertEquals(await page.locator("dialog[open]").count(), 0);
  await served.getJson("/~ended/_sandbox/health");
  await page.keyboard.press("6");
  await page.getByRole("button", { name: "End namespace ended" }).press("Enter");
  await page.locator("h1:focus").waitFor();
}));

Deno.test(inBrowser("the dashboard reconnects to its sandbox after a restart", {}, async (_, { page }) => {
  using first = createSandbox();
  const server = await first.serve();
  for (const id of [1, 2]) await (await fetch(`${server.url}/users/${id}`)).body?.cancel();
  await page.goto(`${server.url}/_sandbox/`);
  await page.locator("#requests button").nth(1).waitFor();
  await server.close();
  await page.getByText("not connected", { exact: true }).waitFor();
  using second = createSandbox({ clock: "2031-01-01T00:00:00Z" });
  second.clock.freeze();
  await using again = await second.serve({ port: server.port });
  await page.getByText("UTC, frozen").waitFor();
  await (await fetch(`${again.url}/users/3`)).body?.cancel();
  await page.locator("#requests button", { hasText: "/users/3" }).waitFor();
  assertEquals(await page.locator("#requests button").count(), 1);
}));

Deno.test(inBrowser("two dashboards of two sandboxes don't meet", {}, async (served, { page }) => {
  await using other = await serveSandbox();
  await other.getJson("/users/1");
  await open(served, page);
  await served.getJson("/users/2");
  await page.locator("#requests button", { hasText: "/users/2" }).waitFor();
  assertEquals(await page.locator("#requests button").count(), 1);
}));

Deno.test(inBrowser(
  "the navigation of the dashboard shows the current page on a phone, too, where it is wider than the screen",
  { viewport: { width: 375, height: 720 } },
  async (served, { page }) => {
    await open(served, page);
    await page.evaluate("location.hash = '#/fidelity'");
    await page.getByRole("heading", { level: 1, name: "Fidelity" }).waitFor();
    const link = "document.querySelector('nav [aria-current]').getBoundingClientRect()";
    await page.waitForFunction(`${link}.left >= 0 && ${link}.right <= innerWidth`);
    assertEquals(await page.locator("nav [aria-current]").innerText(), "Fidelity");
  },
));
