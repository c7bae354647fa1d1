import { assert, assertEquals } from "@std/assert";
import { createSandbox, type FaultMatch, type Sandbox } from "@tonearm/sandbox";
import { ActiveFault } from "../../../sandbox/faults/active.ts";
import { Call } from "../../../sandbox/http/call.ts";
import { Random } from "../../../sandbox/base/random.ts";
import { World } from "../../../sandbox/world/world.ts";
import { callApi } from "../../support/sandbox/requests.ts";

/** Returns the status of a request while a fault with status 418 is on. */
async function statusWith(sandbox: Sandbox, match: FaultMatch, request: string, init: RequestInit = {}) {
  sandbox.faults.clear();
  sandbox.faults.add({ match, status: 418 });
  const reply = await callApi(sandbox, request, init);
  await reply.body?.cancel();
  return reply.status;
}

Deno.test("faults.add() matches on the query and on the headers of a request", async () => {
  using sandbox = createSandbox();
  const match = { query: { q: "night*" }, headers: { "X-Player": "Player/*" } };
  const status = (player: string, q: string) =>
    statusWith(sandbox, match, `GET /tracks?q=${q}`, { headers: { "x-player": player } });
  assertEquals(await status("Player/2.1", "night"), 418);
  assertEquals(await status("Player/2.1", "day"), 200);
  assertEquals(await status("Other/1", "night"), 200);
});

Deno.test("faults.add() matches on the body: its text, or fields of its JSON or form; the service still receives it", async () => {
  using sandbox = createSandbox();
  const json = JSON.stringify({ playlist: { title: "Mine", tracks: [{ id: 1001 }, { id: 1078 }] } });
  const status = (body: unknown) =>
    statusWith(sandbox, { body }, "POST /playlists", { body: json, headers: { "content-type": "application/json" } });
  assertEquals(await status({ playlist: { title: "Mine" } }), 418);
  assertEquals(await status({ playlist: { tracks: [{ id: 1001 }, {}] } }), 418);
  assertEquals(await status('*"title":"Mine"*'), 418);
  assertEquals(await status({ playlist: { tracks: [{ id: 1001 }] } }), 201);
  assertEquals(await status({ playlist: { title: "Yours" } }), 201);
  const form = new URLSearchParams({ "comment[body]": "first" });
  const comment = (body: unknown) => statusWith(sandbox, { body }, "POST /tracks/1184/comments", { body: form });
  assertEquals(await comment({ "comment[body]": "first" }), 418);
  assertEquals(await comment({ "comment[body]": "second" }), 422, "the service wants JSON here");
  assertEquals(await statusWith(sandbox, { body: {} }, "GET /me"), 200);
});

Deno.test("faults.add() with times happens no more often, even with concurrent requests", async () => {
  using sandbox = createSandbox();
  const fault = sandbox.faults.add({ match: { body: "*Mine*" }, status: 418, times: 2 });
  const body = JSON.stringify({ playlist: { title: "Mine" } });
  const headers = { "content-type": "application/json" };
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => callApi(sandbox, "POST /playlists", { body, headers })),
  );
  for (const reply of replies) await reply.body?.cancel();
  assertEquals(replies.filter(({ status }) => status === 418).length, 2);
  assertEquals(fault.hits, 2);
});

Deno.test("latencyMs with p50 and p99 has that distribution, and is the same for a seed", () => {
  const draw = (seed: number) => {
    const fault = new ActiveFault(1, seed, { rule: { latencyMs: { p50: 80, p99: 900 } } });
    return Array.from({ length: 20_000 }, () => fault.latency());
  };
  const sorted = draw(1).sort((a, b) => a - b);
  const [p50 = 0, p99 = 0] = [sorted[10_000], sorted[19_800]];
  assert(Math.abs(p50 / 80 - 1) < 0.05 && Math.abs(p99 / 900 - 1) < 0.1, `${p50} and ${p99}`);
  assertEquals(draw(7).slice(0, 5), draw(7).slice(0, 5));
  assert(draw(7)[0] !== draw(8)[0]);
});

/** Runs a test with a request of `/me`. */
async function withCall(run: (call: Call) => Promise<void>): Promise<void> {
  const world = new World();
  try {
    await run(new Call(new Request("https://api.sandbox.test/me"), { world }));
  } finally {
    world.close();
  }
}

Deno.test("ActiveFault draws its probability from the numbers of the seed and of its id, from the first one", async () => {
  await withCall(async (call) => {
    const fault = new ActiveFault(3, 7, { rule: { probability: 0.5 } });
    const random = new Random("7:fault:3");
    for (let n = 0; n < 20; n++) assertEquals(await fault.happens(call), random.chance(0.5), `request ${n}`);
  });
});

Deno.test("ActiveFault.keep() is all that a fault needs to continue", async () => {
  await withCall(async (call) => {
    const definition = { rule: { probability: 0.5, times: 8, latencyMs: { p50: 80, p99: 900 } } };
    const fault = new ActiveFault(3, 7, definition);
    assertEquals(fault.keep(), { id: 3, name: null, rule: definition.rule, hits: 0, seen: 0, draws: 0, memory: [] });
    for (let n = 0; n < 5; n++) await fault.happens(call);
    fault.latency();
    fault.memory.set("token", "a");
    const again = new ActiveFault(3, 7, definition, null, fault.keep());
    assertEquals(again.keep(), { ...fault.keep(), seen: 5, draws: 7, memory: [["token", "a"]] });
    assertEquals(again.latency(), fault.latency());
    for (let n = 0; n < 20; n++) assertEquals(await again.happens(call), await fault.happens(call), `request ${n}`);
    assertEquals(again.hits, 8);
  });
});
