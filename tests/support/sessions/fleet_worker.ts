// A process of a fleet that shares a user's or the app's tokens. For each line on stdin it calls the service, and
// prints the result and the number of its refreshes.

import { ServiceClient } from "@tonearm/client";
import { createInterface } from "node:readline";
import process from "node:process";
import { appTokenProvider } from "../../../src/limits/limits.ts";
import { FileTokenStore } from "../../../src/stores/file.ts";
import { RedisTokenStore } from "../../../src/stores/redis.ts";
import { CLIENTS } from "./redis.ts";

const [config = "{}", kind = "", place = "", whose = ""] = Deno.args;
const connected = kind === "file" ? undefined : await CLIENTS[kind]!(Number(place));
const tokenStore = connected ? new RedisTokenStore(connected.client, "tokens") : new FileTokenStore(place);
let refreshes = 0;
const client = new ServiceClient({
  ...JSON.parse(config),
  ...(whose === "app" ? { tokenProvider: appTokenProvider(tokenStore) } : { tokenStore }),
  onTokenRefresh: () => Promise.resolve(refreshes++),
});
console.log("ready");
for await (const _line of createInterface({ input: process.stdin })) {
  const outcome = await (whose === "app" ? client.users.getUser(1) : client.me.getMe()).then(
    ({ urn }) => urn,
    (error) => `failed: ${error.message}`,
  );
  console.log(JSON.stringify({ outcome, refreshes }));
}
await connected?.[Symbol.asyncDispose]();
