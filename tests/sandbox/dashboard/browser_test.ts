import { assert, assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { inBrowser, openDashboard as open, openTab, sendTypicalRequests } from "../../support/sandbox/in_browser.ts";
import { serveSandbox } from "../../support/served.ts";

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
  "the dashboard sends a request again, with the secrets that it doesn't show",
  {},
  async (served, { page }) => {
    await open(served, page);
    await (await served.call("/likes/tracks/1143", { method: "POST" })).body?.cancel();
    await page.locator("#requests button").click();
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText("Sent again: 200").waitFor();
    await page.locator("#requests button").nth(1).waitFor();
    const kinds = await page.locator("#requests button .status").allInnerTexts();
    assertEquals(kinds, ["200", "200"]);
  },
));

Deno.test(inBrowser(
  "the dashboard issues tokens, shows how long they live, and ends a session",
  CLIPBOARD,
  async (served, { page }) => {
    await open(served, page);
    await openTab(page, "Sessions");
    await page.getByLabel("User, by id or permalink").fill("yoru-no-umi");
    await page.getByRole("button", { name: "Issue tokens" }).click();
    await page.getByRole("button", { name: "Copy access token" }).click();
    await page.getByText("Copied the access token").waitFor();
    const token = await page.evaluate<string>("navigator.clipboard.readText()");
    const headers = { authorization: `OAuth ${token}` };
    assertEquals((await (await served.request("/me", { headers })).json()).permalink, "yoru-no-umi");
    assert(!(await page.content()).includes(token), "shown shortened");
    const row = page.locator(".session", { hasText: "Yoru no Umi" });
    assertMatch(await row.innerText(), /Access\s+(?:60|59) min left[^]*Refresh\s+never expires/);
    await row.getByRole("button", { name: /^End session/ }).click();
    await row.getByText("Ended").waitFor();
    const refused = await served.request("/me", { headers });
    await refused.body?.cancel();
    assertEquals(refused.status, 401);
    await page.getByLabel("User, by id or permalink").fill("nobody");
    await page.getByRole("button", { name: "Issue tokens" }).click();
    await page.getByRole("alert").getByText("There is no user nobody").waitFor();
  },
));

Deno.test(
  inBrowser("the dashboard shows limits as bars, changes them and starts them anew", {}, async (served, { page }) => {
    await (await served.call("/tracks/1078/preview", { redirect: "manual" })).body?.cancel();
    await (await served.call("/me/followings/9", { method: "PUT" })).body?.cancel();
    await open(served, page);
    await openTab(page, "Limits");
    const meter = page.getByRole("meter", { name: "Plays of the app sandbox-client" });
    await page.getByRole("meter", { name: "Likes, reposts, follows and comments of user 1" }).waitFor();
    assertEquals([await meter.getAttribute("aria-valuenow"), await meter.getAttribute("aria-valuemax")], [
      "1",
      "15000",
    ]);
    await page.getByLabel("Plays of an app, in a day").fill("1");
    await page.getByLabel("Plays of an app, in a day").press("Tab");
    await page.getByText("Plays of an app, in a day: 1").waitFor();
    assertEquals(served.sandbox.config.playsLimit, 1);
    const refused = await served.call("/tracks/1078/preview", { redirect: "manual" });
    await refused.body?.cancel();
    assertEquals(refused.status, 429);
    await page.locator(".bar.full").waitFor();
    await page.getByRole("button", { name: "Reset the counts" }).click();
    await page.getByText("No limit is in use").waitFor();
  }),
);

Deno.test(inBrowser("the dashboard switches faults on and off, and shows their hits", {}, async (served, { page }) => {
  await open(served, page);
  await openTab(page, "Faults");
  await page.getByLabel("Find a fault").fill("mesh");
  await page.getByLabel("Times").fill("1");
  const toggle = page.getByRole("switch", { name: "envoy_503" });
  await toggle.click();
  await page.locator(".switches .on").getByText("0 hits").waitFor();
  assertEquals((await served.call("/me").then((reply) => reply.text())).startsWith("upstream connect error"), true);
  await page.locator(".switches .on").getByText("1 hit, over", { exact: true }).waitFor();
  await toggle.press("Space");
  await page.locator(".switches .on").waitFor({ state: "detached" });
  assertEquals(served.sandbox.faults.list(), []);
  served.sandbox.faults.add({ status: 418, match: { path: "/me" } });
  await page.reload();
  await page.getByRole("button", { name: "Switch off rule" }).click();
  await page.getByRole("button", { name: "Switch off rule" }).waitFor({ state: "detached" });
  assertEquals(served.sandbox.faults.list(), []);
}));

Deno.test(inBrowser("the dashboard freezes, advances and sets the clock", {}, async (served, { page }) => {
  const { clock } = served.sandbox;
  await open(served, page);
  await page.getByText("Clock", { exact: true }).click();
  await page.getByRole("button", { name: "Freeze" }).click();
  await page.getByRole("button", { name: "Let it run" }).waitFor();
  const frozenAt = clock.now();
  await page.getByRole("button", { name: "+1 h" }).click();
  await page.locator("#now", { hasText: new Date(frozenAt + 3_600_000).toISOString().slice(11, 19) }).waitFor();
  assertEquals(clock.now(), frozenAt + 3_600_000);
  await page.getByLabel("Set to (UTC)").fill("2030-05-06T07:08:09");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await page.locator("#now", { hasText: "2030-05-06 07:08:09 UTC, frozen" }).waitFor();
}));

Deno.test(inBrowser(
  "the dashboard takes snapshots and brings them back, and asks before a reset",
  {},
  async (served, { page }) => {
    await open(served, page);
    await openTab(page, "Worlds");
    await page.getByText("The main world: seed 42, 20 users, 200 tracks").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("before");
    await page.getByRole("button", { name: "Take a snapshot" }).click();
    await page.getByRole("button", { name: "Restore before" }).waitFor();
    const mine = await served.getJson<{ collection: { id: number }[] }>(
      "/me/playlists?linked_partitioning=true&limit=1",
    );
    await (await served.call(`/playlists/${mine.collection[0]?.id}`, { method: "DELETE" })).body?.cancel();
    await page.getByText("200 tracks, 19 playlists").waitFor();
    await page.getByRole("button", { name: "Restore before" }).click();
    await page.getByText("200 tracks, 20 playlists").waitFor();
    served.sandbox.clock.freeze();
    await page.getByRole("button", { name: "Reset to the seed" }).click();
    await page.getByRole("button", { name: "Keep" }).click();
    assertEquals(served.sandbox.clock.frozen, true);
    await page.getByRole("button", { name: "Reset to the seed" }).click();
    // The message about the snapshot may still be shown.
    const reset = page.waitForResponse(/_sandbox\/reset$/);
    await page.getByRole("dialog").getByRole("button", { name: "Reset", exact: true }).click();
    assertEquals((await reset).status(), 200);
    assertEquals(served.sandbox.clock.frozen, false);
  },
));

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

Deno.test(inBrowser(
  "the dashboard shows what was called, undocumented requests, and the sources of replies",
  {},
  async (served, { page }) => {
    await sendTypicalRequests(served);
    await open(served, page);
    await openTab(page, "Fidelity");
    await page.getByRole("list", { name: "Undocumented requests" }).getByText("GET /track/7").waitFor();
    await page.getByRole("list", { name: "Operations that were called" }).getByText("POST /playlists", { exact: true })
      .waitFor();
    const changes = await page.getByRole("list", { name: "What SoundCloud has changed" }).getByRole("listitem")
      .allInnerTexts();
    assert(changes[0]?.includes("2026-10-28") && changes.length === 7, `the newest first: ${changes[0]}`);
    await page.getByLabel("Name or source").fill("station");
    await page.getByRole("list", { name: "Sources of the replies" }).getByText(/station/).first().waitFor();
    await page.getByRole("button", { name: "Start over" }).click();
    await page.getByText("No operation has been called yet").waitFor();
  },
));

Deno.test(inBrowser("a new filter counts at once, and shows what was before it", {}, async (served, { page }) => {
  await served.getJson("/users/1");
  await open(served, page);
  const shown = page.locator("#requests button");
  await shown.first().waitFor();
  await page.getByLabel("Path, * for anything").fill("/users/2");
  await page.getByLabel("Path, * for anything").press("Enter");
  await page.getByText("No requests yet").waitFor();
  await served.getJson("/users/1");
  await served.getJson("/users/2");
  await shown.first().waitFor();
  assertEquals(await shown.count(), 1);
  await page.getByLabel("Path, * for anything").fill("");
  await page.getByLabel("Path, * for anything").press("Enter");
  await shown.nth(2).waitFor();
  await page.getByLabel("Method").selectOption("POST");
  await page.getByText("No requests yet").waitFor();
}));

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
