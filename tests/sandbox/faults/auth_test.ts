import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { authorizeUrl, basic, codeFor, exchange, postToken, refresh } from "../../support/oauth.ts";
import { serveSandbox } from "../../support/sandbox/requests.ts";

for (const name of ["refresh_commit_then_drop", "refresh_drop_before_commit"] as const) {
  Deno.test(`${name} doesn't affect the other grants`, async () => {
    using sandbox = createSandbox();
    const { clientId, clientSecret } = sandbox.clientConfig;
    const fault = sandbox.faults.add(name);
    const reply = await postToken(sandbox, { grant_type: "client_credentials" }, basic(clientId, clientSecret));
    assertEquals({ status: reply.status, hits: fault.hits }, { status: 200, hits: 0 });
  });
}

Deno.test("code_exchange_flaky sometimes rejects valid codes, and never affects refreshes", async () => {
  using sandbox = createSandbox();
  const { refresh_token } = sandbox.issueTokens();
  const fault = sandbox.faults.add("code_exchange_flaky");
  const outcomes: (string | undefined)[] = [];
  for (let i = 0; i < 12; i++) outcomes.push((await exchange(sandbox, await codeFor(sandbox))).body.error);
  assertEquals(new Set(outcomes), new Set([undefined, "invalid_grant"]));
  const hits = fault.hits;
  assertEquals((await refresh(sandbox, refresh_token)).status, 200);
  assertEquals(fault.hits, hits);
});

Deno.test("authorize_blank returns a blank page, whatever is posted", async () => {
  await using served = await serveSandbox();
  served.sandbox.faults.add("authorize_blank");
  const { search } = new URL(authorizeUrl(served.sandbox, { sandbox_user: "1" }));
  for (const method of ["GET", "POST"]) {
    const reply = await served.call(`/authorize${search}`, { method });
    assertEquals({ status: reply.status, location: reply.headers.get("location") }, { status: 200, location: null });
    assertEquals((await reply.text()).replace(/<title>.*<\/title>|<[^>]*>/g, "").trim(), "");
  }
});

Deno.test("authorize_500 answers with an unexpected error", async () => {
  await using served = await serveSandbox();
  served.sandbox.faults.add("authorize_500");
  const reply = await served.call(`/authorize${new URL(authorizeUrl(served.sandbox)).search}`);
  assertEquals(reply.status, 500);
  assertStringIncludes(await reply.text(), "Something unexpected happened");
});

Deno.test("state_tampered redirects back with another state and a valid code", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add("state_tampered");
  const reply = await sandbox.fetch(authorizeUrl(sandbox, { sandbox_user: "1", state: "mine" }), {
    redirect: "manual",
  });
  const query = new URL(reply.headers.get("location") ?? "").searchParams;
  assertEquals(query.get("state"), "tampered");
  assertEquals((await exchange(sandbox, query.get("code") ?? "")).status, 200);
});

Deno.test("redirect_schemeless treats the callback as a path of the authorization host", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add("redirect_schemeless");
  const reply = await sandbox.fetch(authorizeUrl(sandbox, { sandbox_user: "1" }), { redirect: "manual" });
  const location = reply.headers.get("location") ?? "";
  const { host, pathname } = new URL(sandbox.clientConfig.redirectUri);
  assert(location.startsWith(`${sandbox.clientConfig.authUrl}/${host}${pathname}?code=`), location);
});
