import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ServiceTrack } from "@tonearm/client";
import { NowPlaying } from "../../../cli/play/now_playing.ts";
import { Spinner } from "../../../cli/output/progress.ts";
import { bytes, ProgressBar } from "../../../cli/output/progress_bar.ts";
import { width } from "../../../cli/output/text.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";
import { lastLine } from "../../support/cli/terminal.ts";

const CLEAR = "\r\x1b[K";

Deno.test("bytes() has one decimal below ten, none for bytes, and GB as the largest unit", () => {
  assertEquals([0, 1, 999, 1000, 1949, 9999, 12_345, 999_999, 1e6, 4.2e9, 7e12].map(bytes), [
    ...["0 B", "1 B", "999 B", "1.0 kB", "1.9 kB", "10.0 kB", "12 kB", "1000 kB", "1.0 MB", "4.2 GB", "7000 GB"],
  ]);
});

Deno.test("Spinner appears after 100 ms, turns, and disappears when the last wait ends", () => {
  using time = new FakeTime();
  const on = testHost({ columns: 80 });
  const spinner = new Spinner(on.host.stderr, true);
  const [first, second] = [spinner.start(), spinner.start()];
  time.tick(99);
  assertEquals(on.stdout, "");
  time.tick(81);
  assertEquals(on.stdout, `${CLEAR}⠋ ${CLEAR}⠙ `);
  first();
  first();
  assert(!on.stdout.endsWith(CLEAR), "ending a wait twice counts once");
  second();
  assert(on.stdout.endsWith(CLEAR));
  const { length } = on.stdout;
  time.tick(1000);
  assertEquals(on.stdout.length, length);
});

Deno.test("Spinner shows nothing for a shorter wait, while held, or without a terminal", () => {
  using time = new FakeTime();
  const on = testHost({ columns: 80 });
  const spinner = new Spinner(on.host.stderr, true);
  spinner.start()();
  const release = spinner.hold();
  spinner.start()();
  const off = new Spinner(on.host.stderr, false).start();
  time.tick(500);
  release();
  off();
  assertEquals(on.stdout, "");
});

Deno.test("Spinner turns again for the next wait after it was held", () => {
  using time = new FakeTime();
  const on = testHost({ columns: 80 });
  const spinner = new Spinner(on.host.stderr, true);
  spinner.hold()();
  const stop = spinner.start();
  time.tick(100);
  stop();
  assertEquals(on.stdout, `${CLEAR}⠋ ${CLEAR}`);
});

/** A clock that stands still between two updates. */
class Clock implements Disposable {
  now = 5000;
  readonly #real = performance.now;
  constructor() {
    performance.now = () => this.now;
  }
  [Symbol.dispose](): void {
    performance.now = this.#real;
  }
}

Deno.test("ProgressBar fills the terminal, shows the speed, and is drawn at most ten times a second", () => {
  using clock = new Clock();
  const on = testHost({ columns: 60, env: { TERM: "xterm" } });
  const bar = new ProgressBar(testContext(on), "song.wav");
  bar.update(0, 2000);
  assertEquals(lastLine(on.stdout), `song.wav ${"━".repeat(30)}   0% 0 B of 2.0 kB `);
  clock.now += 99;
  bar.update(500, 2000);
  assert(lastLine(on.stdout).includes("  0%"), "too soon");
  clock.now += 401;
  bar.update(500, 2000);
  assert(lastLine(on.stdout).endsWith("  25% 500 B of 2.0 kB 1.0 kB/s"), lastLine(on.stdout));
  bar.update(2000, 2000);
  assert(lastLine(on.stdout).includes("100% 2.0 kB of 2.0 kB"), "the end is always drawn");
  assert(width(lastLine(on.stdout)) < 60);
  bar.end();
  assert(on.stdout.endsWith(CLEAR));
});

Deno.test("ProgressBar stays on one line with wide names, hostile names and narrow terminals", () => {
  using _ = new Clock();
  for (
    const [columns, shown] of [[60, "日本語日本語日本語日本語日本… ━"], [30, "日本語日本語日本語日本語日本…"], [
      9,
      "日本語…",
    ]] as const
  ) {
    const on = testHost({ columns, env: { TERM: "xterm" } });
    new ProgressBar(testContext(on), `${"日本語".repeat(20)}\x1b[2J`).update(1, 3);
    assert(lastLine(on.stdout).startsWith(shown), lastLine(on.stdout));
    assert(width(lastLine(on.stdout)) < columns);
  }
  const on = testHost({ columns: 60, env: { TERM: "xterm" } });
  new ProgressBar(testContext(on), "a\x1b[2Jb\n").update(1, 3);
  assert(lastLine(on.stdout).startsWith("a␛[2Jb "));
});

Deno.test("ProgressBar shows an empty file as complete, and at most the total", () => {
  using _ = new Clock();
  const on = testHost({ columns: 60, env: { TERM: "xterm" } });
  const bar = new ProgressBar(testContext(on), "x");
  bar.update(0, 0);
  assert(lastLine(on.stdout).includes("100% 0 B of 0 B"));
  bar.update(11, 10);
  assert(lastLine(on.stdout).includes("100% 11 B of 10 B"));
});

Deno.test("ProgressBar: a progress bar and the player's line stay invisible in a pipe, with --quiet, in JSON and on a dumb terminal", () => {
  const places = [
    [{ columns: undefined }, {}],
    [{ columns: 80, env: { TERM: "dumb" } }, {}],
    [{ columns: 80, env: { TERM: "xterm" } }, { quiet: true }],
    [{ columns: 80, env: { TERM: "xterm" } }, { json: ["id"] }],
    [{ columns: 80, env: { TERM: "xterm" } }, { jsonl: true }],
  ] as const;
  for (const [place, options] of places) {
    const on = testHost(place);
    const bar = new ProgressBar(testContext(on, options), "x");
    bar.update(1, 2);
    bar.end();
    const line = new NowPlaying(testContext(on, options));
    line.show(TRACK, () => undefined, () => at(1));
    line.hide();
    assertEquals(on.stdout + on.stderr, "", JSON.stringify([place, options]));
  }
});

const TRACK = { duration: 100_000 } as ServiceTrack;

function at(seconds: number, more: object = {}) {
  return { seconds, durationSeconds: undefined, isPaused: false, volume: undefined, ...more };
}

Deno.test("ProgressBar: the player's line shows where a track is: head, waveform, length and volume, as wide as the terminal", () => {
  const line = new NowPlaying(testContext(testHost({ columns: 40 })));
  const levels = [0, 0.5, 1, 1];
  assertEquals(line.line(TRACK, levels, at(50), 24), "▶ 0:50 ▁▁▁▄▄┃█████ 1:40");
  assertEquals(line.line(TRACK, undefined, at(0, { volume: 95.4 }), 24), "▶ 0:00 ┃────── 1:40 95%");
  assertEquals(line.line(TRACK, levels, at(200, { isPaused: true }), 24), "‖ 3:20 ▁▁▁▄▄▄████┃ 1:40");
  assertEquals(line.line(TRACK, levels, at(5, { durationSeconds: 10 }), 24), "▶ 0:05 ▁▁▁▄▄┃█████ 0:10");
  assertEquals(line.line({ duration: 0 } as ServiceTrack, levels, at(5), 24), "▶ 0:05 ┃▁▁▄▄▄█████ 0:00");
});

Deno.test("ProgressBar: a terminal too narrow for a waveform shows only the position", () => {
  const line = new NowPlaying(testContext(testHost({ columns: 10 })));
  assertEquals(line.line(TRACK, [1], at(61), 10), "▶ 1:01 ");
  assertEquals(line.line(TRACK, [1], at(61), 13), "▶ 1:01 ");
  assertEquals(line.line(TRACK, [1], at(61), 14), "▶ 1:01 ┃ 1:40");
});

Deno.test("ProgressBar: the player's line is drawn four times a second until it is hidden, and holds the spinner meanwhile", () => {
  using time = new FakeTime();
  const on = testHost({ columns: 40, env: { TERM: "xterm" } });
  const context = testContext(on);
  const line = new NowPlaying(context);
  let seconds = 0;
  line.show(TRACK, () => undefined, () => at(seconds++));
  const stop = context.spinner.start();
  time.tick(500);
  assertEquals(on.stdout.split(CLEAR).slice(1).map((one) => one.slice(0, 6)), ["▶ 0:00", "▶ 0:01", "▶ 0:02"]);
  line.hide();
  line.hide();
  assert(on.stdout.endsWith(CLEAR) && !on.stdout.endsWith(CLEAR + CLEAR));
  stop();
  time.tick(1000);
  assertEquals(seconds, 3);
});
