import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ServiceTrack } from "@tonearm/client";
import { playingLine } from "../../../cli/play/now_playing.ts";
import { plain } from "../../../cli/output/style.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";

const CLEAR = "\r\x1b[K";
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

Deno.test("playingLine() is drawn ten times a second until it is hidden, and the spinner waits meanwhile", () => {
  using time = new FakeTime();
  const on = testHost({ columns: 40, env: { TERM: "xterm" } });
  const context = testContext(on);
  let seconds = 0;
  const hide = context.show((columns) => [playingLine(TRACK, undefined, at(seconds++), columns)]);
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
