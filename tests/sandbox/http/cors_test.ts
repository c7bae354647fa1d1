import { assertEquals } from "@std/assert";
import { inBrowser } from "../../support/sandbox/in_browser.ts";
import { authorizeUrl, exchange, useToken } from "../../support/oauth.ts";

Deno.test(
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
  }),
);
