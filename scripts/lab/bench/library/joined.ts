// Ten thousand concurrent calls for one reply of 80 kB: their time, and the growth of memory.
import process from "node:process";
import { ServiceClient } from "../../../../mod.ts";

/** The cost of the calls. */
export interface Joined {
  readonly seconds: number;
  readonly mebibytes: number;
}

const TEXT = JSON.stringify({ id: 1, items: Array.from({ length: 200 }, (_, id) => ({ id, title: "x".repeat(380) })) });

globalThis.fetch = () => new Promise((resolve) => setTimeout(() => resolve(new Response(TEXT)), 10));
const client = new ServiceClient({ clientId: "id", clientSecret: "secret" });
client.setToken("token");
await client.tracks.getTrack(2);
const before = process.memoryUsage().rss;
const start = performance.now();
const tracks = await Promise.all(Array.from({ length: 10_000 }, () => client.tracks.getTrack(1)));
const joined: Joined = {
  seconds: (performance.now() - start) / 1000,
  mebibytes: (process.memoryUsage().rss - before) / 2 ** 20,
};
if (tracks.length !== 10_000) throw new Error("calls were lost");
console.log(JSON.stringify(joined));
process.exit();
