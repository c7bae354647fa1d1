import { transcriptTests } from "../../support/cli/transcript.ts";

for (const test of transcriptTests(new URL("insights/", import.meta.url))) Deno.test(test);
