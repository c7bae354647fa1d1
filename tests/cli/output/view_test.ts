import { assertEquals } from "@std/assert";
import type { Column } from "../../../cli/output/table.ts";
import { ordering, type ViewValues } from "../../../cli/output/view.ts";

const COLUMNS: readonly Column<string>[] = [
  { title: "TITLE", value: (text) => text },
  { title: "PLAYS", value: (text) => text, order: (text) => text.length },
];

Deno.test("ordering() sorts texts by the numbers in them, and counts from the most; --reverse turns any order around", () => {
  const sorted = (values: ViewValues) => ordering(COLUMNS, values)?.(["Take 10", "Take 9", "a"]);
  assertEquals(sorted({ sort: "Title" }), ["a", "Take 9", "Take 10"]);
  assertEquals(sorted({ sort: "title", reverse: true }), ["Take 10", "Take 9", "a"]);
  assertEquals(sorted({ sort: "plays" }), ["Take 10", "Take 9", "a"]);
  assertEquals(sorted({ sort: "plays", reverse: true }), ["a", "Take 9", "Take 10"]);
  assertEquals(sorted({ reverse: true }), ["a", "Take 9", "Take 10"]);
  assertEquals(sorted({}), undefined);
});
