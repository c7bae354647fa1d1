/**
 * The files and functions that a warm `tracks.getTrack()` enters, by the platform's own counts: those of n + 1 calls
 * less those of n.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { Session } from "node:inspector";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { ServiceClient } from "../../mod.ts";

/** What a call enters: `file function` for each. */
export type Entered = readonly string[];

const CALLS = 100;
const TEXT = JSON.stringify({ kind: "track", id: 1, title: "A track" });
const headers = { "content-type": "application/json", "content-length": `${TEXT.length}` };

globalThis.fetch = () => Promise.resolve(new Response(TEXT, { headers }));

const client = new ServiceClient({ clientId: "id", clientSecret: "secret" });
client.setToken("token");
const inspector = new Session();
inspector.connect();

interface Counts {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

function post<T>(method: string, params: object = {}): Promise<T> {
  return new Promise((resolve, reject) =>
    inspector.post(
      method,
      params,
      (error: Error | null, result?: object) => error ? reject(error) : resolve(result as T),
    )
  );
}

/** How often each function of this file was entered, by its place. */
async function count(calls: number): Promise<Map<string, number>> {
  await post("Profiler.takePreciseCoverage");
  for (let id = 1; id <= calls; id++) await client.tracks.getTrack(id);
  const { result } = await post<Counts>("Profiler.takePreciseCoverage");
  const own = result.find(({ url }) => url === import.meta.url)?.functions ?? [];
  return new Map(own.map(({ functionName, ranges }) => {
    const [{ startOffset = 0, count = 0 } = {}] = ranges;
    return [`${fileAt(startOffset)} ${functionName || `at ${startOffset}`}`, count];
  }));
}

const bundle = readFileSync(fileURLToPath(import.meta.url), "utf8");
/** The bundler begins each file with its name. */
const files = [...bundle.matchAll(/^\/\/ (\S+\.ts)$/gm)].map(({ index, 1: name }) => ({ index, name }));

function fileAt(offset: number): string {
  return files.findLast(({ index }) => index <= offset)?.name ?? "";
}

await post("Profiler.enable");
await post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
await count(CALLS);
const [fewer, more] = [await count(CALLS), await count(CALLS + 1)];
const entered = [...more].filter(([name, times]) => times > (fewer.get(name) ?? 0) && name.startsWith("src/"));
console.log(JSON.stringify(entered.map(([name]) => name)));
process.exit();
