import { assertEquals, assertRejects } from "@std/assert";
import type { FaultRule } from "@tonearm/sandbox";
import { Call } from "../../../sandbox/http/call.ts";
import { World } from "../../../sandbox/world/world.ts";

/** What becomes of a request and of the service's reply. */
interface Outcome {
  readonly reply: Promise<Response>;
  /** Each event, in order: the service is asked, its body is read or cancelled. */
  readonly events: readonly string[];
  readonly names: readonly string[];
}

/** Passes a request through faults. The service answers 201 with "served" and two headers. */
function run(...rules: readonly FaultRule[]): Outcome {
  const world = new World();
  for (const rule of rules) world.faults.add(rule);
  const events: string[] = [];
  const names: string[] = [];
  const body = () =>
    new ReadableStream({
      pull(controller) {
        events.push("read");
        controller.enqueue(new TextEncoder().encode("served"));
        controller.close();
      },
      cancel: () => void events.push("cancelled"),
    }, { highWaterMark: 0 });
  const ask = () => {
    events.push("asked");
    return Promise.resolve(new Response(body(), { status: 201, headers: { "x-own": "1", "x-other": "2" } }));
  };
  const call = new Call(new Request("https://api.sandbox.test/me"), { world });
  const reply = world.faults.around(call, ask, (found) => void names.push(...found)).finally(() => world.close());
  return { reply, events, names };
}

async function facts(reply: Response): Promise<object> {
  const { status, headers } = reply;
  return { status, own: headers.get("x-own"), other: headers.get("x-other"), text: await reply.text() };
}

Deno.test("sandbox faults: a request without a fault gets the service's own reply", async () => {
  const { reply, events, names } = run();
  assertEquals(await facts(await reply), { status: 201, own: "1", other: "2", text: "served" });
  assertEquals({ events, names }, { events: ["asked", "read"], names: [] });
});

Deno.test('sandbox faults: drop "before" asks nobody, "after_commit" asks the service and gives up its reply', async () => {
  const before = run({ drop: "before" });
  await assertRejects(() => before.reply, TypeError, "connection reset by peer");
  assertEquals(before.events, []);
  const after = run({ drop: "after_commit" });
  await assertRejects(() => after.reply, TypeError, "connection reset by peer");
  assertEquals(after.events, ["asked", "cancelled"]);
});

Deno.test("sandbox faults: a rule's status or body replaces the reply, and the service isn't asked", async () => {
  const [status, body, json] = [run({ status: 418 }), run({ body: "text" }), run({ status: 400, body: { error: 1 } })];
  assertEquals(await facts(await status.reply), { status: 418, own: null, other: null, text: "" });
  assertEquals(await facts(await body.reply), { status: 200, own: null, other: null, text: "text" });
  assertEquals(await facts(await json.reply), { status: 400, own: null, other: null, text: '{"error":1}' });
  assertEquals([...status.events, ...body.events, ...json.events], []);
});

Deno.test("sandbox faults: a rule's headers alone are added to the service's reply", async () => {
  const { reply, events } = run({ headers: { "x-own": "changed" } });
  assertEquals(await facts(await reply), { status: 201, own: "changed", other: "2", text: "served" });
  assertEquals(events, ["asked", "read"]);
});

Deno.test("sandbox faults: of several rules, the first answers, and each adds its headers", async () => {
  const { reply, names } = run(
    { status: 418, body: "first" },
    { status: 500, body: "second" },
    { headers: { "x-own": "third" } },
  );
  assertEquals(await facts(await reply), { status: 418, own: "third", other: null, text: "first" });
  assertEquals(names, ["rule 1", "rule 2", "rule 3"]);
});
