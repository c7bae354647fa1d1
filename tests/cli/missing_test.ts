import { assertEquals, assertStringIncludes } from "@std/assert";
import { createSandbox, type WorldData } from "@tonearm/sandbox";
import { envOf, type Outcome, runInProcess } from "../support/cli/test_host.ts";

/** An account with one resource of each kind, and a track that it has both published and liked. */
const OWN: WorldData = {
  users: [
    { permalink: "ann", username: "Ann", follows: ["bob"], likes: ["bob/ferry", "ann/own"] },
    { permalink: "bob", username: "Bob" },
  ],
  tracks: [
    { permalink: "own", title: "Own song", user: "ann" },
    { permalink: "ferry", title: "Late Ferry", user: "bob" },
  ],
  playlists: [{ permalink: "set", title: "Evening", user: "ann", tracks: ["ann/own", "bob/ferry"] }],
};

/** Types keys at a terminal where an argument is missing. */
async function type(argv: readonly string[], stdin: string, data: WorldData = OWN): Promise<Outcome> {
  using sandbox = createSandbox(data);
  const env = { ...envOf(sandbox, "ann"), TONEARM_CONFIG_DIR: "/nonexistent", NO_COLOR: "1" };
  return await runInProcess(argv, { env, fetch: sandbox.fetch, stdin, columns: 80 });
}

/** The choices on the last picture of the picker, and their count. */
function rowsIn({ stdout }: Outcome): string[] {
  // deno-lint-ignore no-control-regex -- a frame begins and ends with an escape character
  const picture = /.*\[\?7l(.*?)\x1b\[\?7h/s.exec(stdout)?.[1] ?? "";
  return picture.split("\r\x1b[K").slice(2).map((row) => row.trim());
}

for (
  const [argv, question, choices] of [
    [["track"], "Which track?", [">  Own song by Ann", "Late Ferry by Bob", "2/2, Tab selects several"]],
    [["playlist"], "Which playlist?", [">  Evening (2)", "1/1"]],
    [["user"], "Which user?", [">  Bob", "1/1, Tab selects several"]],
    [["play", "--url"], "Which track?", [">  Own song by Ann", "Late Ferry by Bob", "2/2, Tab selects several"]],
    [["resolve"], "Which page?", [
      ...[">  track Own song by Ann", "track Late Ferry by Bob", "playlist Evening (2)", "user Bob"],
      "4/4, Tab selects several",
    ]],
    [["open", "--url"], "Which page?", [
      ...[">  track Own song by Ann", "track Late Ferry by Bob", "playlist Evening (2)", "user Bob", "4/4"],
    ]],
  ] as const
) {
  Deno.test(`tonearm ${argv.join(" ")} at a terminal asks "${question}", and offers each of your own once`, async () => {
    const left = await type(argv, "\x1b");
    assertEquals(left.code, 130);
    assertStringIncludes(left.stdout, `${question} \r\n`);
    assertEquals(rowsIn(left), [...choices]);
  });
}

for (
  const [argv, kind] of [[["track"], "track"], [["playlist"], "playlist"], [["user"], "user"], [
    ["open"],
    "page",
  ]] as const
) {
  Deno.test(`tonearm ${argv} without a ${kind} to choose from is exit 2, and says so`, async () => {
    const { code, stdout } = await type(argv, "\r", { users: [{ permalink: "ann" }] });
    assertEquals(code, 2);
    assertStringIncludes(stdout, `You have none to choose from: name a ${kind}.\r\n`);
  });
}

const [DOWN, UP] = ["\x1b[B", "\x1b[A"];

for (
  const [what, keys, expected] of [
    ["Enter takes the first", "\r", ["Own song"]],
    ["typed text filters", "ferry\r", ["Late Ferry"]],
    ["a deleted character filters less", "ferryx\x7f\r", ["Late Ferry"]],
    ["the arrow down moves on", `${DOWN}\r`, ["Late Ferry"]],
    ["the arrow down stays on the last", `${DOWN}${DOWN}${DOWN}${UP}\r`, ["Own song"]],
    ["the arrow up stays on the first", `${UP}${UP}${DOWN}\r`, ["Late Ferry"]],
    ["Ctrl-N and Ctrl-P move, too", "\x0e\x10\x0e\r", ["Late Ferry"]],
    ["an arrow of another mode of terminals moves, too", "\x1bOB\r", ["Late Ferry"]],
    ["the left arrow does nothing", "\x1b[D\r", ["Own song"]],
    ["typed text begins at the first again", `${DOWN}o\r`, ["Own song"]],
    ["Tab selects several, in the order of selection", `${DOWN}\t${UP}\t\r`, ["Late Ferry", "Own song"]],
    ["Tab selects and moves on", "\t\t\r", ["Own song", "Late Ferry"]],
    ["a second Tab takes a mark back", `\t${UP}\t\r`, ["Late Ferry"]],
    ["Enter waits for text that finds something", "zz\r\x7f\x7f\r", ["Own song"]],
  ] as const
) {
  Deno.test(`pick(): ${what}`, async () => {
    const { stdout } = await type(["track", "--jsonl", "--json=title"], keys);
    assertEquals([...stdout.matchAll(/"title":"([^"]*)"/g)].map(([, title]) => title), [...expected]);
  });
}

for (const key of ["\x03", "\x04", "\x1b"]) {
  Deno.test(`pick(): the key ${JSON.stringify(key)} interrupts the program`, async () => {
    const { code, stdout } = await type(["track"], key);
    assertEquals({ code, hasCleared: stdout.includes("\x1b[?1049l") }, { code: 130, hasCleared: true });
  });
}

Deno.test("pick(): Tab selects nothing where one is to be chosen", async () => {
  assertStringIncludes((await type(["open", "--url"], `\t${DOWN}\r`)).stdout, "https://soundcloud.com/bob/ferry\r\n");
});
