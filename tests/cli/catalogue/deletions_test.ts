import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { ServiceClient } from "@tonearm/client";
import { limitOf } from "../../../cli/catalogue/deletions.ts";
import { applyCatalogue, type Plan, planCatalogue } from "../../../cli/catalogue/mod.ts";
import { Failure } from "../../../cli/errors.ts";
import { type CatalogueFixture, catalogueFixture } from "../../support/cli/catalogue.ts";
import { tone } from "../../support/sandbox/sounds.ts";

const TRACKS = Array.from({ length: 80 }, (_, index) => ({
  permalink: `number-${index}`,
  title: `Number ${index}`,
  user: "ann",
}));

/** Creates a folder of 80 tracks and a playlist that was just pulled. */
async function pulledCatalogue(): Promise<CatalogueFixture> {
  const ann = await catalogueFixture({
    tracks: TRACKS,
    playlists: [{ permalink: "first", title: "First", user: "ann", tracks: ["ann/number-1"] }],
  });
  await ann.run("pull");
  return ann;
}

/** Keeps the header and some rows of the sheet. */
async function keepRows(ann: CatalogueFixture, count: number): Promise<void> {
  const lines = (await ann.read("tracks.csv")).split("\n");
  await ann.write("tracks.csv", `${lines.slice(0, count + 1).join("\n")}\n`);
}

async function prune(ann: CatalogueFixture, ...args: string[]) {
  ann.writes();
  const { code, stderr } = await ann.run("apply", "--prune", "--yes", ...args);
  return { code, stderr, deleted: ann.writes().filter((write) => write.startsWith("DELETE")).length };
}

for (const left of [79, 75, 73, 72, 71, 40, 2, 1, 0]) {
  // 10 % of 81 items are 8.
  const gone = 80 - left;
  Deno.test(`tonearm apply --prune: a sheet cut to ${left} of 80 rows deletes ${gone <= 8 ? gone : "nothing"}`, async () => {
    await using ann = await pulledCatalogue();
    await keepRows(ann, left);
    const { code, stderr, deleted } = await prune(ann);
    assertEquals({ code, deleted }, gone <= 8 ? { code: 0, deleted: gone } : { code: 1, deleted: 0 }, stderr);
    if (gone <= 8) return;
    assertStringIncludes(stderr, `--prune would delete ${gone} of the 81 tracks and playlists that this folder knew:`);
    assertStringIncludes(stderr, `Number ${left}, `);
    assertStringIncludes(stderr, `--max-delete ${gone}`);
    assertEquals((await prune(ann, "--max-delete", String(gone - 1))).deleted, 0);
    const limit = new Map([[40, "60%"], [1, "101"]]).get(left);
    if (limit !== undefined) assertEquals((await prune(ann, "--max-delete", limit)).deleted, gone);
  });
}

for (
  const [what, spoil, message] of [
    ["missing", (ann: CatalogueFixture) => Deno.remove(`${ann.folder}/tracks.csv`), "tracks.csv is missing"],
    ["empty", (ann: CatalogueFixture) => ann.write("tracks.csv", " \n"), "tracks.csv is empty: it has no header"],
  ] as const
) {
  Deno.test(`tonearm apply --prune: a sheet that is ${what} deletes nothing, even with --max-delete; pull restores it`, async () => {
    await using ann = await pulledCatalogue();
    const before = await ann.read("tracks.csv");
    await spoil(ann);
    const { code, stderr, deleted } = await prune(ann, "--max-delete", "100%");
    assertEquals({ code, deleted }, { code: 1, deleted: 0 });
    assertStringIncludes(stderr, message);
    await ann.run("pull");
    assertEquals(await ann.read("tracks.csv"), before);
  });
}

Deno.test("tonearm apply --prune: keeps what the sheet, a playlist's file or catalogue.yaml protects", async () => {
  await using ann = await pulledCatalogue();
  const [head, first, ...rest] = (await ann.read("tracks.csv")).trimEnd().split("\n");
  await ann.write(
    "tracks.csv",
    `${head},protect\n${first},yes\n${rest.map((line) => `${line},`).join("\n")}\n`,
  );
  await ann.edit("playlists/first.yaml", "title:", "protect: true\ntitle:");
  await ann.run("plan");
  await ann.write("tracks.csv", [`${head},protect`, ...rest.slice(1).map((line) => `${line},`)].join("\n"));
  await Deno.remove(`${ann.folder}/playlists/first.yaml`);
  await ann.write("catalogue.yaml", "protect: true\n");
  assertEquals((await prune(ann)).deleted, 0);
  await ann.write("catalogue.yaml", "protect: false\n");
  const { deleted, stderr } = await prune(ann);
  assertEquals(deleted, 1, stderr);
  assertStringIncludes(stderr, "(Number 0) is protected and stays on SoundCloud");
  assertStringIncludes(stderr, "(First) is protected and stays on SoundCloud");
  await ann.write("catalogue.yaml", "protext: true\n");
  assertStringIncludes((await ann.run("plan")).stderr, 'catalogue.yaml: unknown setting "protext"');
});

Deno.test("applyCatalogue() deletes nothing that this folder never had, nor what has changed since the plan", async () => {
  await using ann = await pulledCatalogue();
  const client = new ServiceClient({ ...ann.sandbox.clientConfig, fetch: ann.sandbox.fetch });
  client.setToken(ann.sandbox.issueTokens("ann").access_token);
  await keepRows(ann, 79);
  const plan = await planCatalogue(client, ann.folder, { prune: true });
  const options = { journal: `${ann.home.data}/uploads.jsonl` };
  await ann.home.run(["track", "edit", "ann/number-79", "--genre", "House"]);
  await assertRejects(() => applyCatalogue(client, ann.folder, plan, options), Failure, "changed elsewhere");
  const { urn } = await client.tracks.upload({ title: "Elsewhere", asset_data: new Blob([new Uint8Array(tone(1))]) });
  const other = { ...plan, actions: [{ kind: "delete-track", name: "Elsewhere", urn }] } as Plan;
  await assertRejects(() => applyCatalogue(client, ann.folder, other, options), Failure, "is not from this folder");
  assertEquals((await ann.state()).tracks.length, 81);
});

for (const text of ["", "x", "-1", "101%", "5 %%", "1e3"]) {
  Deno.test(`limitOf() rejects ${JSON.stringify(text)}`, () => {
    assertThrows(() => limitOf(text), Failure, "--max-delete: expected a number or a percentage");
  });
}
