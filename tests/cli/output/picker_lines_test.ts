import { assertEquals } from "@std/assert";
import { pick } from "../../../cli/output/picker.ts";
import { EmulatedTerminal } from "../../support/cli/screen.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";

const CHOICES = Array.from({ length: 12 }, (_, index) => ({ label: `Track ${index + 1}`, value: `v${index + 1}` }));
const [DOWN, UP] = ["\x1b[B", "\x1b[A"];

/** Types keys into a picker of twelve tracks; returns the choice and each picture, as lines. */
async function pictures(keys: readonly string[], { takesMany = true, columns = 40, choices = CHOICES } = {}) {
  const on = testHost({ columns });
  const modes: boolean[] = [];
  const drawn: string[] = [];
  const terminal = new EmulatedTerminal(columns);
  let shown = 0;
  const picture = async () => {
    await terminal.write(on.stdout.slice(shown));
    shown = on.stdout.length;
    return terminal.texts.join("\n");
  };
  const stdin = {
    isTTY: true,
    setRawMode: (raw: boolean) => void modes.push(raw),
    async *[Symbol.asyncIterator]() {
      for (const key of keys) {
        drawn.push(await picture());
        yield await Promise.resolve(new TextEncoder().encode(key));
      }
      drawn.push(await picture());
    },
  };
  const context = testContext({ ...on, host: { ...on.host, stdin } });
  const chosen = await pick(context, "Which?", choices, takesMany).catch(({ message }) => message);
  drawn.push(await picture());
  const lines = drawn.map((picture) => picture.split("\n"));
  return { chosen, modes, pictures: lines, drawn };
}

Deno.test("pick() shows eight choices, and how many there are", async () => {
  const { chosen, modes, pictures: [first = []], drawn } = await pictures(["\r"]);
  assertEquals(chosen, ["v1"]);
  assertEquals(first, [
    "Which?",
    ...[">  Track 1", "   Track 2", "   Track 3", "   Track 4", "   Track 5", "   Track 6", "   Track 7", "   Track 8"],
    "  12/12, Tab selects several",
  ]);
  assertEquals({ count: drawn.length, last: drawn.at(-1) }, { count: 2, last: "" });
  assertEquals(modes, [true, false]);
});

Deno.test("pick() scrolls with the cursor, to the last choice and back", async () => {
  const down = await pictures([DOWN.repeat(7), DOWN, DOWN.repeat(9), UP, UP.repeat(99), "\r"]);
  assertEquals(
    down.pictures.map((picture) => [picture[1], picture.findIndex((row) => row.startsWith(">")), picture[8]]),
    [
      [">  Track 1", 1, "   Track 8"],
      ["   Track 1", 8, ">  Track 8"],
      ["   Track 2", 8, ">  Track 9"],
      ["   Track 5", 8, ">  Track 12"],
      ["   Track 4", 8, ">  Track 11"],
      [">  Track 1", 1, "   Track 8"],
      [undefined, -1, undefined],
    ],
  );
});

Deno.test("pick() marks choices, and shows them where many may be chosen", async () => {
  const { chosen, pictures: shown } = await pictures(["\t", "\t", `${UP}\t`, "\r"]);
  assertEquals(shown.map((picture) => picture.slice(1, 4)), [
    [">  Track 1", "   Track 2", "   Track 3"],
    [" * Track 1", ">  Track 2", "   Track 3"],
    [" * Track 1", " * Track 2", ">  Track 3"],
    [" * Track 1", "   Track 2", ">  Track 3"],
    [],
  ]);
  assertEquals(chosen, ["v1"]);
  const single = await pictures(["\t", "\r"], { takesMany: false });
  assertEquals(single.pictures[1]?.slice(1, 3), [">  Track 1", "   Track 2"]);
  assertEquals(single.pictures[0]?.at(-1), "  12/12");
});

Deno.test("pick() filters by the words that are typed, and counts what is found", async () => {
  const { chosen, pictures: shown } = await pictures(["1", "2", "\x7f", "\b", " 1 TRACK", "\r"]);
  assertEquals(shown.map((picture) => [picture[0], picture[1], picture.at(-1)?.trim().split(",")[0]]), [
    ["Which?", ">  Track 1", "12/12"],
    ["Which? 1", ">  Track 1", "4/12"],
    ["Which? 12", ">  Track 12", "1/12"],
    ["Which? 1", ">  Track 1", "4/12"],
    ["Which?", ">  Track 1", "12/12"],
    ["Which?  1 TRACK", ">  Track 1", "4/12"],
    ["", undefined, ""],
  ]);
  assertEquals(chosen, ["v1"]);
});

Deno.test("pick() cuts its lines one column before the edge, and makes control characters visible", async () => {
  const choices = [{ label: "A long\x1b[2J title of a track", value: "v" }];
  const { pictures: [first = []] } = await pictures(["\r"], { columns: 16, choices });
  assertEquals(first, ["Which?", ">  A long␛[2J …", "  1/1, Tab sel…"]);
});

for (
  const [key, chosen] of [["\x03", "Interrupted"], ["\x04", "Interrupted"], ["\x1b", "Interrupted"], ["\n", [
    "v3",
  ]]] as const
) {
  Deno.test(`pick() ends with the key ${JSON.stringify(key)}, but accepts nothing where nothing is found`, async () => {
    // Ctrl-N and Ctrl-P are arrows, too; a new query begins at its first choice.
    const { chosen: found, pictures: [, ...shown] } = await pictures([
      "\x0e\x0e\x0e\x10",
      "none",
      "\r\n\t",
      "\b\b\b\b",
      "\x0e\x0e\x01",
      key,
    ]);
    assertEquals(found, chosen);
    assertEquals(shown.map((picture) => picture.findIndex((row) => row.startsWith(">"))), [3, -1, -1, 1, 3, -1]);
  });
}

Deno.test("pick() is interrupted by the end of stdin, and gives the terminal back", async () => {
  const { chosen, modes, drawn } = await pictures(["x"]);
  assertEquals(chosen, "Interrupted");
  assertEquals({ modes, last: drawn.at(-1) }, { modes: [true, false], last: "" });
});
