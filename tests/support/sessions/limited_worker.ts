// A process that shares an app's limits. For each line on stdin it makes the given calls at once, and prints their
// outcomes.

import { ServiceClient, ServiceError } from "@tonearm/client";
import process from "node:process";
import { createInterface } from "node:readline";
import { RedisRateLimiter } from "../../../src/stores/redis.ts";
import { CLIENTS } from "./redis.ts";

/** The calls that a process makes. */
export interface CallBatch {
  /** The access token. */
  readonly token: string;
  /** Ids of users to read. */
  readonly users?: readonly number[];
  /** Ids of tracks to play. */
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
  const { token, users = [], plays = [] }: CallBatch = JSON.parse(line);
  const calls = [
    ...users.map((user) => client.users.getUser(user, { token })),
    ...plays.map((track) => client.tracks.getStreamUrl(track, { token })),
  ];
  console.log(JSON.stringify(await Promise.all(calls.map((call) => call.then(() => "ok", outcome)))));
}
