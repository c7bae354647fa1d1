/** What people read of lists, single resources, changes, mistakes and a catalogue of files: see `transcriptTests()`. */
import { transcriptTests } from "../../support/cli/transcript.ts";

for (const folder of ["catalogue", "changes", "insights", "lists", "mistakes", "shown"]) {
  for (const test of transcriptTests(new URL(`${folder}/`, import.meta.url))) Deno.test(test);
}
