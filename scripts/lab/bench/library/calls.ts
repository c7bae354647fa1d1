/**
 * The cost of a call with a `fetch` that has a time limit, with this library, and with another one, without and with a
 * time limit: time and processor time per call, from 7 runs in which the four take turns.
 */
import process from "node:process";
import { ServiceClient } from "../../../../mod.ts";
import { withTimeLimit } from "./limited.ts";

/** Milliseconds and processor microseconds per call, a pair for each run. */
export type Costs = Record<"limited" | "library" | "peer" | "limitedPeer", [wall: number, cpu: number][]>;

const RUNS = 7;
/** Number of turns and of calls per turn in a run. */
const TURNS = 40;
const CALLS = 100;
const TOKEN = "a-token-of-usual-length-0123456789";

/** The part of the other library that is called. */
interface Peer {
  setToken(token: string): void;
  readonly tracks: { getTrack: Call };
}

type Call = (id: number) => Promise<unknown>;

async function calls(baseUrl: string, peerPath: string): Promise<Record<keyof Costs, Call>> {
  const { fetch } = globalThis;
  const app = { clientId: "id", clientSecret: "secret" };
  const client = new ServiceClient({ ...app, baseUrl, authUrl: baseUrl });
  client.setToken(TOKEN);
  const peer: Peer = new (await import(peerPath)).SoundCloudClient(app);
  peer.setToken(TOKEN);
  const headers = {
    Accept: "application/json; charset=utf-8",
    "User-Agent": "scripts/lab/bench/1.0",
    Authorization: `OAuth ${TOKEN}`,
  };
  const elsewhere: typeof fetch = (url, init) =>
    fetch(baseUrl + String(url).slice("https://api.soundcloud.com".length), init);
  const limitedFetch = withTimeLimit(fetch);
  // It has no option for the base URL, so its requests are redirected here.
  const peerWith = (own: typeof fetch): Call => (id) => {
    globalThis.fetch = own;
    const reply = peer.tracks.getTrack(id);
    globalThis.fetch = fetch;
    return reply;
  };
  return {
    limited: async (id) => await (await limitedFetch(`${baseUrl}/tracks/${id}`, { headers })).json(),
    library: (id) => client.tracks.getTrack(id),
    peer: peerWith(elsewhere),
    limitedPeer: peerWith(withTimeLimit(elsewhere)),
  };
}

let id = 1;

async function turn(call: Call, concurrency: number): Promise<[number, number]> {
  let left = CALLS;
  const cpu = process.cpuUsage();
  const start = performance.now();
  await Promise.all(Array.from({ length: concurrency }, async () => {
    while (left-- > 0) await call(id++);
  }));
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return [wall / CALLS, (user + system) / CALLS];
}

async function run(by: Record<keyof Costs, Call>, concurrency: number): Promise<Record<keyof Costs, [number, number]>> {
  const sums: Record<keyof Costs, [number, number]> = {
    limited: [0, 0],
    library: [0, 0],
    peer: [0, 0],
    limitedPeer: [0, 0],
  };
  const names = Object.keys(sums) as (keyof Costs)[];
  for (let i = 0; i < TURNS; i++) {
    // The order alternates, because the first one finds cold caches.
    for (const name of i % 2 ? names : names.toReversed()) {
      const [wall, cpu] = await turn(by[name], concurrency);
      sums[name][0] += wall;
      sums[name][1] += cpu;
    }
  }
  return sums;
}

const [url = "", concurrency = "1", peerPath = ""] = process.argv.slice(2);
const by = await calls(url, peerPath);
// An uncounted run compiles every path.
await run(by, Number(concurrency));
const costs: Costs = { limited: [], library: [], peer: [], limitedPeer: [] };
for (let i = 0; i < RUNS; i++) {
  const sums = await run(by, Number(concurrency));
  for (const name of Object.keys(costs) as (keyof Costs)[]) costs[name].push(sums[name]);
}
console.log(JSON.stringify(costs));
process.exit();
