/**
 * The cost of a call besides its request, in microseconds: this library, and another one with and without a time limit,
 * on a `fetch` that answers immediately. They take turns; each figure is the tenth percentile, because other load only
 * adds time.
 */
import process from "node:process";
import { ServiceClient } from "../../../../mod.ts";
import { withTimeLimit } from "./limited.ts";

/** Microseconds per call. */
export type OwnWork = Record<"library" | "peer" | "limited", number>;

const TURNS = 200;
const CALLS = 500;
const TEXT = JSON.stringify({ kind: "track", id: 1, title: "A track" });
const HEADERS = new Headers({ "content-type": "application/json", "content-length": `${TEXT.length}` });
const REPLY = {
  ok: true,
  status: 200,
  statusText: "OK",
  headers: HEADERS,
  text: () => Promise.resolve(TEXT),
  json: () => Promise.resolve(JSON.parse(TEXT)),
};

const instant: typeof fetch = () => Promise.resolve(REPLY as unknown as Response);
const limited = withTimeLimit(instant);

const app = { clientId: "id", clientSecret: "secret" };
const client = new ServiceClient(app);
client.setToken("token");
const peer = new (await import(process.argv[2] ?? "")).SoundCloudClient(app);
peer.setToken("token");

let id = 1;
const calls: Record<keyof OwnWork, () => Promise<unknown>> = {
  library: () => client.tracks.getTrack(id++),
  peer: () => peer.tracks.getTrack(id++),
  limited: () => peer.tracks.getTrack(id++),
};

const times: Record<keyof OwnWork, number[]> = { library: [], peer: [], limited: [] };
const names = Object.keys(calls) as (keyof OwnWork)[];
for (let turn = 0; turn < TURNS; turn++) {
  for (const name of turn % 2 ? names : names.toReversed()) {
    globalThis.fetch = name === "limited" ? limited : instant;
    const start = performance.now();
    for (let i = 0; i < CALLS; i++) await calls[name]();
    // The first turns compile the code.
    if (turn >= TURNS / 10) times[name].push((performance.now() - start) * 1000 / CALLS);
  }
}
const quick = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 10)] ?? NaN;
console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, quick(times[name])]))));
process.exit();
