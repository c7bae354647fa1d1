import { assert, assertEquals } from "@std/assert";
import type { EnteredByCommand } from "../../../../scripts/lab/bench/cli/entered.ts";
import type { Entered } from "../../../../scripts/lab/bench/library/entered.ts";
import { measureSource } from "../../../../scripts/lab/bench/library/run.ts";
import type { EnteredBySandbox } from "../../../../scripts/lab/bench/sandbox/entered.ts";
import { API_TABLE } from "../../../../sandbox/contract/operations.ts";
import { pathRows } from "../../../support/docs/shown.ts";

/** The files of places. */
function filesOf(places: readonly string[]): Set<string | undefined> {
  return new Set(places.map((place) => place.split(" ")[0]));
}

Deno.test("createSandbox(): a warm GET of each documented operation passes through at most 15 files of the sandbox, as docs/contributing/design.md follows one", async () => {
  const entered = await measureSource<EnteredBySandbox>("sandbox/entered.ts");
  const counted = Object.entries(entered).map(([path, places]) => [path, filesOf(places).size] as const);
  assertEquals(counted.filter(([, files]) => files < 9 || files > 15), []);
  const operations = Object.keys(API_TABLE).filter((name) => name.startsWith("GET ") && !name.endsWith("/preview"));
  assertEquals(operations.filter((name) => !Object.hasOwn(entered, name.slice("GET ".length))), []);
  const places = (entered["/tracks/{track_urn}"] ?? []).map((place) => place.replace(/ \d+$/, ""));
  const rows = (await pathRows("sandbox/")).map(({ name, path }) => `${path.slice("sandbox/".length)} ${name}`);
  assert(rows.length > 5);
  assertEquals(rows.filter((row) => !places.includes(row)), []);
});

Deno.test("getTrack() of a warm client enters at most 9 files of the library, whatever headers the reply has", async () => {
  const entered = await measureSource<Entered>("library/entered.ts");
  assert(entered.length > 10 && filesOf(entered).size <= 9, entered.join("\n"));
});

Deno.test("tonearm track ID: enters at most 13 files of the command line before the request, 19 in all, and those of docs/contributing/design.md", async () => {
  const { request, whole } = await measureSource<EnteredByCommand>("cli/entered.ts");
  const before = filesOf(request);
  assert(before.has("connection.ts") && before.size <= 13, [...before].join("\n"));
  assert(filesOf(whole).size <= 19, [...filesOf(whole)].join("\n"));
  const rows = (await pathRows("cli/")).map(({ name, path }) => `${path.slice("cli/".length)} ${name}`);
  // What a command's function returns is what runs: it has no name of its own.
  assertEquals(rows.filter((row) => !whole.includes(row)), []);
});
