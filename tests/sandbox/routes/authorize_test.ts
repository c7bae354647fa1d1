import { assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { isRedirect } from "../../../sandbox/routes/authorize.ts";
import { authorizeUrl } from "../../support/oauth.ts";

type Changes = Record<string, string | null>;

async function post(
  sandbox: Sandbox,
  form: Record<string, string>,
  headers: HeadersInit = {},
  changes: Changes = {},
): Promise<Response> {
  const init: RequestInit = { method: "POST", body: new URLSearchParams(form), headers, redirect: "manual" };
  return await sandbox.fetch(authorizeUrl(sandbox, changes), init);
}

Deno.test("GET /authorize: a form without a decision, or from another site, decides nothing", async () => {
  using sandbox = createSandbox();
  assertEquals((await post(sandbox, { user: "1" })).status, 400);
  const form = { decision: "allow", user: "1" };
  const own = { origin: new URL(sandbox.clientConfig.authUrl).origin, "sec-fetch-site": "same-origin" };
  // An app on this machine may ask for tokens, and decides no more for its user than another site does.
  const origins = ["https://evil.example", "null", "http://localhost:3000", own.origin.replace("https", "http")];
  const sites = ["cross-site", "same-site", "none"].map((site) => ({ ...own, "sec-fetch-site": site }));
  for (const headers of [...origins.map((origin) => ({ ...own, origin })), ...sites]) {
    assertEquals((await post(sandbox, form, headers)).status, 403);
  }
  assertEquals((await post(sandbox, form, own)).status, 302);
});

Deno.test("isRedirect(): a code is passed to web pages and to apps, not to what a browser runs or opens itself", () => {
  const own = ["http://127.0.0.1:1/", "https://a.example/cb", "myapp://cb", "com.example.app:/cb"];
  const unsafe = [
    "about:blank",
    "blob:https://a.example/1",
    "data:text/html,1",
    "file:///1",
    "javascript:1",
    "VBScript:1",
  ];
  assertEquals([...own, ...unsafe, "nowhere", "//a.example"].filter(isRedirect), own);
});

Deno.test("sandbox.serve() tells the redirect URI of the settings", async () => {
  using sandbox = createSandbox({ config: { redirectUri: "http://localhost:4000/" } });
  await using server = await sandbox.serve();
  assertEquals(server.clientConfig.redirectUri, "http://localhost:4000/");
});
