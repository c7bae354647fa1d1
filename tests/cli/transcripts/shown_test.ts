import { transcriptTests } from "../../support/cli/transcript.ts";

for (const test of transcriptTests(new URL("shown/", import.meta.url))) Deno.test(test);
