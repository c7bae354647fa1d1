import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { testContext, testHost, unframed } from "../../support/cli/test_host.ts";

const CLEAR = "\r\x1b[K";

Deno.test("Spinner appears after 100 ms, turns, and disappears when the last wait ends", () => {
  using time = new FakeTime();
  const on = testHost({ columns: 80, env: { TERM: "xterm" } });
  const spinner = testContext(on).spinner;
  const [first, second] = [spinner.start(), spinner.start()];
  time.tick(99);
  assertEquals(on.stdout, "");
  time.tick(101);
  assertEquals(unframed(on.stdout), `${CLEAR}⠋ \r${CLEAR}⠙ \r`);
  first();
  first();
  assert(!on.stdout.endsWith(CLEAR), "ending a wait twice counts once");
  second();
  assert(on.stdout.endsWith(CLEAR));
  const { length } = on.stdout;
  time.tick(1000);
  assertEquals(on.stdout.length, length);
});

Deno.test("Spinner shows nothing for a shorter wait, while a bar is shown, or without a terminal", () => {
  using time = new FakeTime();
  const on = testHost({ columns: 80, env: { TERM: "xterm" } });
  const context = testContext(on);
  context.spinner.start()();
  const release = context.show(() => ["bar"]);
  const waits = [context.spinner.start(), testContext(testHost()).spinner.start()];
  time.tick(500);
  waits.forEach((end) => end());
  assertEquals(unframed(on.stdout).replaceAll(`${CLEAR}bar\r`, ""), "");
  release();
  time.tick(500);
  assert(unframed(on.stdout).endsWith(`bar\r${CLEAR}`));
});
