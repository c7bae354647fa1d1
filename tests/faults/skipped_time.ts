import { FakeTime } from "@std/testing/time";
import type { StalledCall } from "./fault_lab.ts";

const realTimeout = setTimeout;
const MOST_TURNS = 20_000;
/** The timeout of an attempt, unless it is an upload. */
const ATTEMPT_MS = 30_000;
/** The timeout of an upload after its last byte, as a multiple of an attempt's. */
const ANSWER_LIMITS = 5;

/** Advances time by an attempt's timeout whenever the service delays one, and aborts calls without a timeout. */
export async function skipTime(settle: () => Promise<string>, call: StalledCall): Promise<string> {
  using time = new FakeTime();
  let isOver = false;
  const end = settle().finally(() => isOver = true);
  for (let turns = 0, passed = 0; !isOver && turns < MOST_TURNS; turns++) {
    await new Promise((resolve) => realTimeout(resolve, 1));
    passed = call.isStalled() ? passed + 1 : 0;
    if (passed > ANSWER_LIMITS) call.abort();
    else time.tick(passed > 0 ? ATTEMPT_MS : 1);
  }
  return await (isOver ? end : "hangs");
}
