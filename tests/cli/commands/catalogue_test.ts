/** What people read of a catalogue of files: see `transcriptTests()`. */
import { transcriptTests } from "../../support/transcript.ts";

for (const test of transcriptTests(new URL("catalogue/", import.meta.url))) Deno.test(test);
