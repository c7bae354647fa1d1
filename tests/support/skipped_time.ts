/**
 * Time that passes as soon as nothing else can happen, for calls within the process.
 *
 * @module
 */
import { FakeTime } from "@std/testing/time";
import type { Silence } from "./fault_lab.ts";

const realTimeout = setTimeout;
const MOST_TURNS = 20_000;
/** What one attempt may take, unless it's an upload. */
const ATTEMPT_MS = 30_000;
/** An upload that was sent whole may wait for its answer for so many times the limit of an attempt. */
const ANSWER_LIMITS = 5;

/** Lets the time of an attempt pass whenever the service keeps one waiting, and gives up what has no limit. */
export async function skipTime(settle: () => Promise<string>, silence: Silence): Promise<string> {
  using time = new FakeTime();
  let isOver = false;
  const end = settle().finally(() => isOver = true);
  for (let turns = 0, passed = 0; !isOver && turns < MOST_TURNS; turns++) {
    await new Promise((resolve) => realTimeout(resolve, 1));
    passed = silence.isOn() ? passed + 1 : 0;
    if (passed > ANSWER_LIMITS) silence.giveUp();
    else time.tick(passed > 0 ? ATTEMPT_MS : 1);
  }
  return await (isOver ? end : "hangs");
}
