import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { type CatalogueFixture, catalogueFixture } from "../../support/cli/catalogue.ts";
import type { Outcome } from "../../support/cli/test_host.ts";

/** A folder with an edited row and a new sound, its plan in a file, and how to apply the file. */
async function planned(): Promise<
  CatalogueFixture & { readonly file: string; apply(...args: string[]): Promise<Outcome> }
> {
  const ann = await catalogueFixture();
  await ann.run("pull");
  await ann.edit("tracks.csv", "Ambient", "Drone");
  await ann.sound("new.wav");
  const text = await ann.read("tracks.csv");
  const cells: Readonly<Record<string, string>> = { file: "new.wav", title: "New" };
  const row = text.slice(0, text.indexOf("\n")).split(",").map((name) => cells[name] ?? "");
  await ann.write("tracks.csv", `${text}${row.join(",")}\n`);
  const file = join(ann.home.directory, "plan.json");
  assertEquals((await ann.run("plan", "--output", file)).code, 2);
  ann.writes();
  return { ...ann, file, apply: (...args) => ann.home.run(["apply", file, ...args]) };
}

Deno.test("tonearm apply plan.json: applies what was planned, without a question, and then has nothing to do", async () => {
  await using ann = await planned();
  const { code, stdout } = await ann.apply();
  assertEquals({ code, lines: stdout.split("\n").length }, { code: 0, lines: 3 });
  assertEquals(ann.writes().map((one) => one.replace(/[^/]*\d+$/, "N")), ["POST /tracks", "PUT /tracks/N"]);
  assertEquals((await ann.run("plan")).stdout, "Nothing to change\n");
  assertEquals((await ann.apply()).code, 0);
  assertEquals(ann.writes(), []);
});

/** What may happen between the plan and its use. */
const CHANGES: readonly (readonly [what: string, change: (ann: CatalogueFixture) => Promise<unknown>, said: string])[] =
  [
    [
      "another value in the folder",
      (ann) => ann.edit("tracks.csv", "Drone", "Noise"),
      "to change Night ferry is not in it",
    ],
    [
      "a further row",
      (ann) => ann.edit("tracks.csv", "Lost window", "Found window"),
      "to change Found window is not in it",
    ],
    ["another sound under the same name", (ann) => ann.sound("new.wav", 500), "new.wav has another content"],
    ["the value on the service", (ann) => setGenre(ann, "House"), "1 conflict"],
  ];

async function setGenre(ann: CatalogueFixture, genre: string): Promise<void> {
  const [id = ""] = /soundcloud:tracks:\d+/.exec(await ann.read("tracks.csv")) ?? [];
  assertEquals((await ann.home.run(["track", "edit", id, "--genre", genre])).code, 0);
  ann.writes();
}

for (const [what, change, said] of CHANGES) {
  Deno.test(`tonearm apply plan.json: ${what} since the plan refuses it, and nothing is sent`, async () => {
    await using ann = await planned();
    await change(ann);
    const { code, stderr } = await ann.apply();
    assertEquals(code, 1);
    assertStringIncludes(stderr, said);
    assertEquals(ann.writes(), []);
  });
}

Deno.test("tonearm apply plan.json: refuses a file that isn't a plan, and options that the plan has", async () => {
  await using ann = await planned();
  const wrong = await ann.home.run(["apply", join(ann.folder, "tracks.csv")]);
  assertEquals(wrong.code, 2);
  assertStringIncludes(wrong.stderr, "tracks.csv is not a plan");
  for (const option of ["--prune", "--max-delete=1", "--encoding=latin1"]) {
    const { code, stderr } = await ann.apply(option);
    assertEquals(code, 2);
    assertStringIncludes(stderr, `${option.replace(/=.*/, "")} belongs to tonearm plan`);
  }
  assertEquals(ann.writes(), []);
});
