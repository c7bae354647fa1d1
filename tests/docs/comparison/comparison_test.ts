import { assertEquals } from "@std/assert";
import { frontPage } from "../../../scripts/docs/comparison.ts";
import { CALLERS, commentsOf, expired, faultsOfReads, readsThatSurvive } from "./table.ts";

Deno.test("docs/index.md: its figures and its comparison are measured again, and are the same", async () => {
  const page = await Deno.readTextFile(new URL("../../../docs/index.md", import.meta.url));
  assertEquals(await frontPage(page), page, "`deno task docs` writes them");
});

Deno.test("the comparison: no fault is survived by `fetch`, most by the client, which makes one refresh and one comment", async () => {
  const counts = [];
  for (const name of CALLERS) counts.push(await readsThatSurvive(name));
  const [ours = 0, theirs = 0, plain] = counts;
  assertEquals(plain, 0);
  assertEquals(ours > theirs && ours > (await faultsOfReads()).length / 2, true);
  assertEquals(await expired("tonearm"), "100 succeed; refreshes: 1");
  assertEquals(await commentsOf("tonearm"), "1");
});
