import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ServiceTrack } from "@tonearm/client";
import { playingLine, showPlaying } from "../../../cli/play/now_playing.ts";
import { bytes, ProgressBar } from "../../../cli/output/progress_bar.ts";
import { plain } from "../../../cli/output/style.ts";
import { width } from "../../../cli/output/text.ts";
import { lastLine, testContext, testHost, unframed } from "../../support/cli/test_host.ts";

const CLEAR = "\r\x1b[K";

Deno.test("bytes() has one decimal below ten, none for bytes, and GB as the largest unit", () => {
  assertEquals([0, 1, 999, 1000, 1949, 9999, 12_345, 999_999, 1e6, 4.2e9, 7e12].map(bytes), [
    ...["0 B", "1 B", "999 B", "1.0 kB", "1.9 kB", "10.0 kB", "12 kB", "1000 kB", "1.0 MB", "4.2 GB", "7000 GB"],
  ]);
});

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

const TRACK = { duration: 100_000 } as ServiceTrack;

function at(seconds: number, more: object = {}) {
  return { seconds, durationSeconds: undefined, isPaused: false, volume: undefined, ...more };
}

const lineOf = (...given: Parameters<typeof playingLine>) => plain(playingLine(...given));

Deno.test("playingLine() shows where a track is: head, waveform, length and volume, as wide as the terminal", () => {
  const levels = [0, 0.5, 1, 1];
  assertEquals(lineOf(TRACK, levels, at(50), 23), "▶ 0:50 ▁▁▁▄▄┃█████ 1:40");
  assertEquals(lineOf(TRACK, undefined, at(0, { volume: 95.4 }), 23), "▶ 0:00 ┃────── 1:40 95%");
  assertEquals(lineOf(TRACK, levels, at(200, { isPaused: true }), 23), "‖ 3:20 ▁▁▁▄▄▄████┃ 1:40");
  assertEquals(lineOf(TRACK, levels, at(5, { durationSeconds: 10 }), 23), "▶ 0:05 ▁▁▁▄▄┃█████ 0:10");
  assertEquals(lineOf({ duration: 0 } as ServiceTrack, levels, at(5), 23), "▶ 0:05 ┃▁▁▄▄▄█████ 0:00");
});

Deno.test("playingLine(): a terminal too narrow for a waveform shows only the position", () => {
  assertEquals(lineOf(TRACK, [1], at(61), 9), "▶ 1:01 ");
  assertEquals(lineOf(TRACK, [1], at(61), 12), "▶ 1:01 ");
  assertEquals(lineOf(TRACK, [1], at(61), 13), "▶ 1:01 ┃ 1:40");
});

Deno.test("showPlaying() draws ten times a second until it is hidden, and the spinner waits meanwhile", () => {
  using time = new FakeTime();
  const on = testHost({ columns: 40, env: { TERM: "xterm" } });
  const context = testContext(on);
  let seconds = 0;
  const hide = showPlaying(context, TRACK, () => undefined, () => at(seconds++));
  const stop = context.spinner.start();
  const shown = seconds;
  time.tick(200);
  const drawn = seconds - shown;
  assert(drawn === 2 || drawn === 3, String(drawn));
  stop();
  hide();
  hide();
  assert(on.stdout.endsWith(CLEAR) && !on.stdout.endsWith(CLEAR + CLEAR));
  const last = seconds;
  time.tick(1000);
  assertEquals(seconds, last);
});
