import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { createSandbox, type FaultName, type Sandbox } from "@tonearm/sandbox";

const API = "https://api.sandbox.test";

/** Returns the statuses of requests by the catalogue's first user, in order. */
async function statuses(sandbox: Sandbox, paths: readonly string[], headers: HeadersInit = {}): Promise<number[]> {
  const authorization = `OAuth ${sandbox.issueTokens().access_token}`;
  const found: number[] = [];
  for (const path of paths) {
    const all = new Headers(headers);
    if (!all.has("authorization")) all.set("authorization", authorization);
    found.push((await sandbox.fetch(API + path, { headers: all })).status);
  }
  return found;
}

const ME_THRICE = ["/me", "/me", "/me"];

Deno.test("sandbox faults: a named fault accepts a rule for when it happens, and keeps its effect", async () => {
  using sandbox = createSandbox();
  const fault = sandbox.faults.add("envoy_503", { match: { path: "/me" }, times: 1 });
  assertEquals(await statuses(sandbox, ["/users/1", ...ME_THRICE]), [200, 503, 200, 200]);
  assertEquals({ name: fault.name, hits: fault.hits }, { name: "envoy_503", hits: 1 });
});

Deno.test("sandbox faults: faults can be listed, removed and cleared", async () => {
  using sandbox = createSandbox();
  const first = sandbox.faults.add("envoy_503");
  const second = sandbox.faults.add("mesh_404");
  assertEquals(sandbox.faults.list().map(({ id, name }) => [id, name]), [[1, "envoy_503"], [2, "mesh_404"]]);
  assert(sandbox.faults.remove(first.id) && !sandbox.faults.remove(99));
  assertEquals(await statuses(sandbox, ["/me"]), [404]);
  sandbox.faults.clear();
  assertEquals(second.hits, 1);
  assertEquals(await statuses(sandbox, ["/me"]), [200]);
});

Deno.test("sandbox faults: an unknown name is rejected", () => {
  using sandbox = createSandbox();
  assertThrows(() => sandbox.faults.add("gremlins" as FaultName), TypeError, "no fault has that name");
  assertThrows(() => sandbox.faults.add("toString" as FaultName), TypeError);
});

const PREFERRED: readonly (readonly [string, number, string])[] = [
  ["code=202", 202, '"status":"202 - '],
  ["code=302", 302, '"code":302'],
  ["code=401", 401, '{"code":401,"message":""'],
  ["code=500", 500, '"status":"500 - Internal Server Error"'],
];

for (const [prefer, status, text] of PREFERRED) {
  Deno.test(`Prefer: ${prefer} answers only that request with ${status}`, async () => {
    using sandbox = createSandbox();
    const reply = await sandbox.fetch(`${API}/tracks`, { headers: { prefer } });
    assertEquals(reply.status, status);
    assertStringIncludes(await reply.text(), text);
    assertEquals(await statuses(sandbox, ["/me"]), [200]);
  });
}

Deno.test("Prefer: delay=40 waits 40 milliseconds before the service replies", async () => {
  using sandbox = createSandbox();
  const start = performance.now();
  assertEquals(await statuses(sandbox, ["/me"], { prefer: "delay=40" }), [200]);
  assert(performance.now() - start >= 39);
});
