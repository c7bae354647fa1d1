import { assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { caller } from "../../support/api.ts";
import { codeFor, exchange, refresh, useToken } from "../../support/oauth.ts";

/** Registers a second app with the redirect URI of the first one. */
async function otherApp(sandbox: Sandbox): Promise<{ client_id: string; client_secret: string }> {
  const { redirectUri } = sandbox.clientConfig;
  const app = { name: "Another", description: "Tries things out", website: "https://example.com" };
  const { body } = await caller(sandbox, 2).post("/me/apps", { ...app, redirect_uri: redirectUri });
  const { client_id, client_secret } = body as unknown as Record<string, string>;
  return { client_id: String(client_id), client_secret: String(client_secret) };
}

Deno.test("POST /oauth/token rejects another app's refresh token, which stays valid", async () => {
  using sandbox = createSandbox();
  const { refresh_token } = sandbox.issueTokens();
  const { status, body } = await refresh(sandbox, refresh_token, await otherApp(sandbox));
  assertEquals({ status, error: body.error }, { status: 400, error: "invalid_grant" });
  assertEquals((await refresh(sandbox, refresh_token)).status, 200);
});

Deno.test("POST /oauth/token keeps the first token of a code valid when the code is used again", async () => {
  using sandbox = createSandbox();
  const code = await codeFor(sandbox);
  const { body } = await exchange(sandbox, code);
  assertEquals((await exchange(sandbox, code)).status, 400);
  assertEquals(await useToken(sandbox, body.access_token), 200);
  assertEquals((await refresh(sandbox, body.refresh_token)).status, 200);
});

Deno.test("POST /oauth/token revokes what came of a code that is used again, if the settings say so", async () => {
  using sandbox = createSandbox({ config: { refreshReuse: "revoke-family" } });
  const code = await codeFor(sandbox);
  const { body } = await exchange(sandbox, code);
  const other = sandbox.issueTokens();
  assertEquals((await exchange(sandbox, code)).status, 400);
  assertEquals(await useToken(sandbox, body.access_token), 401);
  assertEquals((await refresh(sandbox, body.refresh_token)).status, 400);
  assertEquals(await useToken(sandbox, other.access_token), 200);
});
