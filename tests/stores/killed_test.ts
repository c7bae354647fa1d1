import { assert, assertEquals, assertRejects } from "@std/assert";
import { ServiceClient, ServiceError, type TokenStore } from "@tonearm/client";
import { createSandbox } from "@tonearm/sandbox";
import { FileTokenStore } from "../../src/stores/file.ts";
import { RedisTokenStore } from "../../src/stores/redis.ts";
import { killAt } from "../support/sessions/killed.ts";
import { without } from "../support/programs.ts";
import { CLIENTS, startRedis } from "../support/sessions/redis.ts";
import type { Step } from "../support/sessions/stopped_refresh.ts";

/** The state that a process killed during a refresh leaves behind. */
type Outcome = "nothing was lost" | "the new pair is there" | "the refresh token is used up";

const STEPS: readonly (readonly [Step, Outcome])[] = [
  ["before the request", "nothing was lost"],
  // Only the service and the killed process knew the new tokens.
  ["before the reply is read", "the refresh token is used up"],
  ["before the write", "the refresh token is used up"],
  ["after the write", "the new pair is there"],
];

/** A shared store. */
interface Place {
  readonly kind: string;
  readonly place: string;
  readonly store: TokenStore;
}

/** Kills a process at a step of its refresh, and continues in another one. */
async function continueSession({ kind, place, store }: Place, step: Step, outcome: Outcome): Promise<void> {
  using sandbox = createSandbox();
  await using server = await sandbox.serve();
  const { refresh_token } = sandbox.issueTokens();
  await store.setTokens("expired", refresh_token);
  await killAt(step, JSON.stringify(server.clientConfig), kind, place);
  let refreshes = 0;
  const hook = () => Promise.resolve(refreshes++);
  const next = new ServiceClient({ ...sandbox.clientConfig, tokenStore: store, onTokenRefresh: hook });
  if (outcome === "the refresh token is used up") {
    const error = await assertRejects(() => next.me.getMe(), ServiceError);
    assert(error.isInvalidGrant && error.isPermanentAuthError);
    // Nothing blocks the next sign-in, not even the lock.
    const { access_token, refresh_token } = sandbox.issueTokens();
    await store.lock?.(async () => void await store.setTokens(access_token, refresh_token));
  }
  assertEquals((await next.me.getMe()).urn, "soundcloud:users:1");
  assertEquals(refreshes, outcome === "nothing was lost" ? 1 : 0);
}

async function inFile(step: Step, outcome: Outcome): Promise<void> {
  const folder = await Deno.makeTempDir();
  const place = `${folder}/tokens.json`;
  const store = new FileTokenStore(place);
  await continueSession({ kind: "file", place, store }, step, outcome);
  await Deno.remove(folder, { recursive: true });
}

for (const [step, outcome] of STEPS) {
  Deno.test(`TokenStore: of a process killed ${step} of a refresh, its file tells: ${outcome}`, () =>
    inFile(step, outcome));

  for (const [kind, connect] of Object.entries(CLIENTS)) {
    Deno.test({
      name: `TokenStore: of a process killed ${step} of a refresh, Redis tells: ${outcome} (npm:${kind})`,
      ignore: without("redis-server"),
      async fn() {
        await using server = await startRedis();
        await using connected = await connect(server.port);
        const store = new RedisTokenStore(connected.client, "tokens", { ttlMs: 300 });
        await continueSession({ kind, place: String(server.port), store }, step, outcome);
      },
    });
  }
}
