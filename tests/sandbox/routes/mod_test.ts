import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { OPERATION_TABLE } from "../../../sandbox/contract/operations.ts";
import { documentedMethods, nearestOperation } from "../../../sandbox/document/undocumented.ts";
import { operationsWith } from "../../../sandbox/http/operation.ts";
import { operations } from "../../../sandbox/routes/mod.ts";
import { sandboxApi } from "../../support/api.ts";

const FORM = "application/x-www-form-urlencoded";

Deno.test("operationsWith() serves each operation of the table, and refuses to start without a handler", () => {
  const names = operations.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  assertEquals(names.sort(), Object.keys(OPERATION_TABLE).sort());
  assertThrows(() => operationsWith({}), TypeError, "it has no handler");
});

Deno.test("sandbox operations: pages of other sites get no tokens, and those of this machine do", async () => {
  using sandbox = createSandbox();
  const { clientId, clientSecret } = sandbox.clientConfig;
  const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
  const ask = async (method: string, path: string, origin: string) => {
    const headers = { origin, authorization, "content-type": FORM };
    const init = method === "POST" ? { method, headers, body: "grant_type=client_credentials" } : { method, headers };
    const reply = await sandbox.fetch(`https://secure.sandbox.test${path.replace(":code", "ABCD")}`, init);
    return { status: reply.status, text: await reply.text() };
  };
  for (const { method, path } of operations.filter(({ isGuarded }) => isGuarded)) {
    const { status, text } = await ask(method, path, "https://evil.example");
    const reason = "The sandbox gives no tokens to pages of https://evil.example: no app there is registered";
    assertEquals({ status, isTold: text.includes(reason) }, { status: 403, isTold: true }, `${method} ${path}`);
  }
  for (const origin of ["http://localhost:5173", "https://secure.sandbox.test"]) {
    assertEquals((await ask("POST", "/oauth/token", origin)).status, 200, origin);
  }
});

Deno.test("sandbox routing: the nearest operation preferably has the same method", () => {
  assertEquals(nearestOperation("DELETE", "/playlist/1"), "DELETE /playlists/{playlist_urn}");
  assertEquals(documentedMethods("/playlists/1"), ["GET", "PUT", "DELETE"]);
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
