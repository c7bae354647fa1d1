import { assertEquals } from "@std/assert";
import { CatalogueLock } from "../../../cli/catalogue/lock_file.ts";
import { settleFolder } from "../../../cli/catalogue/settle.ts";
import { compare, differ, remember, settle } from "../../../cli/catalogue/three_way.ts";

for (
  const [base, local, remote, expected] of [
    ["a", "a", "a", "same"],
    ["a", "b", "b", "same"],
    ["a", "b", "a", "local"],
    ["a", "a", "b", "remote"],
    ["a", "b", "c", "conflict"],
    [undefined, "a", "a", "same"],
    [undefined, "a", "b", "conflict"],
  ] as const
) {
  Deno.test(`compare(): the last pull has ${base}, the folder ${local}, the service ${remote}: ${expected}`, () => {
    assertEquals(compare(base, local, remote), expected);
  });
}

Deno.test("compare() doesn't take for a change what was written and the service shows otherwise", () => {
  assertEquals(compare("shown", "written", "shown", "written"), "same");
  assertEquals(compare("shown", "written", "changed", "written"), "remote");
  assertEquals(compare("shown", "other", "shown", "written"), "local");
  assertEquals(compare("shown", "other", "changed", "written"), "conflict");
});

Deno.test("differ() has the folder's changes, and the conflicts with all three sides", () => {
  const seen = { fields: { title: "A", genre: "a", tags: ["x"] } };
  const local = { title: "B", genre: "b", tags: ["x"], bpm: "1" };
  assertEquals(differ(seen, local, { title: "A", genre: "c", tags: ["y"] }), {
    changes: { title: { from: "A", to: "B" } },
    conflicts: [{ field: "genre", base: "a", local: "b", remote: "c" }],
  });
});

Deno.test("remember() keeps what was written only where the reply shows something else", () => {
  assertEquals(remember(undefined, { title: "A" }, { title: "A", genre: "a" }), {
    fields: { title: "A", genre: "a" },
    written: undefined,
  });
  assertEquals(remember(undefined, { title: "A", tags: ["x", "geo:lat=1"], key: "C" }, { title: "A", tags: ["x"] }), {
    fields: { title: "A", tags: ["x"] },
    written: { tags: ["x", "geo:lat=1"] },
  });
});

Deno.test("remember() leaves the base of what wasn't written: its change on the service isn't in the folder yet", () => {
  const seen = { fields: { title: "A", genre: "a" } };
  assertEquals(remember(seen, { title: "B" }, { title: "B", genre: "b" }).fields, { title: "B", genre: "a" });
  const [fields, written] = [{ title: "A", genre: "b" }, { title: "A!" }];
  assertEquals(remember({ ...seen, written }, { genre: "b" }, fields), { fields, written });
});

/** All values of one field on the three sides. */
const SIDES = ["a", "b", "c"].flatMap((base) =>
  ["a", "b", "c"].flatMap((local) => ["a", "b", "c"].map((remote) => ({ base, local, remote })))
);

Deno.test("settle() moves the base exactly where both sides agree, and then an edit of either side is no conflict", () => {
  for (const { base, local, remote } of SIDES) {
    const next = settle({ fields: { title: base } }, { title: local }, { title: remote });
    assertEquals(next?.fields.title, local === remote && base !== remote ? remote : undefined);
    if (next) assertEquals(compare(next.fields.title, "edited", remote), "local");
    if (next) assertEquals(compare(next.fields.title, local, "edited"), "remote");
  }
});

Deno.test("settle() takes for its own what an interrupted write sent, and nothing else", () => {
  for (const { base, local, remote } of SIDES) {
    for (const sent of ["a", "b", "c"]) {
      const next = settle({ fields: { title: base } }, { title: local }, { title: remote }, { title: sent });
      const moves = base !== remote && (remote === local || remote === sent);
      assertEquals(next?.fields.title, moves ? remote : undefined);
    }
  }
  const playlists = new Map([["u", { urn: "u", fields: {}, tracks: ["sent"], hidden: 0, created: 0 }]]);
  const lock = new CatalogueLock("/nonexistent", "me");
  lock.playlists.set("u", { fields: {}, tracks: ["base"] });
  lock.steps.intentOf = () => ({ urn: "u", fields: {}, tracks: ["sent"] });
  const file = { where: "u.yaml", urn: "u", fields: {}, tracks: ["edited since"] };
  const others = [{ ...file, urn: undefined }, { ...file, urn: "gone" }, { ...file, urn: "same", tracks: ["a"] }];
  lock.playlists.set("same", { fields: {}, tracks: ["a"] }).set("gone", { fields: {}, tracks: [] });
  playlists.set("same", { urn: "same", fields: {}, tracks: ["a"], hidden: 0, created: 0 });
  lock.tracks.set("t", { fields: { title: "old" } });
  const rows = [{ where: "new" }, { where: "known", urn: "t" }].map((row) => ({ ...row, fields: { title: "new" } }));
  const folder = { lock, local: { tracks: rows, playlists: [...others, file], storefronts: [] } };
  const tracks = new Map([["t", { urn: "t", fields: { title: "new" } }]]);
  assertEquals(settleFolder(folder, { tracks, playlists }, 0), true);
  assertEquals(lock.tracks.get("t")?.fields.title, "new");
  assertEquals(lock.playlists.get("u")?.tracks, ["sent"], "an order that was sent");
  assertEquals(lock.playlists.get("gone")?.tracks, []);
});
