import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { bytes, ProgressBar } from "../../../cli/output/progress_bar.ts";
import { width } from "../../../cli/output/text.ts";
import { lastLine, testContext, testHost } from "../../support/cli/test_host.ts";

const CLEAR = "\r\x1b[K";

Deno.test("bytes() has one decimal below ten, none for bytes, and GB as the largest unit", () => {
  assertEquals([0, 1, 999, 1000, 1949, 9999, 12_345, 999_999, 1e6, 4.2e9, 7e12].map(bytes), [
    ...["0 B", "1 B", "999 B", "1.0 kB", "1.9 kB", "10.0 kB", "12 kB", "1000 kB", "1.0 MB", "4.2 GB", "7000 GB"],
  ]);
});

/** Shows a bar after its updates. */
function barLine(
  columns: number,
  name: string,
  ...updates: readonly (readonly [done: number, total: number])[]
): string {
  using time = new FakeTime();
  const on = testHost({ columns, env: { TERM: "xterm" } });
  const bar = new ProgressBar(testContext(on), name);
  assertEquals(on.stdout, "", "there is nothing to show yet");
  time.tick(500);
  for (const [done, total] of updates) bar.update(done, total);
  time.tick(500);
  const line = lastLine(on.stdout);
  bar.end();
  assert(on.stdout.endsWith(CLEAR));
  assert(width(line) < columns);
  return line;
}

Deno.test("ProgressBar fills the terminal, and shows the speed and at most the total", () => {
  assertEquals(barLine(60, "song.wav", [0, 2000]), `song.wav ${"━".repeat(25)}   0% 0 B of 2.0 kB 0 B/s`);
  assert(barLine(60, "song.wav", [100, 2000], [500, 2000]).endsWith("  25% 500 B of 2.0 kB 500 B/s"));
  assert(barLine(60, "x", [0, 0]).includes("100% 0 B of 0 B"), "an empty file is complete");
  assert(barLine(60, "x", [11, 10]).includes("100% 11 B of 10 B"));
});

Deno.test("ProgressBar stays on one line with wide names, hostile names and narrow terminals", () => {
  const name = `${"日本語".repeat(20)}\x1b[2J`;
  for (
    const [columns, shown] of [[60, "日本語日本語日本語日本語日本… ━"], [30, "日本語日本語日本語日本語日本"], [
      9,
      "日本語…",
    ]] as const
  ) {
    const line = barLine(columns, name, [1, 3]);
    assert(line.startsWith(shown), line);
  }
  assert(barLine(60, "a\x1b[2Jb\n", [1, 3]).startsWith("a␛[2Jb "));
});
