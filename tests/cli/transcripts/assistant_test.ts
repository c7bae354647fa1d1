import { transcriptTests } from "../../support/cli/transcript.ts";

for (const test of transcriptTests(new URL("assistant/", import.meta.url))) Deno.test(test);
