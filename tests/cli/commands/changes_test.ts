/** What people read after a change: see `transcriptTests()`. */
import { transcriptTests } from "../../support/transcript.ts";

for (const test of transcriptTests(new URL("changes/", import.meta.url))) Deno.test(test);
