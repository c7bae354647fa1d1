import { assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { caller } from "../../support/api.ts";

async function refresh(sandbox: Sandbox, refresh_token: string, app = "sandbox-client", secret = "sandbox-secret") {
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    client_id: app,
    client_secret: secret,
    refresh_token,
  });
  const reply = await sandbox.fetch(`${sandbox.clientConfig.authUrl}/oauth/token`, { method: "POST", body });
  return [reply.status, (await reply.json()).error] as const;
}

Deno.test("POST /disconnect ends all tokens of that user and app, including other sign-ins, and no others", async () => {
  using sandbox = createSandbox();
  const pairs = [sandbox.issueTokens(7), sandbox.issueTokens(7)];
  const others = [sandbox.issueTokens(8), sandbox.issueTokens(null)];
  const use = async (token: string) => {
    const reply = await sandbox.fetch(`${sandbox.clientConfig.baseUrl}/tracks/1001`, {
      headers: { authorization: `OAuth ${token}` },
    });
    await reply.body?.cancel();
    return reply.status;
  };
  const { status, text } = await caller(sandbox, 7).post("/disconnect");
  assertEquals({ status, text }, { status: 200, text: "" });
  for (const { access_token, refresh_token } of pairs) {
    assertEquals(await use(access_token), 401);
    assertEquals(await refresh(sandbox, refresh_token), [400, "invalid_grant"]);
  }
  for (const { access_token } of others) assertEquals(await use(access_token), 200);
  assertEquals((await refresh(sandbox, others[0]?.refresh_token ?? ""))[0], 200);
  assertEquals((await caller(sandbox, 7).get("/me")).status, 200, "the user may sign in again");
});

Deno.test("POST /disconnect answers 401 to an app, and to a token that was disconnected", async () => {
  using sandbox = createSandbox();
  assertEquals((await caller(sandbox, null).post("/disconnect")).status, 401);
  const api = caller(sandbox, 7);
  assertEquals((await api.post("/disconnect")).status, 200);
  assertEquals((await api.post("/disconnect")).status, 401);
});
