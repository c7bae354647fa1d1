import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { GlobalValues } from "../../../cli/globals.ts";
import type { Host, Input, Pager } from "../../../cli/host/host.ts";
import { dim, raw } from "../../../cli/output/style.ts";
import { testContext, testHost, type TestHostOptions } from "../../support/cli/test_host.ts";

/** What a terminal is, in a place and with options. */
function factsOf(place: TestHostOptions, options: Partial<GlobalValues> = {}, more: Partial<Host> = {}) {
  const on = testHost(place);
  const context = testContext({ ...on, host: { ...on.host, ...more } }, options);
  const { json, isFormatted, decorated, interactive, keyboard, columns } = context;
  context.show(() => ["bar"])();
  assertEquals((on.stdout + on.stderr).includes("bar"), decorated, "whether a bar is drawn");
  return [json, isFormatted, decorated, interactive, keyboard !== undefined, columns];
}

const [ON, TTY] = [{ columns: 70 }, { isTTY: true } as Input];

for (
  const [what, facts, expected] of [
    ["a terminal", factsOf(ON), [false, false, true, true, true, 70]],
    ["a dumb one", factsOf({ ...ON, env: { TERM: "dumb" } }), [false, false, false, true, true, 70]],
    ["--quiet", factsOf(ON, { quiet: true }), [false, false, false, true, true, 70]],
    ["--no-input", factsOf(ON, { input: false }), [false, false, true, false, false, 70]],
    ["--json", factsOf(ON, { json: [] }), [true, false, false, true, true, 70]],
    ["--jsonl", factsOf(ON, { jsonl: true }), [true, false, false, true, true, 70]],
    ["--jq", factsOf(ON, { jq: "." }), [true, true, false, true, true, 70]],
    ["--template", factsOf(ON, { template: "x" }), [true, true, false, true, true, 70]],
    ["a pipe", factsOf({}), [false, false, false, false, false, 80]],
    ["a pipe of known width", factsOf({ env: { COLUMNS: "60" } }), [false, false, false, false, false, 60]],
    ["a pipe with a keyboard", factsOf({}, {}, { keyboard: () => TTY }), [false, false, false, false, false, 80]],
    ["a file for stderr", factsOf({ ...ON, apart: "stderr" }), [false, false, false, false, false, 70]],
    [
      "a pipe to stdin, with a keyboard",
      factsOf(ON, {}, { stdin: testHost().host.stdin, keyboard: () => TTY }),
      [false, false, true, false, true, 70],
    ],
  ] as const
) {
  Deno.test(`Terminal knows what it may show and ask with ${what}`, () => {
    assertEquals<readonly unknown[]>(facts, expected);
  });
}

/** What a terminal writes for people and for programs. */
async function said(options: Partial<GlobalValues>, place: TestHostOptions = {}): Promise<string[]> {
  const on = testHost(place);
  const context = testContext(on, options);
  await context.print([dim("r"), raw("\x1b_G"), "\x1b"]);
  await context.note("n\x1b\nm");
  await context.note(dim("d"));
  await context.warn("code", "w\tx\ny");
  await context.noteCut(3, "use --limit");
  await context.say("s");
  return [on.stdout, on.stderr];
}

const TEXT = "n␛\nm\nd\nwarning: w x\ny\nShowing the first 3; use --limit.\ns";
const WARNED = '{"warning":"code","message":"w x\\ny"}\n';
const grey = (text: string) => `\x1b[38;5;102m${text}\x1b[39m`;

for (
  const [what, options, place, expected] of [
    ["in a pipe", {}, {}, ["r\x1b_G\x1b", TEXT]],
    ["with --quiet", { quiet: true }, {}, ["r\x1b_G\x1b", "warning: w x\ny\ns"]],
    ["as JSON", { jsonl: true }, {}, ["r\x1b_G\x1b", `${WARNED}{"truncated":true,"shown":3,"hint":"use --limit"}\ns`]],
    ["as JSON with --quiet", { jsonl: true, quiet: true }, {}, ["r\x1b_G\x1b", `${WARNED}s`]],
    ["with colours", { color: true }, { env: { FORCE_COLOR: "1" } }, [
      `${grey("r")}\x1b_G\x1b`,
      `${grey("n␛\nm")}\n${grey("d")}\nwarning: w x\ny\n${grey("Showing the first 3; use --limit.")}\ns`,
    ]],
    ["on a terminal", {}, { columns: 40 }, [`r\x1b_G␛\n${TEXT}`.replaceAll("\n", "\r\n"), ""]],
  ] as const
) {
  Deno.test(`Terminal says what it has to ${what}`, async () => {
    assertEquals(await said(options, place), [...expected]);
  });
}

/** A terminal whose keys are typed, and what happens to it in order. */
function typed(chunks: readonly (string | Uint8Array)[], more: Partial<Host> = {}) {
  const on = testHost({ columns: 20 });
  const events: unknown[] = [];
  const stdin: Input = {
    isTTY: true,
    setRawMode: (isRaw) => void events.push(isRaw),
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) yield await Promise.resolve(new TextEncoder().encode(String(chunk)));
    },
  };
  const context = testContext({ ...on, host: { ...on.host, stdin, ...more } });
  return {
    on,
    context,
    events,
    keys: async () => {
      for await (const key of context.keys(stdin)) events.push(key);
      return events;
    },
  };
}

Deno.test("Terminal.keys() reads each key in raw mode, and stops the program at Ctrl-Z, without what is drawn", async () => {
  using _ = new FakeTime();
  assertEquals(await typed(["aé", "\x1b[A\x1bOB\x1b[Z", "\x1a\n"]).keys(), [
    ...[true, "a", "é", "\x1b[A", "\x1b[B", "\x1b", "[", "Z", "\x1a", "\n", false],
  ]);
  const suspended = typed(["x\x1ay"], { suspend: () => void suspended.events.push(suspended.on.stdout.length) });
  const hide = suspended.context.show(() => ["bar"]);
  const before = suspended.on.stdout.length;
  const cleared = before + "\r\x1b[K".length;
  assertEquals(await suspended.keys(), [true, "x", false, cleared, true, "y", false]);
  assertEquals(suspended.on.stdout.length, cleared + before, "it is drawn again");
  hide();
});

/** Pages a text in a place; returns the pager's command, what it got, and the other output in order. */
async function paged(
  env: Record<string, string>,
  options: Partial<GlobalValues> = {},
  columns: number | undefined = 40,
) {
  const on = testHost({ columns, env });
  const events: string[] = [];
  const pager: Pager = {
    write: (text) => Promise.resolve(void events.push(`page ${text}`)),
    close: () => Promise.resolve(void events.push(`close after ${on.stdout}`)),
  };
  const openPager = (command: string) => (events.push(`open ${command}`), pager);
  const host = { ...on.host, openPager, endsItself: () => void events.push("ends itself") };
  const context = testContext({ ...on, host }, { pager: true, ...options });
  for (let round = 0; round < 2; round++) await context.startPager();
  await context.print("one\n");
  await context.note("two");
  await context.close();
  return [...events, on.stdout];
}

const PAGED = ["ends itself", "open more", "page one\n", "close after ", "two\r\n"];

for (
  const [what, expected, env, options] of [
    ["once, and what it says follows", PAGED, { TERM: "xterm", PAGER: "more" }],
    ["not on a dumb terminal", ["one\r\ntwo\r\n"], { TERM: "dumb", PAGER: "more" }],
    ["not on an unknown terminal", ["one\r\ntwo\r\n"], { PAGER: "more" }],
    ["not with --no-pager", ["one\r\ntwo\r\n"], { TERM: "xterm", PAGER: "more" }, { pager: false }],
    ["not where none is wanted", ["one\r\ntwo\r\n"], { TERM: "xterm", PAGER: "cat" }],
  ] as const
) {
  Deno.test(`Terminal.startPager() pages a result ${what}`, async () => {
    assertEquals(await paged(env, options), [...expected]);
  });
}
