import { assertEquals, assertThrows } from "@std/assert";
import "../../../sandbox/node.ts";
import { type KeptState, readState, writeState } from "../../../sandbox/world/kept.ts";
import { World } from "../../../sandbox/world/world.ts";

const FAULT: KeptState["faults"]["active"][number] = {
  id: 1,
  name: "envoy_503",
  rule: {},
  hits: 0,
  seen: 0,
  draws: 0,
  memory: [],
};
const STATE: KeptState = {
  start: { seed: 42, config: {}, data: {} },
  clock: { stopped: 1 },
  config: {},
  faults: { last: 1, active: [FAULT] },
};

/** Returns the stored state, or the message of the error. */
function reading(text: string): unknown {
  const world = new World();
  try {
    world.db.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", "world", text);
    return readState(world.db);
  } finally {
    world.close();
  }
}

const fault = (changes: object) => ({
  ...STATE,
  faults: { ...STATE.faults, active: [FAULT, { ...FAULT, ...changes }] },
});

/** States that were edited, and their problems. */
const DAMAGED: readonly (readonly [state: object, problem: string])[] = [
  [{ ...STATE, start: { ...STATE.start, seed: 1.5 } }, "seed is not a whole number"],
  [{ ...STATE, start: { ...STATE.start, clock: "soon" } }, "clock is not a time"],
  [{ ...STATE, clock: {} }, "clock is not the state of a clock"],
  [{ ...STATE, clock: { stopped: 1, offset: 2 } }, "clock is not the state of a clock"],
  [{ ...STATE, clock: { stopped: "1" } }, "clock is not the state of a clock"],
  [{ ...STATE, start: { ...STATE.start, config: { playLimit: 1 } } }, "Cannot set playLimit"],
  [{ ...STATE, config: { playsLimit: "many" } }, "Cannot set playsLimit"],
  [{ ...STATE, start: { ...STATE.start, data: { users: 7 } } }, "Cannot read data: users"],
  [fault({ name: "x".repeat(100) }), `no fault is called ${"x".repeat(80)}`],
  [fault({ id: -1 }), "a count of a fault is not a whole number"],
  [fault({ hits: 0.5 }), "a count of a fault is not a whole number"],
  [fault({ seen: "1" }), "a count of a fault is not a whole number"],
  [fault({ draws: null }), "a count of a fault is not a whole number"],
  [fault({ memory: {} }), "the memory of a fault is not a list"],
];

Deno.test("readState(): an edited state is rejected as damaged, with what is wrong in it", () => {
  for (const [state, problem] of DAMAGED) {
    assertThrows(() => reading(JSON.stringify(state)), Error, `the state of the world is damaged: ${problem}`);
  }
});

Deno.test("readState(): what was written is read, and an edited text that isn't JSON is rejected", () => {
  assertEquals(reading(JSON.stringify(STATE)), STATE);
  assertThrows(() => reading("{"), Error, "the state of the world is damaged: ");
  const world = new World();
  world.db.run("DELETE FROM meta WHERE name = 'world'");
  assertEquals(readState(world.db), undefined, "an older database has none");
  writeState(world.db, STATE);
  assertEquals(readState(world.db), STATE);
  world.close();
});
