import { assertEquals, assertRejects } from "@std/assert";
import type { Context } from "../../../cli/context.ts";
import { EXITS } from "../../../cli/errors.ts";
import { obeyKeys } from "../../../cli/play/keys.ts";
import type { Player } from "../../../cli/play/player.ts";
import { ask, askSecret, confirm, confirmDeletion } from "../../../cli/output/prompt.ts";
import { factsOf, testContext, testHost } from "../../support/cli/test_host.ts";

/** A terminal where a user types texts in order. */
function typing(
  ...chunks: readonly (string | Uint8Array)[]
): { context: Context; raw: boolean[]; shown: () => string } {
  const raw: boolean[] = [];
  const on = testHost({ columns: 80 });
  const stdin = {
    isTTY: true,
    setRawMode: (value: boolean) => void raw.push(value),
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) yield await Promise.resolve(bytesOf(chunk));
    },
  };
  return { context: testContext({ ...on, host: { ...on.host, stdin } }), raw, shown: () => on.stdout };
}

function bytesOf(chunk: string | Uint8Array): Uint8Array {
  return typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
}

const INTERRUPTED = {
  kind: "interrupted",
  message: "Interrupted",
  code: "interrupted",
  hint: EXITS.interrupted.next,
} as const;

/** Returns the effects of keys, followed by Ctrl-C, on a player. */
async function readKeys(...chunks: readonly string[]): Promise<string[]> {
  return await readKeysOf(100, ...chunks);
}

/** Like `readKeys()`, with a track of this length. */
async function readKeysOf(durationSeconds: number | undefined, ...chunks: readonly string[]): Promise<string[]> {
  const done: string[] = [];
  const player = {
    position: { seconds: 20, durationSeconds, isPaused: false, volume: 100 },
    togglePause: () => void done.push("pause"),
    seek: (seconds: number) => void done.push(`seek ${seconds}`),
    changeVolume: (percent: number) => void done.push(`volume ${percent}`),
  } as unknown as Player;
  const { context, raw } = typing(...chunks, "\u0003");
  const failure = await assertRejects(
    () => obeyKeys(context.keys(context.host.stdin), player, (action) => void done.push(action)),
  );
  assertEquals(factsOf(failure), { ...INTERRUPTED });
  assertEquals(raw, [true, false]);
  return done;
}

Deno.test("obeyKeys() runs the action of each key, with arrows in both forms that terminals send", async () => {
  assertEquals(await readKeys(" "), ["pause"]);
  assertEquals(await readKeys("\x1b[C", "\x1b[D", "\x1bOC", "\x1bOD"), ["seek 10", "seek -10", "seek 10", "seek -10"]);
  assertEquals(await readKeys("\x1b[A", "\x1b[B", "+", "-"), ["volume 5", "volume -5", "volume 5", "volume -5"]);
  assertEquals(await readKeys("n", ">", "N", "q", "Q"), ["next", "next", "next", "quit", "quit"]);
  assertEquals(await readKeys("p<srlu"), ["previous", "previous", "shuffle", "repeat", "like", "queue"]);
  assertEquals(await readKeys("0", "5", "9"), ["seek -20", "seek 30", "seek 70"]);
  assertEquals(await readKeysOf(undefined, "5", "n"), ["next"], "a part of an unknown length");
});

Deno.test("obeyKeys() handles keys that arrive together in order, and ignores unknown ones", async () => {
  assertEquals(await readKeys("  \x1b[C\x1b[Cn"), ["pause", "pause", "seek 10", "seek 10", "next"]);
  assertEquals(await readKeys("x\x1b[Zé日\n", "C"), []);
});

Deno.test("obeyKeys() ends at Ctrl-C and ignores the keys after it", async () => {
  assertEquals(await readKeys("\u0003 q"), []);
});

Deno.test("ask() reads a line and applies its backspaces", async () => {
  const line = async (...chunks: (string | Uint8Array)[]) => {
    const { context, raw, shown } = typing(...chunks);
    const answer = await ask(context, "? ");
    await context.say("next\n");
    // The terminal shows what is typed, and is at the start of a line after it.
    assertEquals({ raw, shown: shown() }, { raw: [], shown: "? next\r\n" });
    return answer;
  };
  assertEquals(await line("abc\r"), "abc");
  assertEquals(await line("a", "bc\nnext"), "abc");
  assertEquals(await line("abx\u007fc\r", "more"), "abc");
  assertEquals(await line("\b\bab\u0004"), "ab");
  assertEquals(await line("  spaced  "), "spaced");
  assertEquals(await line(), "");
});

Deno.test("ask() joins a character that arrives in two chunks, and erases it as a whole", async () => {
  const [umlaut, emoji] = [new TextEncoder().encode("ü"), new TextEncoder().encode("😀")];
  const { context } = typing(
    "a",
    umlaut.subarray(0, 1),
    umlaut.subarray(1),
    emoji.subarray(0, 3),
    emoji.subarray(3),
    "\b\r",
  );
  assertEquals(await ask(context, ""), "aü");
});

Deno.test("askSecret() hides the input before and after the question, until the line ends", async () => {
  const { context, raw, shown } = typing("s3cret\r");
  assertEquals(await askSecret(context, "Secret: "), "s3cret");
  assertEquals({ raw, shown: shown() }, { raw: [true, false], shown: "Secret: \r\n" });
});

Deno.test("confirm() takes y or yes, and asks below a question that is longer than 29 columns", async () => {
  for (
    const [typed, isYes] of [["y", true], ["YES", true], ["yes!", false], ["ye", false], ["ny", false], [
      "",
      false,
    ]] as const
  ) {
    const { context, shown } = typing(`${typed}\r`);
    assertEquals(await confirm(context, "日".repeat(14) + "?"), isYes);
    assertEquals(shown(), `${"日".repeat(14)}? [y/N] `);
  }
  const { context, shown } = typing("y\r");
  assertEquals(await confirm(context, "x".repeat(30)), true);
  assertEquals(shown(), `${"x".repeat(30)}\r\n[y/N] `);
});

Deno.test("confirmDeletion() names what it deletes on one line, and refuses without an answer", async () => {
  const yes = typing("y\r");
  await confirmDeletion(yes.context, "the\ntrack");
  assertEquals(yes.shown(), "Delete the track? [y/N] ");
  const usage = { kind: "usage", code: "usage" } as const;
  assertEquals(factsOf(await assertRejects(() => confirmDeletion(typing("n\r").context, "it"))), {
    ...{ ...usage, message: "Not deleted", hint: "Answer y to delete, or add --yes." },
  });
  assertEquals(factsOf(await assertRejects(() => confirmDeletion(testContext(testHost()), "it"))), {
    ...{ ...usage, message: "Cannot ask for confirmation", hint: "Add --yes to delete." },
  });
});
