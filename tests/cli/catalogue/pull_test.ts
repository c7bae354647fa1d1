import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type CatalogueFixture, catalogueFixture } from "../../support/cli/catalogue.ts";
import type { Outcome } from "../../support/cli/test_host.ts";

/** Returns the first URN in a file of the folder. */
async function urnIn(ann: CatalogueFixture, name: string): Promise<string> {
  return /soundcloud:\w+:\d+/.exec(await ann.read(name))?.[0] ?? "";
}

/** Creates a folder that was just pulled. */
async function pulledCatalogue(): Promise<CatalogueFixture> {
  const ann = await catalogueFixture();
  await ann.run("pull");
  return ann;
}

function runCommand(ann: CatalogueFixture, ...argv: string[]): Promise<Outcome> {
  return ann.home.run(argv);
}

async function conflictsOf(ann: CatalogueFixture, ...args: string[]): Promise<Record<string, unknown>[]> {
  return JSON.parse((await ann.run("plan", "--json", ...args)).stdout).conflicts;
}

const FIRST = "playlists/first.yaml";

Deno.test("tonearm pull: removes the track that is gone from the service, and only that one", async () => {
  await using ann = await pulledCatalogue();
  await runCommand(ann, "track", "delete", "ann/night-ferry", "--yes");
  assertMatch((await ann.run("pull")).stdout, /^0 added, \d updated, 1 removed\n/);
  const tracks = await ann.read("tracks.csv");
  assertEquals([tracks.includes("Night ferry"), tracks.includes("Lost window")], [false, true]);
  assertEquals((await ann.read("catalogue.lock.json")).includes("Night ferry"), false);
});

Deno.test("tonearm pull: reads playlists without their tracks, and asks for what a list leaves out", async () => {
  await using ann = await pulledCatalogue();
  ann.sandbox.faults.add({ match: { path: "/me/playlists" }, status: 200, body: { collection: [], next_href: null } });
  const targets: string[] = [];
  ann.observer = { request: (_, target) => void targets.push(target), answer: () => {} };
  await ann.run("pull");
  const [page, list] = ["linked_partitioning=true&limit=200", "/playlists/soundcloud:playlists:1"];
  assertEquals(targets, [
    "/me",
    `/me/tracks?${page}`,
    `/me/playlists?${page}&show_tracks=false`,
    `${list}?show_tracks=false`,
    `${list}/tracks?${page}&offset=0&access=playable%2Cpreview%2Cblocked`,
  ]);
});

Deno.test("tonearm pull, plan: a list that lags behind deletes nothing, and is no conflict", async () => {
  await using ann = await pulledCatalogue();
  const before = await ann.read("tracks.csv");
  for (const path of ["/me/tracks", "/me/playlists"]) {
    ann.sandbox.faults.add({ match: { path }, status: 200, body: { collection: [], next_href: null } });
  }
  assertEquals((await ann.run("plan")).stdout, "Nothing to change\n");
  assertEquals((await ann.run("pull")).stdout, "0 added, 0 updated, 0 removed\n");
  assertEquals(await ann.read("tracks.csv"), before);
});

Deno.test("tonearm pull: keeps a track that is gone from the service and was changed here, unless told otherwise", async () => {
  await using ann = await pulledCatalogue();
  await ann.edit("tracks.csv", "Ambient", "Drone");
  await runCommand(ann, "track", "delete", "ann/night-ferry", "--yes");
  const kept = await ann.run("pull");
  assertEquals(kept.code, 1);
  assertStringIncludes(kept.stdout + kept.stderr, "SoundCloud no longer has it, and the folder has changed it");
  assertStringIncludes(await ann.read("tracks.csv"), "Night ferry");
  assertMatch((await ann.run("pull", "--prefer", "remote")).stdout, /1 removed\n/);
  assertEquals((await ann.read("tracks.csv")).includes("Night ferry"), false);
});

Deno.test("tonearm pull: removes the file of a playlist that is gone from the service, unless it was changed here", async () => {
  await using ann = await pulledCatalogue();
  await ann.edit(FIRST, "title: First", "title: Second");
  await runCommand(ann, "playlist", "delete", await urnIn(ann, FIRST), "--yes");
  const kept = await ann.run("pull");
  assertEquals(kept.code, 1);
  assertStringIncludes(await ann.read(FIRST), "title: Second");
  await ann.edit(FIRST, "title: Second", "title: First");
  assertEquals((await ann.run("pull")).stdout, "0 added, 0 updated, 1 removed\n");
  assertEquals(await ann.read(FIRST).catch(() => "removed"), "removed");
});

Deno.test("tonearm pull: takes over the service's order of a playlist, and counts it", async () => {
  await using ann = await pulledCatalogue();
  const lines = (await ann.read(FIRST)).match(/- soundcloud.*/g)!;
  await runCommand(ann, "track", "edit", "ann/night-ferry", "--title", "Night\nferry");
  await runCommand(ann, "playlist", "move", await urnIn(ann, FIRST), "2", "1");
  assertEquals((await ann.run("pull")).stdout, "0 added, 2 updated, 0 removed\n");
  assertEquals((await ann.read(FIRST)).match(/- soundcloud.*/g), lines.toReversed());
  assertEquals((await ann.run("plan")).code, 0);
});

Deno.test("tonearm pull: a conflict of a playlist whose file has no title is named by its URN", async () => {
  await using ann = await pulledCatalogue();
  const urn = await urnIn(ann, FIRST);
  await ann.edit(FIRST, "title: First\n", "");
  await ann.edit(FIRST, await urnIn(ann, "tracks.csv"), "soundcloud:tracks:999");
  await runCommand(ann, "playlist", "move", urn, "2", "1");
  const { code, stdout, stderr } = await ann.run("pull");
  assertEquals(code, 1);
  assertStringIncludes(stdout + stderr, `conflict in ${urn}`);
});

Deno.test("tonearm plan --prune: deletes nothing that has changed on the service since the last pull", async () => {
  await using ann = await pulledCatalogue();
  await ann.write("tracks.csv", (await ann.read("tracks.csv")).replace(/soundcloud:tracks:\d+,Lost window[^]*$/, ""));
  await runCommand(ann, "track", "edit", "ann/lost-window", "--genre", "House");
  const [conflict] = await conflictsOf(ann, "--prune");
  assertEquals(conflict?.name, "Lost window");
  assertEquals(conflict?.field, "(all)");
  assertStringIncludes(String(conflict?.reason), "it would be deleted, and has changed on SoundCloud");
});

Deno.test("tonearm plan: a new title that the service has by now is a conflict, so that nothing is sent twice", async () => {
  await using ann = await pulledCatalogue();
  await runCommand(ann, "playlist", "create", "New ones");
  await ann.write("playlists/new.yaml", "title: New ones\ntracks: []\n");
  const [conflict] = await conflictsOf(ann);
  assertEquals(conflict?.id, "playlists/new.yaml");
  assertEquals(conflict?.name, "New ones");
  assertStringIncludes(String(conflict?.reason), "SoundCloud has a playlist with this title that the folder lacks");
});

Deno.test("tonearm plan: what the service measures stays as it is, and a note says so", async () => {
  await using ann = await pulledCatalogue();
  await ann.write("tracks.csv", `urn,bpm\n${await urnIn(ann, "tracks.csv")},123\n`);
  const { actions, notes } = JSON.parse((await ann.run("plan", "--json")).stdout);
  assertEquals(actions, []);
  assertEquals(notes.filter((note: string) => note.includes("bpm")), [
    "tracks.csv, line 2: bpm is measured by SoundCloud and stays as it is",
  ]);
});
