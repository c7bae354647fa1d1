import { assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";

const API = "https://api.sandbox.test";

/** Returns the status of a request with an `Authorization` header. */
async function statusOf(sandbox: Sandbox, path: string, authorization?: string): Promise<number> {
  const headers = authorization === undefined ? {} : { authorization };
  const response = await sandbox.fetch(API + path, { headers });
  await response.body?.cancel();
  return response.status;
}

Deno.test("Authorization: the header accepts OAuth and Bearer in any case", async () => {
  using sandbox = createSandbox();
  const { access_token } = sandbox.issueTokens();
  for (const scheme of ["OAuth", "Bearer", "oauth", "BEARER", "OAuth  "]) {
    assertEquals(await statusOf(sandbox, "/me", `${scheme} ${access_token}`), 200, scheme);
  }
  for (
    const header of [access_token, `Basic ${access_token}`, `OAuth${access_token}`, "OAuth", `OAuth ${access_token} x`]
  ) {
    assertEquals(await statusOf(sandbox, "/me", header), 401, header.slice(0, 8));
  }
});

Deno.test("Authorization: a credential in the query is rejected whatever the header is; other parameters are accepted", async () => {
  using sandbox = createSandbox();
  const { access_token } = sandbox.issueTokens();
  for (
    const query of [`oauth_token=${access_token}`, "client_id=sandbox-client", "oauth_token=", "limit=1&client_id="]
  ) {
    assertEquals(await statusOf(sandbox, `/me?${query}`), 401, query);
    assertEquals(await statusOf(sandbox, `/me?${query}`, `OAuth ${access_token}`), 401, query);
  }
  assertEquals(await statusOf(sandbox, "/me?limit=1", `OAuth ${access_token}`), 200);
});

Deno.test("Authorization: tokens of one sandbox are invalid in another with another seed", async () => {
  using one = createSandbox();
  using other = createSandbox({ seed: 7 });
  assertEquals(await statusOf(other, "/me", `OAuth ${one.issueTokens().access_token}`), 401);
});
