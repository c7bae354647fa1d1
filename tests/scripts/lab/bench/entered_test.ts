import { assert, assertEquals } from "@std/assert";
import { bundleFile } from "../../../../scripts/lab/bench/library/bundle.ts";
import type { Entered } from "../../../../scripts/lab/bench/library/entered.ts";
import { measure } from "../../../../scripts/lab/bench/library/run.ts";
import { countFiles } from "../../../../scripts/lab/bench/sandbox/run.ts";
import { chooseConfig } from "../../../../scripts/deno.ts";

Deno.test("createSandbox(): a warm GET passes through at most 15 files of the sandbox", async () => {
  const counted = Object.entries(await countFiles());
  assertEquals(counted.filter(([, files]) => files < 9 || files > 15), []);
  assertEquals(counted.length, 24);
});

Deno.test("getTrack() of a warm client enters at most 9 files of the library, whatever headers the reply has", async () => {
  using program = bundleFile('import "./scripts/lab/bench/library/entered.ts"');
  const entered = await measure<Entered>("Node.js", program.path);
  const files = new Set(entered.map((name) => name.split(" ")[0]));
  assert(entered.length > 10 && files.size <= 9, entered.join("\n"));
});

Deno.test("tonearm track ID: enters at most 8 files of the command line between its arguments and the request", async () => {
  const program = new URL("../../../../scripts/lab/bench/cli/entered.ts", import.meta.url).pathname;
  const args = ["run", "-q", "--config", await chooseConfig(), "-P=test", program];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "inherit" }).output();
  const entered: string[] = JSON.parse(new TextDecoder().decode(stdout));
  const files = new Set(entered.map((place) => place.split(" ")[0]));
  assert(files.has("connection.ts") && files.size <= 8, [...files].join("\n"));
});
