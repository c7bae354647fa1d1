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
export type Step = "before the intent" | "after the write";

const [config = "{}", kind = "", place = "", stopAt = ""] = Deno.args;

/** Prints the step and stops. */
async function stop(step: Step): Promise<void> {
  if (step !== stopAt) return;
  console.log(step);
  await new Promise(() => {});
}

type Store = FileTokenStore | RedisTokenStore;

/** Wraps a store so that it stops before it writes an intent, and after it wrote a pair. */
function stopping<S extends Store>(store: S): S {
  const write = store.compareAndSwap.bind(store);
  store.compareAndSwap = async (expected, next) => {
    if (next.intent) await stop("before the intent");
    const isStored = await write(expected, next);
    if (!next.intent) await stop("after the write");
    return isStored;
  };
  return store;
}

const connected = kind === "file" ? undefined : await CLIENTS[kind]!(Number(place));
const tokenStore = connected ? new RedisTokenStore(connected.client, "tokens") : new FileTokenStore(place);
const client = new ServiceClient({
  ...JSON.parse(config),
  tokenStore: stopping(tokenStore),
});
await client.me.getMe();
