import { assertEquals } from "@std/assert";
import { compare, differ, remember } from "../../../cli/catalogue/three_way.ts";

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
  assertEquals(remember({ title: "A" }, { title: "A", genre: "a" }), { fields: { title: "A", genre: "a" } });
  assertEquals(remember({ title: "A", tags: ["x", "geo:lat=1"], key: "C" }, { title: "A", tags: ["x"] }), {
    fields: { title: "A", tags: ["x"] },
    written: { tags: ["x", "geo:lat=1"] },
  });
});
