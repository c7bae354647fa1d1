import { assert, assertEquals } from "@std/assert";
import { bundleFile } from "../../../../scripts/lab/bench/library/bundle.ts";
import type { Entered } from "../../../../scripts/lab/bench/library/entered.ts";
import { measure } from "../../../../scripts/lab/bench/library/run.ts";
import type { EnteredBySandbox } from "../../../../scripts/lab/bench/sandbox/entered.ts";
import { countFiles } from "../../../../scripts/lab/bench/sandbox/run.ts";
import { pathRows } from "../../../support/docs/path_rows.ts";
import type { EnteredByCommand } from "../../../../scripts/lab/bench/cli/entered.ts";
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

Deno.test("tonearm track ID: enters at most 8 files of the command line before the request, 13 in all, and those of docs/design.md", async () => {
  const program = new URL("../../../../scripts/lab/bench/cli/entered.ts", import.meta.url).pathname;
  const args = ["run", "-q", "--config", await chooseConfig(), "-P=test", program];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "inherit" }).output();
  const { request, whole }: EnteredByCommand = JSON.parse(new TextDecoder().decode(stdout));
  const filesOf = (places: readonly string[]) => new Set(places.map((place) => place.split(" ")[0]));
  const before = filesOf(request);
  assert(before.has("connection.ts") && before.size <= 8, [...before].join("\n"));
  assert(filesOf(whole).size <= 13, [...filesOf(whole)].join("\n"));
  const rows = (await pathRows("cli/")).map(({ name, path }) => `${path.slice("cli/".length)} ${name}`);
  // What a command's function returns is what runs: it has no name of its own.
  assertEquals(rows.filter((row) => !whole.includes(row)), []);
});

Deno.test("docs/design.md follows a GET of the sandbox through functions that it enters", async () => {
  const program = new URL("../../../../scripts/lab/bench/sandbox/entered.ts", import.meta.url).pathname;
  const args = ["run", "-q", "--config", await chooseConfig(), "-P=test", program];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "inherit" }).output();
  const entered: EnteredBySandbox = JSON.parse(new TextDecoder().decode(stdout));
  const places = (entered["/tracks/{urn}"] ?? []).map((place) => place.replace(/ \d+$/, ""));
  const rows = (await pathRows("sandbox/")).map(({ name, path }) => `${path.slice("sandbox/".length)} ${name}`);
  assert(rows.length > 5);
  assertEquals(rows.filter((row) => !places.includes(row)), []);
});
