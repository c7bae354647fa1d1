import { assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ServiceTrack } from "@tonearm/client";
import { Screen } from "../../../cli/output/screen.ts";
import { playingLine } from "../../../cli/play/now_playing.ts";
import { EmulatedTerminal } from "../../support/cli/screen.ts";
import { seededRandom } from "../../support/watch/watched.ts";
import { testContext, testHost, unframed } from "../../support/cli/test_host.ts";

const bar = (text: string) => [text];

Deno.test("Screen removes a bar before a message, and draws it again below", async () => {
  using time = new FakeTime();
  const on = testHost({ columns: 40 });
  const screen = new Screen(on.host);
  const hide = screen.show(() => bar("bar"));
  await screen.write("stderr", "message\n");
  await screen.write("stdout", "result\n");
  time.tick(100);
  hide();
  assertEquals(unframed(on.stdout), "\r\x1b[Kbar\r\r\x1b[Kmessage\r\nresult\r\n\r\x1b[Kbar\r\r\x1b[K");
});

Deno.test("Screen draws nothing behind an incomplete line, and puts a message of the other stream on its own", async () => {
  using time = new FakeTime();
  const on = testHost({ columns: 40 });
  const screen = new Screen(on.host);
  for (const part of ["[\n", "  ", "{}"]) await screen.write("stdout", part);
  const hide = screen.show(() => bar("bar"));
  time.tick(500);
  await screen.write("stderr", "warning\n");
  hide();
  assertEquals(on.stdout, "[\r\n  {}\r\nwarning\r\n");
});

Deno.test("Screen goes on where it can't draw", async () => {
  const { host } = testHost({ columns: 40 });
  const screen = new Screen({ ...host, stderr: { ...host.stderr, write: () => Promise.reject(new Error("gone")) } });
  screen.show(() => bar("bar"));
  assertEquals(await screen.close(), undefined);
});

Deno.test("Screen erases the rows that a narrower terminal has wrapped", () => {
  using time = new FakeTime();
  const on = testHost({ columns: 40 });
  let columns = 40;
  const stderr = {
    ...on.host.stderr,
    get columns() {
      return columns;
    },
  };
  const screen = new Screen({ stdout: on.host.stdout, stderr });
  const hide = screen.show((room) => bar("=".repeat(room)));
  columns = 10;
  time.tick(100);
  hide();
  const frame = (room: number) => `\x1b[?7l${"=".repeat(room)}\x1b[?7h\r`;
  assertEquals(on.stdout, `\r\x1b[K${frame(39)}\r\x1b[J${frame(9)}\r\x1b[K`);
});

Deno.test("Screen draws several lines on the alternate screen, and leaves it for one, for none and for a message", async () => {
  using time = new FakeTime();
  const on = testHost({ columns: 20 });
  const screen = new Screen(on.host);
  const sizes: string[] = [];
  const frames = [["a", "b"], ["c", "d"], ["e"], [], ["f", "g"], ["h"]];
  const hide = screen.show((columns, rows) => {
    sizes.push(`${columns} × ${rows}`);
    return frames.shift()!;
  });
  time.tick(400);
  await screen.write("stderr", "said\n");
  time.tick(100);
  hide();
  const [enter, leave] = ["\x1b[?1049h\x1b[H", "\x1b[?1049l"];
  const one = (text: string) => `\x1b[?7l${text}\x1b[?7h\r`;
  const two = (text: string, other: string) => `\x1b[?7l\r\x1b[K${text}\r\n\r\x1b[K${other}\x1b[?7h\x1b[J\x1b[H`;
  assertEquals(
    on.stdout,
    `${enter}${two("a", "b")}${two("c", "d")}${leave}${one("e")}\r\x1b[K${enter}${two("f", "g")}${leave}said\r\n` +
      `\r\x1b[K${one("h")}\r\x1b[K`,
  );
  assertEquals(new Set(sizes), new Set(["19 × 24"]));
});

Deno.test("Screen: 200 messages, frames and resizes in any order leave whole messages with the player's line below", async () => {
  const next = seededRandom(7);
  const random = (below: number) => Math.floor(next() * below);
  const size = { columns: 80 };
  const on = testHost({ columns: 80, env: { TERM: "xterm" } });
  const stderr = {
    ...on.host.stderr,
    get columns() {
      return size.columns;
    },
  };
  const context = testContext({ ...on, host: { ...on.host, stderr } });
  const terminal = new EmulatedTerminal(size.columns, 30);
  const track = { title: "日本語", duration: 60_000 } as ServiceTrack;
  let seconds = 0;
  const hide = context.show((columns) => [
    playingLine(track, [0.2, 1, 0.5], { ...PLAYING, seconds: seconds++ % 60 }, columns),
  ]);
  const messages: string[] = [];
  let shown = 0;
  for (let step = 0; step < 200; step++) {
    const kind = random(3);
    if (kind === 0) {
      messages.push(`message ${step} ${"long ".repeat(random(12))}`.trimEnd());
      await context.note(messages.at(-1) ?? "");
    }
    if (kind === 1) terminal.resize(size.columns = 20 + random(100));
    context.screen.refresh();
    await terminal.write(on.stdout.slice(shown));
    shown = on.stdout.length;
    const { texts } = terminal;
    assertEquals(texts.slice(0, -1).map(squeezed), messages.map(squeezed), `step ${step}`);
    assertMatch(texts.at(-1) ?? "", /^▶ 0:\d\d .* 1:00$/);
  }
  hide();
  await terminal.write(on.stdout.slice(shown));
  assertEquals(terminal.texts.map(squeezed), messages.map(squeezed));
});

const PLAYING = { durationSeconds: undefined, isPaused: false, volume: undefined };

/** A terminal breaks a line anywhere, and leaves out the spaces there. */
function squeezed(text: string): string {
  return text.replaceAll(" ", "");
}
