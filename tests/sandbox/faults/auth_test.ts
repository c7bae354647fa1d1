import { assertEquals, assertStringIncludes } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { authorizeUrl, basic, postToken } from "../../support/oauth.ts";
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
