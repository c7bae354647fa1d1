/** What people read after a mistake, and of their credentials: see `transcriptTests()`. */
import { transcriptTests } from "../../support/transcript.ts";

for (const test of transcriptTests(new URL("mistakes/", import.meta.url))) Deno.test(test);
