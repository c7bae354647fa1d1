/** What people read of single resources and of the help: see `testTranscripts()`. */
import { testTranscripts } from "../../support/transcript.ts";

testTranscripts(new URL("shown/", import.meta.url));
