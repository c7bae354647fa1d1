import { assertEquals } from "@std/assert";
import { ServiceClient, type TokenStore } from "@tonearm/client";
import { createSandbox } from "@tonearm/sandbox";
import { FileTokenStore } from "../../src/stores/file.ts";
import { RedisTokenStore } from "../../src/stores/redis.ts";
import { killAt } from "../support/sessions/killed.ts";
import { without } from "../support/programs.ts";
import { CLIENTS, startRedis } from "../support/sessions/redis.ts";
import type { Step } from "../support/sessions/stopped_refresh.ts";

// What a process leaves that is killed between its intent and its pair is a row of `deno task chaos`.

/** The state that a process killed during a refresh leaves behind. */
type Outcome = "nothing was lost" | "the new pair is there";

const STEPS: readonly (readonly [Step, Outcome])[] = [
  ["before the intent", "nothing was lost"],
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
        const store = new RedisTokenStore(connected.client, "tokens");
        await continueSession({ kind, place: String(server.port), store }, step, outcome);
      },
    });
  }
}
