import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import type { Outcome } from "../../support/cli/test_host.ts";
import { parse } from "yaml";
import { ServiceClient } from "@tonearm/client";
import { applyCatalogue, planCatalogue } from "../../../cli/catalogue/mod.ts";
import { type CatalogueFixture, catalogueFixture } from "../../support/cli/catalogue.ts";

/** A PNG of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Asserts that a run succeeds. */
async function done(run: Promise<Outcome>): Promise<void> {
  const { code, stderr } = await run;
  assertEquals(code, 0, stderr);
}

/** Adds a row to the tracks of the folder. */
async function addRow(ann: CatalogueFixture, cells: Readonly<Record<string, string>>): Promise<void> {
  const text = await ann.read("tracks.csv");
  const names = text.slice(0, text.indexOf("\n")).split(",");
  await ann.write("tracks.csv", `${text}${names.map((name) => cells[name] ?? "").join(",")}\n`);
}

Deno.test("tonearm pull: writes the same tracks, playlists and lock each time", async () => {
  await using ann = await catalogueFixture();
  const { code, stdout } = await ann.run("pull");
  assertEquals({ code, stdout }, { code: 0, stdout: "3 added, 0 updated, 0 removed\n" });
  const tracks = await ann.read("tracks.csv");
  const [head = "", first = "", second = ""] = tracks.split("\n");
  assertMatch(head, /^urn,title,permalink,sharing,genre,tags,description,license,release_date,bpm,key,isrc,/);
  assertMatch(first, /^soundcloud:tracks:\d+,Night ferry,night-ferry,public,Ambient,"rain, night",,/);
  assertStringIncludes(second, "Lost window");
  assertStringIncludes(tracks, '"Two\nlines"');
  assertMatch(
    await ann.read("playlists/first.yaml"),
    /^urn: soundcloud:playlists:\d+\ntitle: First\n[^]*tracks:\n {2}- soundcloud:tracks:\d+ # Night ferry\n/,
  );
  const lock = await ann.read("catalogue.lock.json");
  assertEquals((await ann.run("pull")).stdout, "0 added, 0 updated, 0 removed\n");
  assertEquals([await ann.read("tracks.csv"), await ann.read("catalogue.lock.json")], [tracks, lock]);
});

Deno.test("tonearm apply: sends one write per item, and none when run again", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  await ann.edit("tracks.csv", "Ambient", "Drone");
  await ann.edit("tracks.csv", "Night ferry", "Late ferry");
  await ann.edit("playlists/first.yaml", "title: First", "title: Second");
  await done(ann.run("apply", "--yes"));
  assertEquals(ann.writes().map((write) => write.replace(/\d+/, "N")), [
    "PUT /tracks/soundcloud:tracks:N",
    "PUT /playlists/soundcloud:playlists:N",
  ]);
  assertEquals((await ann.state()).tracks.find(({ title }) => title === "Late ferry")?.genre, "Drone");
  await done(ann.run("apply", "--yes"));
  assertEquals(ann.writes(), []);
  assertEquals((await ann.run("plan")).code, 0);
});

Deno.test("tonearm apply: uploads tracks without a URN, creates their playlist, and saves both URNs", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  await ann.sound("third.wav");
  await ann.write("cover.png", "");
  await Deno.writeFile(`${ann.folder}/cover.png`, Uint8Array.from(atob(PIXEL), (byte) => byte.charCodeAt(0)));
  await addRow(ann, { title: "Third", genre: "Drone", file: "third.wav", artwork: "cover.png" });
  await ann.write(
    "playlists/new.yaml",
    "title: New ones # the next release\nsharing: public\ntracks:\n  - third.wav\n",
  );
  const { code, stderr } = await ann.run("apply", "--yes");
  assertEquals({ code, stderr: stderr.split("\n").at(-2) }, { code: 0, stderr: "2 done" });
  const { tracks, playlists } = await ann.state();
  assertEquals(tracks.find(({ title }) => title === "Third"), {
    title: "Third",
    sharing: "private",
    genre: "Drone",
    tag_list: "",
    description: null,
    license: "all-rights-reserved",
    hasArtwork: true,
  });
  const { tracks: listed, sharing } = playlists.find(({ title }) => title === "New ones") ?? {};
  assertEquals({ listed, sharing }, { listed: ["Third"], sharing: "public" });
  assertMatch(await ann.read("tracks.csv"), /\nsoundcloud:tracks:\d+,Third,/);
  assertMatch(
    await ann.read("playlists/new.yaml"),
    /^urn: soundcloud:playlists:\d+\ntitle: New ones # the next release\n/,
  );
  for (const genre of ["Drone", "Techno"]) {
    await ann.edit("tracks.csv", "Drone", genre);
    await done(ann.run("apply", "--yes"));
    ann.writes();
    await done(ann.run("apply", "--yes"));
    assertEquals(ann.writes(), [], "the picture isn't sent again");
  }
});

Deno.test("tonearm pull: adopts the service's changes, and keeps the folder's changes", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  await ann.edit("tracks.csv", "Ambient", "Drone");
  await ann.home.run(["track", "edit", "ann/night-ferry", "--title", "Day ferry"]);
  assertEquals((await ann.run("pull")).stdout, "0 added, 1 updated, 0 removed\n");
  assertMatch(await ann.read("tracks.csv"), /,Day ferry,night-ferry,public,Drone,/);
});

/** When something else changes the service: before the plan is applied, or after its first write. */
const [AT_ONCE, MEANWHILE] = ["since the plan", "while they were written"] as const;
const SWAPPED = [/(\n {2}- .*)(\n {2}- .*)/, "$2$1"] as const;
const REMOVED = ["playlist", "remove", "FIRST", "1"];
for (
  const [when, field, file, [from, to], edit] of [
    [AT_ONCE, "title", "playlists/first.yaml", ["First", "Mine"], ["playlist", "edit", "FIRST", "--title", "New"]],
    [AT_ONCE, "genre", "tracks.csv", ["Ambient", "Drone"], ["track", "edit", "ann/night-ferry", "--genre", "House"]],
    [AT_ONCE, "tracks", "playlists/first.yaml", SWAPPED, REMOVED],
    [MEANWHILE, "tracks", "playlists/first.yaml", SWAPPED, REMOVED],
  ] as const
) {
  Deno.test(`tonearm apply: doesn't overwrite ${field} that have changed ${when}`, async () => {
    await using ann = await catalogueFixture();
    await ann.run("pull");
    await ann.write(file, (await ann.read(file)).replace(from, to));
    const change = async () => {
      const [playlist] = (await client.me.getPlaylists()).collection;
      assertEquals((await ann.home.run(edit.map((word) => word === "FIRST" ? playlist!.urn : word))).code, 0);
    };
    const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
      const reply = await ann.sandbox.fetch(url, init);
      if (init?.method === "PUT" && when === MEANWHILE) await change();
      return reply;
    };
    const client = new ServiceClient({ ...ann.sandbox.clientConfig, fetch });
    client.setToken(ann.sandbox.issueTokens("ann").access_token);
    const plan = await planCatalogue(client, ann.folder);
    if (when === AT_ONCE) await change();
    const applied = applyCatalogue(client, ann.folder, plan, { journal: `${ann.home.data}/uploads.jsonl` });
    await assertRejects(() => applied, Error, `was changed elsewhere since the plan: ${field}`);
  });
}

Deno.test("tonearm apply: a track with publish_at stays private until a later run", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  const tracks = await ann.read("tracks.csv");
  const lines = tracks.replace(/\n$/, "").replace('"Two\nlines"', "").split("\n");
  const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19) + "Z";
  const index = (lines[0] ?? "").split(",").indexOf("publish_at");
  const put = (time: string) => {
    const cells = (lines[1] ?? "").replace('"rain, night"', "rain").split(",");
    cells[index] = time;
    return ann.write("tracks.csv", `${[lines[0], cells.join(","), lines[2]].join("\n")}\n`);
  };
  const sharing = async () => (await ann.state()).tracks.find(({ title }) => title === "Night ferry")?.sharing;
  await put(at);
  await done(ann.run("apply", "--yes"));
  assertEquals(await sharing(), "private");
  assertEquals((await ann.run("plan")).code, 0);
  await put("2026-01-01");
  await done(ann.run("apply", "--yes"));
  assertEquals(await sharing(), "public");
});

Deno.test("tonearm apply --prune: deletes what the folder no longer has; without --prune it is only reported", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  await ann.write("tracks.csv", (await ann.read("tracks.csv")).replace(/soundcloud:tracks:\d+,Lost window[^]*$/, ""));
  await Deno.remove(`${ann.folder}/playlists/first.yaml`);
  assertMatch(
    (await ann.run("plan")).stdout,
    /2 items are on SoundCloud, but not in the folder; --prune would delete them: First, Lost window\n/,
  );
  assertEquals((await ann.run("apply", "--yes", "--prune")).code, 0);
  assertEquals(ann.writes().map((write) => write.replace(/soundcloud:\w+:\d+/, "N")), [
    "DELETE /playlists/N",
    "DELETE /tracks/N",
  ]);
  const { tracks, playlists } = await ann.state();
  assertEquals({ tracks: tracks.map(({ title }) => title), playlists }, { tracks: ["Night ferry"], playlists: [] });
  assertEquals((await ann.run("plan", "--prune")).code, 0);
});

Deno.test("tonearm apply: keeps machine tags that the service doesn't return", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  await ann.edit("tracks.csv", '"rain, night"', '"rain, night, geo:lat=43.5"');
  await done(ann.run("apply", "--yes"));
  assertEquals((await ann.run("plan")).code, 0);
  await ann.run("pull");
  await ann.edit("tracks.csv", '"rain, night, geo:lat=43.5"', '"rain, geo:lat=43.5"');
  await done(ann.run("apply", "--yes"));
  const body = { track: { tag_list: "rain geo:lat=43.5" } };
  await ann.sandbox.control.expectRequest({ method: "PUT", path: "/tracks/*", body });
});

Deno.test("tonearm apply: writes storefronts only when they change", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  const urn = /soundcloud:tracks:\d+/.exec(await ann.read("tracks.csv"))?.[0] ?? "";
  await ann.write(
    "storefronts.yaml",
    `- track: ${urn}\n  title: The record\n  type: vinyl\n  link: https://shop.example/lp\n`,
  );
  await done(ann.run("apply", "--yes"));
  assertEquals(ann.writes(), [`PUT /tracks/${urn}/storefront`]);
  assertEquals((await ann.run("plan")).code, 0);
  await ann.edit("storefronts.yaml", "vinyl", "cd");
  assertEquals((await ann.run("plan")).code, 2);
});

Deno.test("tonearm plan: shows deletions first, and until when a track is private, with its zone", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  const [head = "", first = ""] = (await ann.read("tracks.csv")).split("\n");
  const index = head.split(",").indexOf("publish_at");
  const cells = first.replace('"rain, night"', "rain").split(",").with(index, "2999-12-01");
  await ann.write("tracks.csv", `${head}\n${cells.join(",")}\n`);
  const { code, stdout } = await ann.run("plan", "--prune");
  assertEquals(code, 2);
  assertMatch(stdout, /^- delete Lost window.*\n~ change Night ferry.*\n {4}sharing: "public" → "private"\n/);
  assertStringIncludes(stdout, "    private until 2999-12-01T00:00:00.000Z\n");
});

Deno.test("tonearm plan: accepts a spreadsheet's CSV: semicolons, a byte order mark, CRLF, another order", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  const urn = /soundcloud:tracks:\d+/.exec(await ann.read("tracks.csv"))?.[0] ?? "";
  const text = `\ufeffGenre;Title;_notes;URN\r\nDrone;"Night; ""ferry""";mine;${urn}\r\n`;
  await ann.write("tracks.csv", text);
  await done(ann.run("apply", "--yes"));
  assertEquals((await ann.state()).tracks.find(({ genre }) => genre === "Drone")?.title, 'Night; "ferry"');
  assertEquals(await ann.read("tracks.csv"), text);
});

Deno.test("tonearm apply: without a confirmed address it changes tracks, but rejects a plan with an upload", async () => {
  const users = [{ permalink: "ann", username: "Ann", emailConfirmed: false }];
  await using ann = await catalogueFixture({ users });
  await ann.run("pull");
  await ann.edit("tracks.csv", "Ambient", "Drone");
  await done(ann.run("apply", "--yes"));
  ann.writes();
  await ann.sound("new.wav");
  await addRow(ann, { title: "New", file: "new.wav" });
  const { code, stderr } = await ann.run("apply", "--yes");
  assertEquals({ code, writes: ann.writes() }, { code: 4, writes: [] });
  assertStringIncludes(stderr, "Your e-mail address isn't confirmed");
});

for (const format of ["yaml", "json"]) {
  Deno.test(`tonearm pull --format ${format}: the catalogue can be edited and applied`, async () => {
    await using ann = await catalogueFixture();
    assertEquals((await ann.run("pull", "--format", format)).code, 0);
    assertEquals((await ann.run("plan")).code, 0);
    await ann.edit(`tracks.${format}`, "Ambient", "Drone");
    await done(ann.run("apply", "--yes"));
    assert((await ann.state()).tracks.some(({ genre }) => genre === "Drone"));
  });
}

Deno.test("tonearm apply: stops at a used-up limit and reports the rest, which the next run completes", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  await ann.edit("tracks.csv", "Night ferry", "Late ferry");
  await ann.edit("tracks.csv", "Lost window", "Found window");
  const limit = ann.sandbox.faults.add({ match: { method: "PUT" }, status: 429, body: { errors: [] } });
  const { code, stderr } = await ann.run("apply", "--yes", "--retries", "0");
  assertEquals(code, 6);
  assertMatch(stderr, /1 of 2 failed, 1 not tried/);
  ann.sandbox.faults.remove(limit.id);
  await done(ann.run("apply", "--yes"));
  assertEquals((await ann.state()).tracks.map(({ title }) => title), ["Found window", "Late ferry"]);
});

Deno.test("examples/catalogue.yml: its steps apply a merged change and commit the URNs", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  const workflow = parse(await Deno.readTextFile(new URL("../../../examples/catalogue.yml", import.meta.url)));
  const steps: string[] = workflow.jobs.apply.steps.flatMap(({ run }: { run?: string }) => run ?? []);
  assertEquals(steps.length, 2);
  await ann.edit("tracks.csv", "Ambient", "Drone");
  assertEquals(steps[0], "tonearm apply . --yes");
  await done(ann.run("apply", "--yes"));
  assertMatch(steps[1] ?? "", /^git add --all\ngit diff --cached --quiet \|\| git commit .*\ngit push\n$/);
});
