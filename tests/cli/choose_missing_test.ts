import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Outcome } from "../support/cli/test_host.ts";
import { typeKeys } from "../support/cli/type_keys.ts";

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
    const left = await typeKeys(argv, "\x1b");
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
    const { code, stdout } = await typeKeys(argv, "\r", { users: [{ permalink: "ann" }] });
    assertEquals(code, 2);
    assertStringIncludes(stdout, `You have none to choose from: name a ${kind}.\r\n`);
  });
}
