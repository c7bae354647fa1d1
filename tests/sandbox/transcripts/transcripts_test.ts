// Compares whole replies of the sandbox with the transcripts of this folder.
import { transcriptTests } from "../../support/sandbox/transcript.ts";

for (const test of transcriptTests(new URL("./", import.meta.url))) Deno.test(test);
