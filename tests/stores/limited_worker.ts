// A process that shares an app's limits. For each command on stdin it makes the given calls at once, and answers with
// their outcomes.
import { ServiceClient, type ServiceClientConfig, ServiceError } from "@tonearm/client";
import process from "node:process";
import { createInterface } from "node:readline";
import { RedisRateLimiter, type RedisRateLimiterOptions } from "../../src/stores/redis.ts";
import { CLIENTS } from "../support/sessions/redis.ts";

/** What a process is started with. */
export interface LimitedSettings {
  readonly config: ServiceClientConfig;
  /** The client of Redis, and its port. */
  readonly kind: string;
  readonly port: number;
  readonly limits: RedisRateLimiterOptions;
}

/** The calls that a process makes. */
export interface CallBatch {
  /** The access token. */
  readonly token: string;
  /** Ids of users to read. */
  readonly users?: readonly number[];
  /** Ids of tracks to play. */
  readonly plays?: readonly number[];
}

const { config, kind, port, limits }: LimitedSettings = JSON.parse(process.argv[2] ?? "{}");
await using connected = await CLIENTS[kind]!(port);
const client = new ServiceClient({
  ...config,
  rateLimiter: new RedisRateLimiter(connected.client, "app", limits),
  dedupe: false,
  maxRetries: 0,
});

function outcome(error: unknown): string {
  return error instanceof ServiceError ? `${error.code} ${error.status}` : String(error);
}

const say = (id: number, value: string) => console.log(JSON.stringify({ id, ok: true, value }));
say(0, "ready");
for await (const line of createInterface({ input: process.stdin })) {
  const { id, args: [batch] } = JSON.parse(line);
  const { token, users = [], plays = [] }: CallBatch = JSON.parse(batch);
  const calls = [
    ...users.map((user) => client.users.getUser(user, { token })),
    ...plays.map((track) => client.tracks.getStreamUrl(track, { token })),
  ];
  say(id, JSON.stringify(await Promise.all(calls.map((call) => call.then(() => "ok", outcome)))));
}
