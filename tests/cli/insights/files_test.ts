import { assertEquals, assertThrows } from "@std/assert";
import { readCounts } from "../../../cli/insights/files.ts";

Deno.test("readCounts() reads a column for each count, or the columns metric and count, in any order", () => {
  for (const text of ["metric,count,urn,date\nplays,1,7,2026-01-31\n", "plays,id,date\n1,7,2026-01-31\n"]) {
    const [row] = readCounts(text, "a.csv");
    assertEquals({ urn: row?.urn, counts: row?.counts }, { urn: "soundcloud:tracks:7", counts: { plays: 1 } });
  }
  for (const text of ["urn,plays\n7,1\n", "date,plays\n2026-01-31,1\n", "urn,date,metric\n7,2026-01-31,plays\n"]) {
    assertThrows(() => readCounts(text, "a.csv"), Error, "a.csv has no counts of tracks over time");
  }
});
