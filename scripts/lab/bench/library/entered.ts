/**
 * The files and functions that a warm `tracks.getTrack()` enters, counted by the platform: the counts of n + 1 calls
 * minus those of n.
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { ServiceClient } from "../../../../mod.ts";
import { enteredMore, startCounting, takeCounts } from "../entered.ts";

/** What a call enters: `file function` for each. */
export type Entered = readonly string[];

const CALLS = 100;
const TEXT = JSON.stringify({ kind: "track", id: 1, title: "A track" });
/** Replies of a known size and of an unknown one take turns. */
const REPLIES = [{ "content-length": `${TEXT.length}` }, { "content-type": "application/json" }];

let requests = 0;
globalThis.fetch = () => Promise.resolve(new Response(TEXT, { headers: REPLIES[requests++ % 2]! }));

const client = new ServiceClient({ clientId: "id", clientSecret: "secret" });
client.setToken("token");
/** Counts how often each function of this file was entered, by its position. */
async function count(calls: number): Promise<Map<string, number>> {
  await takeCounts();
  for (let id = 1; id <= calls; id++) await client.tracks.getTrack(id);
  const result = await takeCounts();
  const own = result.find(({ url }) => url === import.meta.url)?.functions ?? [];
  return new Map(own.map(({ functionName, ranges }) => {
    const [{ startOffset = 0, count = 0 } = {}] = ranges;
    return [`${fileAt(startOffset)} ${functionName || `at ${startOffset}`}`, count];
  }));
}

const bundle = readFileSync(fileURLToPath(import.meta.url), "utf8");
/** The bundler starts each file with its name. */
const files = [...bundle.matchAll(/^\/\/ (\S+\.ts)$/gm)].map(({ index, 1: name }) => ({ index, name }));

function fileAt(offset: number): string {
  return files.findLast(({ index }) => index <= offset)?.name ?? "";
}

await startCounting();
await count(CALLS);
const entered = enteredMore(await count(CALLS), await count(CALLS + 2));
console.log(JSON.stringify(entered.filter((name) => name.startsWith("src/"))));
process.exit();
