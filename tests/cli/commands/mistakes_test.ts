/** What people read after a mistake, and of their credentials: see `testTranscripts()`. */
import { testTranscripts } from "../../support/transcript.ts";

testTranscripts(new URL("mistakes/", import.meta.url));
