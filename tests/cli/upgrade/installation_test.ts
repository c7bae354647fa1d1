import { assertEquals } from "@std/assert";
import { type Installation, installationOf } from "../../../cli/upgrade/installation.ts";

const TEXT = await Deno.readTextFile(new URL("installations.txt", import.meta.url));
const ROWS = TEXT.split("\n").filter((row) => row !== "" && !row.startsWith("#")).map((row) => row.split(" | "));

for (const [build = "", place = "", by = "", command] of ROWS) {
  Deno.test(`installationOf() knows who installed ${place}, built for ${build}`, () => {
    const isFile = build.startsWith("file:");
    const [executable, module] = isFile
      ? [place, "file:///usr/lib/node_modules/tonearm/x.js"]
      : ["/usr/bin/node", place];
    const expected: Installation = { by, ...(command && { command }) };
    assertEquals(installationOf({ build, executable, module }), expected);
  });
}
