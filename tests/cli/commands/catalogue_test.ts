/** What people read of a catalogue of files: see `testTranscripts()`. */
import { testTranscripts } from "../../support/transcript.ts";

testTranscripts(new URL("catalogue/", import.meta.url));
