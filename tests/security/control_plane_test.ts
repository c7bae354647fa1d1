import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { launch, openTab } from "../support/sandbox/in_browser.ts";
import { CHROMIUM, without } from "../support/programs.ts";
import { type Served, serveSandbox } from "../support/sandbox/requests.ts";
import { tone } from "../support/sandbox/sounds.ts";

const HOSTILE = `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;

interface Attack {
  readonly served: Served;
  /** A page of another site, whose name leads to this machine as well. */
  readonly page: Page;
  /** The answers of the sandbox to what the browser sent, `POST /_sandbox/reset 403`. */
  readonly answers: string[];
}

/** Opens a stranger's page in a browser for which `evil.example` is this machine. */
function testFromOtherSite(name: string, attack: (attack: Attack) => Promise<void>): void {
  Deno.test({
    name,
    ignore: without(CHROMIUM),
    async fn() {
      await using served = await serveSandbox();
      served.sandbox.faults.add("waf_block", { match: { path: "/never" } });
      const page = () =>
        new Response("<!doctype html><title>evil</title>", { headers: { "content-type": "text/html" } });
      await using stranger = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, page);
      await using browser = await launch("--host-resolver-rules=MAP evil.example 127.0.0.1");
      const opened = await browser.newPage();
      opened.setDefaultTimeout(15_000);
      const answers: string[] = [];
      opened.on("response", (reply) => {
        const { pathname } = new URL(reply.url());
        if (pathname.startsWith("/_sandbox")) {
          answers.push(`${reply.request().method()} ${pathname} ${reply.status()}`);
        }
      });
      await opened.goto(`http://evil.example:${stranger.addr.port}/`);
      await attack({ served, page: opened, answers });
    },
  });
}

/** What an attacker would want to have changed. */
function untouched({ sandbox }: Served): boolean {
  return sandbox.faults.list().length === 1 && !sandbox.clock.frozen;
}

const ENCODINGS = ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data"] as const;

testFromOtherSite(
  "another site's forms change nothing, however they are encoded",
  async ({ served, page, answers }) => {
    const home = page.url();
    for (const encoding of ENCODINGS) {
      await page.goto(home);
      await page.setContent(`<form method=post enctype="${encoding}" action="${served.url}/_sandbox/faults">
      <input name='"envoy_503' value='"'></form>`);
      await Promise.all([page.waitForURL(/faults/), page.evaluate("document.forms[0].submit()")]);
    }
    assertEquals(answers, ENCODINGS.map(() => "POST /_sandbox/faults 403"));
    assert(untouched(served));
  },
);

const REQUESTS: Readonly<Record<string, string>> = {
  "a text without asking": `fetch(URL + "/reset", { method: "POST", mode: "no-cors" })`,
  "JSON without asking": `fetch(URL + "/clock", { method: "POST", mode: "no-cors", body: '{"freeze":true}' })`,
  "JSON with asking":
    `fetch(URL + "/clock", { method: "POST", headers: { "content-type": "application/json" }, body: '{"freeze":true}' })`,
  "a beacon": `navigator.sendBeacon(URL + "/reset", "x")`,
  "a DELETE": `fetch(URL + "/faults", { method: "DELETE" })`,
  "a token": `fetch(URL + "/tokens", { method: "POST" }).then((reply) => reply.text())`,
  "the log": `fetch(URL + "/requests").then((reply) => reply.text())`,
  "the log with cookies": `fetch(URL + "/requests", { credentials: "include" }).then((reply) => reply.text())`,
};

for (const name of ["127.0.0.1", "localhost"]) {
  testFromOtherSite(`another site's scripts get nothing done and nothing back at ${name}`, async (attack) => {
    const { served, page, answers } = attack;
    const url = `${served.url.replace("127.0.0.1", name)}/_sandbox`;
    for (const [what, script] of Object.entries(REQUESTS)) {
      const run = `(async () => { const URL = "${url}"; return await ${script}; })().catch(() => "refused")`;
      const got = await page.evaluate(run);
      assert(typeof got !== "string" || got === "refused", `${what}: ${got}`);
    }
    assert(answers.length > 0 && answers.every((answer) => / (?:403|405)$/.test(answer)), answers.join());
    assert(untouched(served));
  });
}

const EMBEDDINGS = { img: "image", script: "script", link: "style", iframe: "iframe", video: "video" } as const;

for (const site of ["cross-site", "same-site"]) {
  Deno.test(`/_sandbox: a browser's requests from a ${site} page are rejected, even without an Origin`, async () => {
    await using served = await serveSandbox();
    for (const dest of Object.values(EMBEDDINGS)) {
      const headers = { "sec-fetch-site": site, "sec-fetch-dest": dest, "sec-fetch-mode": "no-cors" };
      const reply = await served.request("/_sandbox/requests", { headers });
      await reply.body?.cancel();
      assertEquals(reply.status, 403);
    }
    const headers = { "sec-fetch-site": site, "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };
    const reply = await served.request("/_sandbox/reset", { method: "POST", headers });
    await reply.body?.cancel();
    assertEquals(reply.status, 403);
  });
}

testFromOtherSite("another site can't frame the dashboard", async ({ served, page, answers }) => {
  await page.setContent(`<iframe src="${served.url}/_sandbox/"></iframe>`, { waitUntil: "load" });
  assertEquals(answers, ["GET /_sandbox/ 403"]);
});

testFromOtherSite("a link to the dashboard on another site can be followed", async ({ served, page, answers }) => {
  await page.setContent(`<a href="${served.url}/_sandbox/">sandbox</a>`);
  await page.getByText("sandbox").click();
  await page.getByText("connected", { exact: true }).waitFor();
  assertEquals(answers[0], "GET /_sandbox/ 200");
});

testFromOtherSite(
  "a name that was made to lead to this machine (DNS rebinding) opens no control plane",
  async (attack) => {
    const { served, page, answers } = attack;
    const { port } = new URL(served.url);
    await page.goto(`http://evil.example:${port}/_sandbox/`);
    const script = `fetch("/_sandbox/reset", { method: "POST" }).then((reply) => reply.status)`;
    assertEquals(await page.evaluate(script), 403);
    assertEquals(answers, ["GET /_sandbox/ 403", "POST /_sandbox/reset 403"]);
    assert(untouched(served));
  },
);

testFromOtherSite(
  "markup in titles, paths, headers and the login page's query stays text",
  async ({ served, page }) => {
    const json = { "content-type": "application/json", "user-agent": HOSTILE };
    const init = { method: "POST", headers: json, body: JSON.stringify({ playlist: { title: HOSTILE } }) };
    await (await served.call("/playlists", init)).body?.cancel();
    await (await served.call(`/tracks/${encodeURIComponent(HOSTILE)}`)).body?.cancel();
    await page.goto(`${served.url}/_sandbox/`);
    await page.getByText("connected", { exact: true }).waitFor();
    await page.locator("#requests button", { hasText: "/playlists" }).click();
    await page.getByRole("article").getByText(HOSTILE).first().waitFor();
    const planted = page.locator('img[src="x"], main script');
    assertEquals(await page.title() === "taken", false);
    assertEquals(await planted.count(), 0);
    await openTab(page, "Catalogue");
    await page.getByRole("button", { name: "Playlists" }).click();
    await page.getByRole("button", { name: "Edge cases" }).click();
    await page.locator("#list").getByText(HOSTILE).waitFor();
    assertEquals(await page.title() === "taken", false);
    assertEquals(await planted.count(), 0);
    const query = encodeURIComponent(HOSTILE);
    await page.goto(`${served.url}/authorize?client_id=${query}&redirect_uri=${query}&state=${query}`);
    assertEquals(await page.title(), "This login cannot continue");
    assertEquals(await page.locator("img, script").count(), 0);
  },
);

Deno.test("/_sandbox: neither a page nor a drawing with scripts can be uploaded as sound or picture", async () => {
  await using served = await serveSandbox();
  const page = new File([`<!doctype html>${HOSTILE}`], "x.wav", { type: "audio/wav" });
  const drawing = new File([`<svg xmlns="http://www.w3.org/2000/svg">${HOSTILE}</svg>`], "x.png", {
    type: "image/png",
  });
  const sound = new File([new Uint8Array(tone(0.1))], "x.wav", { type: "audio/wav" });
  for (const [asset, artwork] of [[page, undefined], [sound, drawing]] as const) {
    const form = new FormData();
    form.set("track[title]", "x");
    form.set("track[asset_data]", asset);
    if (artwork) form.set("track[artwork_data]", artwork);
    const reply = await served.call("/tracks", { method: "POST", body: form });
    assertEquals({ status: reply.status, hasUrn: "urn" in await reply.json() }, { status: 422, hasUrn: false });
  }
});

Deno.test("/_sandbox: no reply of the control plane may be read or framed by another origin", async () => {
  await using served = await serveSandbox();
  for (const path of ["", "/", "/state", "/requests", "/export", "/openapi.json", "/nothing", "/config"]) {
    const reply = await served.request(`/_sandbox${path}`);
    await reply.body?.cancel();
    assertEquals(reply.headers.get("access-control-allow-origin"), null);
    const type = reply.headers.get("content-type") ?? "";
    if (type.includes("html")) assert(reply.headers.get("content-security-policy")?.includes("frame-ancestors 'none'"));
    assertEquals(reply.headers.get("x-content-type-options"), reply.status === 308 ? null : "nosniff", path);
  }
});

const TAKEOVER: Readonly<Record<string, string>> = {
  "an app's token": `fetch(URL + "/oauth/token", { method: "POST", headers: { authorization: "Basic " +
    btoa("sandbox-client:sandbox-secret") }, body: new URLSearchParams({ grant_type: "client_credentials" }) })`,
  "a pairing code": `fetch(URL + "/pairing/codes?client_id=sandbox-client", { method: "POST", body: '{"device":{}}' })`,
  "a code": `fetch(URL + "/authorize?sandbox_user=1&client_id=sandbox-client&response_type=code&code_challenge=" +
    "a".repeat(43) + "&code_challenge_method=S256&redirect_uri=http://127.0.0.1:8765/callback")`,
  "a namespace": `fetch(URL + "/~stranger/users/1", { mode: "no-cors" })`,
};

for (const name of ["127.0.0.1", "localhost"]) {
  testFromOtherSite(`another site's scripts get no token and make nothing at ${name}`, async ({ served, page }) => {
    const url = served.url.replace("127.0.0.1", name);
    for (const [what, script] of Object.entries(TAKEOVER)) {
      const run = `(async () => { const URL = "${url}"; const reply = await ${script};
        return reply.type + reply.status; })().catch(() => "refused")`;
      assert(["cors403", "opaque0", "refused"].includes(await page.evaluate(run)), what);
    }
    const { namespaces, counts } = await served.getJson<{ namespaces: string[]; counts: Record<string, number> }>(
      "/_sandbox/state",
    );
    assertEquals({ namespaces, access_tokens: counts.access_tokens }, { namespaces: [], access_tokens: 1 });
  });
}

Deno.test("/_sandbox: a host name that could be rebound gets no token, but the developer's own page does", async () => {
  await using served = await serveSandbox();
  const ask = async (headers: Record<string, string>) => {
    const reply = await served.request("/pairing/codes?client_id=sandbox-client", {
      method: "POST",
      body: '{"device":{}}',
      headers,
    });
    await reply.body?.cancel();
    return reply.status;
  };
  assertEquals(await ask({}), 201);
  assertEquals(await ask({ origin: "http://localhost:3000" }), 201);
  assertEquals(await ask({ origin: "https://evil.example" }), 403);
  assertEquals(await ask({ origin: "null" }), 403);
  served.sandbox.config.redirectUri = "https://my-app.example/back";
  assertEquals(await ask({ origin: "https://my-app.example" }), 201);
});
