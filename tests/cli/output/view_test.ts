import { assertEquals } from "@std/assert";
import type { Column } from "../../../cli/output/table.ts";
import { comparison, type ViewValues } from "../../../cli/output/view.ts";

const COLUMNS: readonly Column<string>[] = [
  { title: "TITLE", value: (text) => text },
  { title: "PLAYS", value: (text) => text, order: (text) => text.length },
];

Deno.test("comparison() sorts texts by the numbers in them, and counts from the most; --reverse turns either around", () => {
  const sorted = (values: ViewValues) => ["Take 10", "Take 9", "a"].sort(comparison(COLUMNS, values));
  assertEquals(sorted({ sort: "Title" }), ["a", "Take 9", "Take 10"]);
  assertEquals(sorted({ sort: "title", reverse: true }), ["Take 10", "Take 9", "a"]);
  assertEquals(sorted({ sort: "plays" }), ["Take 10", "Take 9", "a"]);
  assertEquals(sorted({ sort: "plays", reverse: true }), ["a", "Take 9", "Take 10"]);
  assertEquals(comparison(COLUMNS, {}), undefined);
});
