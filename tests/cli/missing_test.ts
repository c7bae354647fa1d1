import { assertEquals, assertStringIncludes } from "@std/assert";
import { typeKeys } from "../support/cli/type_keys.ts";

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
    const { stdout } = await typeKeys(["track", "--jsonl", "--json=title"], keys);
    assertEquals([...stdout.matchAll(/"title":"([^"]*)"/g)].map(([, title]) => title), [...expected]);
  });
}

for (const key of ["\x03", "\x04", "\x1b"]) {
  Deno.test(`pick(): the key ${JSON.stringify(key)} interrupts the program`, async () => {
    const { code, stdout } = await typeKeys(["track"], key);
    assertEquals({ code, hasCleared: stdout.includes("\x1b[?1049l") }, { code: 130, hasCleared: true });
  });
}

Deno.test("pick(): Tab selects nothing where one is to be chosen", async () => {
  assertStringIncludes(
    (await typeKeys(["open", "--url"], `\t${DOWN}\r`)).stdout,
    "https://soundcloud.com/bob/ferry\r\n",
  );
});
