import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { createSandbox, type FaultName, type FaultRule, type Sandbox } from "@tonearm/sandbox";

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

const MATCHES: readonly (readonly [string, FaultRule, readonly number[]])[] = [
  ["path", { match: { path: "/me/*" } }, [200, 503, 503, 200]],
  ["a path whose segment has a name", { match: { path: "/{a}/tracks" } }, [200, 503, 200, 200]],
  ["method", { match: { method: "post" } }, [200, 200, 200, 200]],
  ["nth", { match: { path: "/me*", nth: 2 } }, [200, 503, 200, 200]],
  ["times", { times: 2 }, [503, 503, 200, 200]],
  ["probability 0", { probability: 0 }, [200, 200, 200, 200]],
];

for (const [what, rule, expected] of MATCHES) {
  Deno.test(`sandbox faults: a rule respects its ${what}`, async () => {
    using sandbox = createSandbox();
    sandbox.faults.add({ ...rule, status: 503 });
    assertEquals(await statuses(sandbox, ["/me", "/me/tracks", "/me/likes/tracks", "/users/1"]), expected);
  });
}

Deno.test("sandbox faults: a path matches whether its URN is percent-encoded or not, ignoring the query", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add({ match: { path: "/users/soundcloud:users:1" }, status: 503 });
  assertEquals(await statuses(sandbox, ["/users/soundcloud%3Ausers%3A1?a=b", "/users/1"]), [503, 200]);
});

Deno.test("sandbox faults: a rule for a token applies only to that token", async () => {
  using sandbox = createSandbox();
  const token = sandbox.issueTokens(2).access_token;
  sandbox.faults.add({ match: { token }, status: 503 });
  assertEquals(await statuses(sandbox, ["/me"]), [200]);
  assertEquals(await statuses(sandbox, ["/me"], { authorization: `OAuth ${token}` }), [503]);
});

Deno.test("sandbox faults: probability is drawn from the seed: the same sandbox fails at the same requests", async () => {
  const run = async (seed: number) => {
    using sandbox = createSandbox({ seed });
    sandbox.faults.add({ status: 503, probability: 0.5 });
    return await statuses(sandbox, Array.from({ length: 24 }, () => "/me"));
  };
  const [first, again, other] = [await run(1), await run(1), await run(2)];
  assertEquals(first, again);
  assert(first.includes(200) && first.includes(503));
  assert(first.join() !== other.join());
});

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
  ["code=429", 429, '{"errors":[{"meta":{"rate_limit":{"bucket":"by-client"'],
  ["code=401", 401, '{"code":401,"message":""'],
  ["code=500", 500, '"status":"500 - Internal Server Error"'],
  ["code=502", 502, "502 Bad Gateway ERROR"],
  ["code=504", 504, "upstream request timeout"],
  ["fault=waf_block", 403, "Request blocked."],
  ['respond-async, code="404"', 404, '"code":404'],
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

Deno.test("Prefer: code=429 has the limit of captured replies, with a time of the sandbox's clock", async () => {
  using sandbox = createSandbox({ clock: "2026-01-02T03:04:05Z", config: { retryAfter: true } });
  sandbox.clock.freeze("2026-01-02T03:04:05Z");
  const reply = await sandbox.fetch(`${API}/me`, { headers: { prefer: "code=429" } });
  assertEquals(reply.headers.get("retry-after"), "3600");
  assertEquals((await reply.json()).errors[0].meta, {
    rate_limit: { bucket: "by-client", max_nr_of_requests: 15000, time_window: "PT24H", name: "plays" },
    remaining_requests: 0,
    reset_time: "2026/01/02 04:04:05 +0000",
  });
});

Deno.test("Prefer: delay=40 waits 40 milliseconds before the service replies", async () => {
  using sandbox = createSandbox();
  const start = performance.now();
  assertEquals(await statuses(sandbox, ["/me"], { prefer: "delay=40" }), [200]);
  assert(performance.now() - start >= 39);
});

Deno.test("sandbox faults: unknown preferences are ignored", async () => {
  using sandbox = createSandbox();
  for (const prefer of ["code=99", "code=abc", "delay=soon", "fault=gremlins", "return=minimal", ""]) {
    assertEquals(await statuses(sandbox, ["/me"], { prefer }), [200], prefer);
  }
});
