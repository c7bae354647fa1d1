import { assert, assertEquals } from "@std/assert";
import { bundleFile } from "../../bench/library/bundle.ts";
import type { Entered } from "../../bench/library/entered.ts";
import { measure } from "../../bench/library/run.ts";
import { countFiles } from "../../bench/sandbox/run.ts";

Deno.test("a warm GET of one thing passes through at most 15 files of the sandbox", async () => {
  const { "/me": me = 0, "/users/{urn}": user = 0, "/tracks/{urn}": track = 0 } = await countFiles();
  const tooMany = Object.entries({ me, user, track }).filter(([, files]) => files < 5 || files > 15);
  assertEquals(tooMany, []);
});

Deno.test("getTrack() of a warm client enters at most 9 files and 16 functions of the library", async () => {
  using program = bundleFile('import "./bench/library/entered.ts"');
  const entered = await measure<Entered>("Node.js", program.path);
  const files = new Set(entered.map((name) => name.split(" ")[0]));
  assert(entered.length > 10 && entered.length <= 16 && files.size <= 9, entered.join("\n"));
});
