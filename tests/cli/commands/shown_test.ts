/** What people read of single resources and of the help: see `transcriptTests()`. */
import { transcriptTests } from "../../support/transcript.ts";

for (const test of transcriptTests(new URL("shown/", import.meta.url))) Deno.test(test);
