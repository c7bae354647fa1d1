import { expect } from "./story.ts";

/**
 * Acts like a person in a browser: opens the authorization page, keeps the suggested user, and allows access.
 *
 * @param url The authorization URL.
 * @returns The callback URL that the browser is redirected to.
 */
export async function giveConsent(url: string): Promise<string> {
  const page = await fetch(url);
  const html = await page.text();
  expect(page.status === 200, `the authorization page answered ${page.status}`);
  const user = /<input type="radio" name="user" value="(\d+)" checked>/.exec(html)?.[1];
  expect(user, "the authorization page suggests no user");
  const body = new URLSearchParams({ user, decision: "allow" });
  const reply = await fetch(url, { method: "POST", body, redirect: "manual" });
  await reply.body?.cancel();
  const location = reply.headers.get("location");
  expect(reply.status === 302 && location, `consent answered ${reply.status}`);
  return location;
}
