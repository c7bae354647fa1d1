import { assertEquals } from "@std/assert";
import { groupsOf } from "../../../../scripts/check/tests/isolates.ts";
import { testFiles } from "../../../../scripts/check/tests/tiers.ts";

Deno.test("groupsOf() has each file in one group, whichever may share", async () => {
  const files = await testFiles();
  for (const shares of [undefined, () => true, () => false]) {
    assertEquals(groupsOf(files, 4, shares).flat().sort(), files);
  }
});
