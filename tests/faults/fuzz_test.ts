import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { settle } from "../support/calls.ts";
import { findProblem, oneCase } from "./fuzz_case.ts";
import { replaceRandom } from "../support/replaced.ts";

const BATCH = 100;
const DEFAULT_CASES = 2000;
/** Number of cases; `deno task lab fuzz` sets it and draws new ones each time, the suite always has the same. */
const CASES = Number(Deno.env.get("TONEARM_FUZZ") ?? DEFAULT_CASES);
const SEED = Number(Deno.env.get("TONEARM_FUZZ_SEED") ?? (CASES > DEFAULT_CASES ? Date.now() % 2 ** 31 : 42));
/** The number of a single case, as in the message of a failure. */
const CASE = Deno.env.get("TONEARM_FUZZ_CASE");

/** Removes the delays between attempts: standalone calls use the default ones, times a random number. */
const withoutDelays = () => replaceRandom(() => 0);

/** Returns the cases of a batch, which depend on the seed only. */
function batch(start: number) {
  return fc.sample(oneCase, { numRuns: BATCH, seed: SEED + start });
}

function describe(at: number): string {
  const again = `TONEARM_FUZZ_SEED=${SEED} TONEARM_FUZZ_CASE=${at} deno task test tests/faults/fuzz_test.ts`;
  return `Case ${at}, alone: ${again}\n${JSON.stringify(batch(at - at % BATCH)[at % BATCH], null, 1)}`;
}

Deno.test({
  name:
    `${CASES} calls with random replies end in a result, a ServiceError, the caller's mistake or an abort, and leak nothing`,
  ignore: CASE !== undefined,
  async fn() {
    using _random = withoutDelays();
    if (CASES > DEFAULT_CASES) console.log(`TONEARM_FUZZ_SEED=${SEED}`);
    for (let start = 0; start < CASES; start += BATCH) {
      const problems = await Promise.all(batch(start).map(findProblem));
      const at = problems.findIndex((text) => text !== undefined);
      assertEquals(problems[at], undefined, at < 0 ? "" : describe(start + at));
    }
    // Data of a closed reader may still be in transit.
    for (let turn = 0; turn < 20; turn++) await settle();
  },
});

if (CASE !== undefined) {
  Deno.test("ServiceClient: a single call with a random reply ends as specified", async () => {
    using _random = withoutDelays();
    const at = Number(CASE);
    assertEquals(await findProblem(batch(at - at % BATCH)[at % BATCH]!), undefined, describe(at));
  });
}
