// The files and functions that a warm `tracks.getTrack()` enters, counted by the platform.
import { ServiceClient } from "../../../../mod.ts";
import { enteredByOne, startCounting } from "../entered.ts";

/** What a call enters: `file function position` for each. */
export type Entered = readonly string[];

const ROOT = new URL("../../../../src/", import.meta.url).href;
const TEXT = JSON.stringify({ kind: "track", id: 1, title: "A track" });
/** Replies of a known size and of an unknown one take turns. */
const REPLIES = [{ "content-length": `${TEXT.length}` }, { "content-type": "application/json" }];

let requests = 0;
const answer = () => Promise.resolve(new Response(TEXT, { headers: REPLIES[requests++ % 2]! }));
const client = new ServiceClient({ clientId: "id", clientSecret: "secret", fetch: answer });
client.setToken("token");

await startCounting();
const entered: Entered = await enteredByOne(ROOT, async () => {
  for (const _ of REPLIES) await client.tracks.getTrack(requests);
});
console.log(JSON.stringify(entered));
