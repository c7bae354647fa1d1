import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { parse } from "yaml";
import { type CatalogueFixture, catalogueFixture } from "../../support/cli/catalogue.ts";

const FILE = "conflicts.yaml";

/** A folder in which a genre, a title and an order of tracks were changed here and on the service. */
async function conflicting(): Promise<CatalogueFixture> {
  const ann = await catalogueFixture();
  await ann.run("pull");
  const first = await ann.read("playlists/first.yaml");
  const [urn = ""] = /soundcloud:playlists:\d+/.exec(first) ?? [];
  await ann.edit("tracks.csv", "Ambient", "Drone");
  await ann.edit("tracks.csv", "Night ferry", "Late ferry");
  await ann.edit("playlists/first.yaml", /soundcloud:tracks:\d+/.exec(first)?.[0] ?? "", "soundcloud:tracks:999");
  await ann.home.run(["track", "edit", "ann/night-ferry", "--genre", "House", "--title", "Day ferry"]);
  await ann.home.run(["playlist", "move", urn, "2", "1"]);
  ann.writes();
  assertEquals((await ann.run("pull")).code, 1);
  return ann;
}

/** Writes a side behind the conflicts of some fields. */
async function decide(ann: CatalogueFixture, sides: Readonly<Record<string, string>>): Promise<void> {
  const parts = (await ann.read(FILE)).split(/(?=^- id)/m).map((part) => {
    const side = sides[/field: (\w+)/.exec(part)?.[1] ?? ""];
    return side === undefined ? part : part.replace('keep: ""', `keep: ${side}`);
  });
  await ann.write(FILE, parts.join(""));
}

Deno.test("tonearm pull: writes conflicts into conflicts.yaml, with all sides and a place for the decision", async () => {
  await using ann = await conflicting();
  const text = await ann.read(FILE);
  assertMatch(text, /^# Both sides changed these values since the last pull\./);
  const [genre] = parse(text).filter(({ field }: { field: string }) => field === "genre");
  assertEquals({ ...genre, id: "" }, {
    ...{ id: "", name: "Day ferry", field: "genre", keep: "" },
    ...{ base: "Ambient", local: "Drone", remote: "House" },
  });
  assertEquals(parse(text).map(({ field }: { field: string }) => field).toSorted(), ["genre", "title", "tracks"]);
});

Deno.test("tonearm apply: goes on from the decisions in conflicts.yaml, and removes it", async () => {
  await using ann = await conflicting();
  await decide(ann, { genre: "local", title: "remote", tracks: "remote" });
  const { code, stderr } = await ann.run("apply", "--yes");
  assertEquals(code, 0, stderr);
  assertEquals(ann.writes().map((one) => one.replace(/\d+$/, "N")), ["PUT /tracks/soundcloud:tracks:N"]);
  const ferry = (await ann.state()).tracks.find(({ title }) => title === "Day ferry");
  assertEquals(ferry?.genre, "Drone");
  assertEquals(await ann.read(FILE).catch(() => "removed"), "removed");
  assertEquals((await ann.run("plan")).stdout, "Nothing to change\n");
});

Deno.test("tonearm apply: sends nothing while a conflict is undecided, or its value has changed since the decision", async () => {
  await using ann = await conflicting();
  await decide(ann, { title: "remote", tracks: "remote" });
  const open = await ann.run("apply", "--yes");
  assertEquals({ code: open.code, writes: ann.writes() }, { code: 1, writes: [] });
  assertStringIncludes(open.stderr, "Nothing was applied: 1 conflict");
  await ann.home.run(["track", "edit", "ann/night-ferry", "--genre", "Techno"]);
  ann.writes();
  await decide(ann, { genre: "local" });
  const stale = await ann.run("apply", "--yes");
  assertEquals({ code: stale.code, writes: ann.writes() }, { code: 1, writes: [] });
  await decide(ann, { genre: "remote" });
  assertEquals((await ann.run("apply", "--yes")).code, 0);
  assertEquals(ann.writes(), []);
  assertStringIncludes(await ann.read("tracks.csv"), "Techno");
});

Deno.test("tonearm pull --prefer: decides by field, and names a wrong side", async () => {
  await using ann = await conflicting();
  assertEquals((await ann.run("pull", "--prefer", "genre=local", "--prefer", "title=remote")).code, 1);
  assertEquals(parse(await ann.read(FILE)).map(({ field }: { field: string }) => field), ["tracks"]);
  assertEquals((await ann.run("pull", "--prefer", "remote")).code, 0);
  assertMatch(await ann.read("tracks.csv"), /,Day ferry,night-ferry,public,Drone,/);
  for (const side of ["mine", "gnere=local", "genre=", "=local"]) {
    const { code, stderr } = await ann.run("pull", "--prefer", side);
    assertEquals(code, 2);
    assertStringIncludes(stderr, `--prefer must be local, remote, or a field with one of them, not "${side}"`);
  }
  await ann.write(FILE, "- id: soundcloud:tracks:1\n  field: genre\n  keep: mine\n");
  const { code, stderr } = await ann.run("plan");
  assertEquals(code, 64);
  assertStringIncludes(stderr, 'conflicts.yaml, entry 1, keep: "mine" is not one of local, remote');
});
