/**
 * A process that refreshes a shared session and stops at a step, which it prints, so that a test can kill it there.
 *
 * @module
 */
import { ServiceClient } from "@tonearm/client";
import { FileTokenStore } from "../../../src/stores/file.ts";
import { RedisTokenStore } from "../../../src/stores/redis.ts";
import { CLIENTS } from "./redis.ts";

/** The steps at which a refresh can stop. */
export type Step =
  | "before the request"
  | "before the reply is read"
  | "before the write"
  | "after the write";

const [config = "{}", kind = "", place = "", stopAt = ""] = Deno.args;

/** Prints the step and stops. */
async function stop(step: Step): Promise<void> {
  if (step !== stopAt) return;
  console.log(step);
  await new Promise(() => {});
}

type Store = FileTokenStore | RedisTokenStore;

/** Wraps a store so that it stops before and after a write. */
function stopping<S extends Store>(store: S): S {
  const write = store.compareAndSwap.bind(store);
  store.compareAndSwap = async (expected, next) => {
    await stop("before the write");
    const isStored = await write(expected, next);
    await stop("after the write");
    return isStored;
  };
  return store;
}

const connected = kind === "file" ? undefined : await CLIENTS[kind]!(Number(place));
const tokenStore = connected
  ? new RedisTokenStore(connected.client, "tokens", { ttlMs: 300 })
  : new FileTokenStore(place);
const client = new ServiceClient({
  ...JSON.parse(config),
  tokenStore: stopping(tokenStore),
  async fetch(input, init) {
    const isRefresh = String(input).endsWith("/oauth/token");
    if (isRefresh) await stop("before the request");
    const reply = await fetch(input, init);
    if (isRefresh) await stop("before the reply is read");
    return reply;
  },
});
await client.me.getMe();
