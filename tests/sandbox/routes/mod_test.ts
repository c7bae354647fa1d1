import { assertEquals, assertMatch } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import type { Operation } from "../../../sandbox/http/operation.ts";
import { operations } from "../../../sandbox/routes/mod.ts";
import { sandboxApi } from "../../support/api.ts";
import { assertGolden } from "../../support/golden.ts";
import { statusOf } from "../../support/sandbox/requests.ts";

const CALLERS = new URL("callers.txt", import.meta.url);

/** Returns the statuses that an operation gives to each kind of caller, and the parameters that it knows. */
async function accessTo({ method, path, query }: Operation, sandbox: Sandbox): Promise<string> {
  const ask = async (headers: Record<string, string>) => {
    const url = `https://secure.sandbox.test${path.replace(/:\w+/g, "0")}`;
    const reply = await sandbox.fetch(url, { method, headers, redirect: "manual" });
    return { status: reply.status, text: await reply.text() };
  };
  const as = (user: number | null) => ({ authorization: `OAuth ${sandbox.issueTokens(user).access_token}` });
  const evil = await ask({ ...as(1), origin: "https://evil.example" });
  const reason = "The sandbox gives no tokens to pages of https://evil.example: no app there is registered";
  const isRefused = evil.status === 403 && evil.text.includes(reason);
  const callers = [await ask({}), await ask(as(null)), await ask(as(1))].map(({ status }) => status);
  const parts = [callers.join(" "), isRefused ? "no strangers" : "", query.toSorted().join(" ")];
  return parts.filter((part) => part !== "").join(", ");
}

Deno.test("sandbox operations: nobody, an app, a user and a page of another site get the replies of callers.txt", async () => {
  using sandbox = createSandbox();
  const lines = [];
  for (const operation of operations) lines.push(`${operation.name}: ${await accessTo(operation, sandbox)}`);
  const text = `${lines.sort().join("\n")}\n`;
  await assertGolden(text, CALLERS);
});

Deno.test("sandbox operations: pages of this machine get tokens", async () => {
  using sandbox = createSandbox();
  const { clientId, clientSecret } = sandbox.clientConfig;
  const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
  for (const origin of ["http://localhost:5173", "https://secure.sandbox.test"]) {
    const headers = { origin, authorization, "content-type": "application/x-www-form-urlencoded" };
    const init = { method: "POST", headers, body: "grant_type=client_credentials" };
    assertEquals(await statusOf(sandbox.fetch("https://secure.sandbox.test/oauth/token", init)), 200, origin);
  }
});

Deno.test("sandbox routing: browsers get CORS headers, on errors too, unless they are switched off", async () => {
  using api = sandboxApi();
  const allowed = async (path: string) =>
    (await api.get(path, { origin: "https://app.example" })).headers.get("access-control-allow-origin");
  assertEquals([await allowed("/me"), await allowed("/tracks/9"), await allowed("/nowhere")], ["*", "*", "*"]);
  assertEquals((await api.get("/me")).headers.has("access-control-allow-origin"), false);
  const preflight = await api.send("/tracks/1020", {
    method: "OPTIONS",
    headers: { "origin": "https://app.example", "access-control-request-method": "PUT" },
  });
  assertEquals(preflight.status, 204);
  assertMatch(preflight.headers.get("access-control-allow-methods") ?? "", /PUT/);
  assertMatch(preflight.headers.get("access-control-allow-headers") ?? "", /Authorization/);
  api.sandbox.config.cors = false;
  assertEquals(await allowed("/me"), null);
});
