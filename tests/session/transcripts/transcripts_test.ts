// Compares everything that calls do with the transcripts of this folder.
import { libraryTests } from "../../support/library/transcript.ts";

for (const test of libraryTests(new URL("./", import.meta.url))) Deno.test(test);
