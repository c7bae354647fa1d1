/** What people read of lists: see `testTranscripts()`. */
import { testTranscripts } from "../../support/transcript.ts";

testTranscripts(new URL("lists/", import.meta.url));
