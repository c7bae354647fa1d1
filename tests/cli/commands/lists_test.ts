/** What people read of lists: see `transcriptTests()`. */
import { transcriptTests } from "../../support/transcript.ts";

for (const test of transcriptTests(new URL("lists/", import.meta.url))) Deno.test(test);
