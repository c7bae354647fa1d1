import { assertEquals } from "@std/assert";
import { SessionMemory } from "../../src/oauth/session_memory.ts";
import { TIMING } from "../../src/oauth/timing.ts";
import { MemoryDisk } from "../support/sessions/disks.ts";
import { simulate } from "./simulate.ts";

/** Replaces properties until disposed. */
function replaced(target: object, changes: object): Disposable {
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, Reflect.get(target, name)]));
  Object.assign(target, changes);
  return { [Symbol.dispose]: () => void Object.assign(target, before) };
}

const never = 1e9;
const memory = SessionMemory.prototype;

/** Faults of the engine, and the class of schedules that finds each. */
const PLANTED: Readonly<Record<string, readonly [kind: string, plant: () => Disposable]>> = {
  "overrules an intent at once": ["stops", () => replaced(TIMING, { leaseMs: 0, graceMs: 0 })],
  "sends again while a late request may arrive": [
    "late requests",
    () => replaced(TIMING, { leaseMs: 2000, graceMs: 0 }),
  ],
  "takes an intent for old when it's first seen": [
    "stops",
    () => replaced(memory, { ageOf: () => never, standsFor: () => never }),
  ],
  "gives an owner no time after the store is back": ["readonly", () => replaced(TIMING, { graceMs: 0 })],
  "gives up a pair that can't be stored": ["readonly", () => replaced(TIMING, { retryMs: never, laterMs: never })],
  "doesn't notice that the store went back": ["going back", () => replaced(memory, { hasGoneBack: () => false })],
  "asks the store again and again while it waits": ["stops", () => replaced(TIMING, { pollMs: [50, 50] })],
  "gives what follows two contents of a file one name": [
    "file errors",
    () => replaced(MemoryDisk.prototype, { fingerprint: () => "0".repeat(16) }),
  ],
  "remembers nothing": ["going back", () => replaced(memory, { adopt: (record: unknown) => record })],
};

for (const [fault, [kind, plant]] of Object.entries(PLANTED)) {
  Deno.test(`simulate() finds an engine that ${fault}`, async () => {
    using _planted = plant();
    const { failures } = await simulate([kind], 150, 1);
    assertEquals(failures.length > 0, true, `none of 150 schedules of "${kind}" found it`);
  });
}
