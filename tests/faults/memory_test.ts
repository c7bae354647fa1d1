import { assert, assertEquals } from "@std/assert";
import { chooseConfig } from "../../scripts/deno.ts";
import type { Remains } from "../support/faults/memory_probe.ts";

const PROBE = new URL("../support/faults/memory_probe.ts", import.meta.url).pathname;
/** Number of calls; `deno task lab fuzz` sets it. The default is enough to detect growth. */
const CALLS = Number(Deno.env.get("TONEARM_FUZZ") ?? 10_000);
/** Memory that the engine may keep, plus less per call than the size of any object. */
const BOUND = 524_288 + 16 * CALLS;

Deno.test(`${CALLS} calls through one client and one signal leave no memory, listener or pending work`, async () => {
  const options = ["run", "-q", "--no-check", "--no-lock", "--config", await chooseConfig(), "-P=test"];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...options, "--v8-flags=--expose-gc", PROBE, String(CALLS)],
  }).output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
  const { before, after, mostListeners, listeners } = JSON.parse(new TextDecoder().decode(stdout)) as Remains;
  assertEquals({ mostListeners, listeners }, { mostListeners: 1, listeners: 0 });
  assert(after - before < BOUND, `the heap grew by ${after - before} bytes`);
});
