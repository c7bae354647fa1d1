import { assertEquals } from "@std/assert";
import { typeKeys } from "../support/cli/type_keys.ts";

const [DOWN, UP] = ["\x1b[B", "\x1b[A"];

for (
  const [what, keys, expected] of [
    ["Enter takes the first", "\r", ["Own song"]],
    ["typed text filters", "ferry\r", ["Late Ferry"]],
    ["the arrow down moves on", `${DOWN}\r`, ["Late Ferry"]],
    ["an arrow of another mode of terminals moves, too", "\x1bOB\r", ["Late Ferry"]],
    ["the left arrow does nothing", "\x1b[D\r", ["Own song"]],
    ["Tab selects several, in the order of selection", `${DOWN}\t${UP}\t\r`, ["Late Ferry", "Own song"]],
  ] as const
) {
  Deno.test(`pick(): ${what}`, async () => {
    const { stdout } = await typeKeys(["track", "--jsonl", "--json=title"], keys);
    assertEquals([...stdout.matchAll(/"title":"([^"]*)"/g)].map(([, title]) => title), [...expected]);
  });
}
