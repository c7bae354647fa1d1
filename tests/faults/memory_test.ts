import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../scripts/deno.ts";
import type { Growth } from "./ends_probe.ts";
import type { Remains } from "./memory_probe.ts";
import { ran } from "../support/programs.ts";

/** Number of calls; `deno task lab fuzz` sets it. The default is enough to detect growth. */
const CALLS = Number(Deno.env.get("TONEARM_FUZZ") ?? 10_000);
/** Memory that the engine may keep, plus less per call than the size of any object. */
const BOUND = 524_288 + 16 * CALLS;

/** Runs a probe of this folder, and returns what it prints. */
async function probe<T>(name: string, count: number): Promise<T> {
  const path = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const options = ["run", "-q", "--no-check", "--no-lock", "--config", await chooseConfig(), "-P=test"];
  const args = [...options, "--v8-flags=--expose-gc", path, String(count)];
  const { code, stdout, stderr } = await ran(Deno.execPath(), args);
  assertEquals(code, 0, stderr);
  return JSON.parse(stdout);
}

Deno.test(`${CALLS} calls through one client and one signal leave no memory, listener or pending work`, async () => {
  const { before, after, mostListeners, listeners } = await probe<Remains>("memory_probe", CALLS);
  assertEquals({ mostListeners, listeners }, { mostListeners: 1, listeners: 0 });
  assert(after - before < BOUND, `the heap grew by ${after - before} bytes`);
});

Deno.test("20,000 lists and calls that are abandoned, thrown out of, broken off or timed out leave no memory", async () => {
  const growth = await probe<Growth>("ends_probe", 20_000);
  assertEquals(Object.entries(growth).filter(([, bytes]) => bytes > 2 ** 20), []);
});
