import { assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { callApi, control } from "../../support/sandbox/requests.ts";

Deno.test("POST /requests/*/replay reports status 0 for a lost connection, and rejects a request whose body the log no longer has", async () => {
  using sandbox = createSandbox();
  await callApi(sandbox, "GET /me");
  sandbox.faults.add({ drop: "before", match: { path: "/me" } });
  assertEquals((await control(sandbox, "POST /requests/1/replay")).body, { status: 0 });
  sandbox.faults.clear();
  const body = "x".repeat(5000);
  const headers = { "content-type": "text/plain", "content-length": "5000" };
  await callApi(sandbox, "POST /tracks", { body, headers });
  const refused = await control<{ error: string }>(sandbox, "POST /requests/3/replay");
  assertEquals(refused.status, 409);
  assertMatch(refused.body.error, /doesn't keep bodies/);
});
