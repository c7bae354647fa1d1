/**
 * One process of many that share an app's limits: for each line on stdin it makes the calls in it at once, and prints
 * what came of each.
 *
 * @module
 */
import { ServiceClient, ServiceError } from "@tonearm/client";
import process from "node:process";
import { createInterface } from "node:readline";
import { RedisRateLimiter } from "../../src/stores/redis.ts";
import { CLIENTS } from "./redis.ts";

/** What a process is told to do. */
export interface Errand {
  /** The access token. */
  readonly token: string;
  /** Users to read, by id. */
  readonly users?: readonly number[];
  /** Tracks to listen to, by id. */
  readonly plays?: readonly number[];
}

const [config = "{}", kind = "", port = "", limits = "{}"] = Deno.args;
await using connected = await CLIENTS[kind]!(Number(port));
const client = new ServiceClient({
  ...JSON.parse(config),
  rateLimiter: new RedisRateLimiter(connected.client, "app", JSON.parse(limits)),
  dedupe: false,
  maxRetries: 0,
});

function outcome(error: unknown): string {
  return error instanceof ServiceError ? `${error.code} ${error.status}` : String(error);
}

console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const { token, users = [], plays = [] }: Errand = JSON.parse(line);
  const calls = [
    ...users.map((user) => client.users.getUser(user, { token })),
    ...plays.map((track) => client.tracks.getStreamUrl(track, { token })),
  ];
  console.log(JSON.stringify(await Promise.all(calls.map((call) => call.then(() => "ok", outcome)))));
}
