/** What people read after a change: see `testTranscripts()`. */
import { testTranscripts } from "../../support/transcript.ts";

testTranscripts(new URL("changes/", import.meta.url));
