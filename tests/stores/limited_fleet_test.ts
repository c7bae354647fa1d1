import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { createSandbox, type Sandbox, type SandboxOptions } from "@tonearm/sandbox";
import type { RedisRateLimiterOptions } from "../../src/stores/redis.ts";
import { chooseConfig } from "../../scripts/deno.ts";
import { Member } from "../chaos/member.ts";
import { control } from "../support/sandbox/requests.ts";
import type { CallBatch, LimitedSettings } from "./limited_worker.ts";
import { without } from "../support/programs.ts";
import { startRedis, withEachClient } from "../support/sessions/redis.ts";

const PROCESSES = 8;

/** A request recorded by the sandbox. */
interface RecordedRequest {
  readonly at: string;
  readonly milliseconds: number;
  readonly path: string;
  readonly status: number;
}

/** Processes that share an app's limits, and their sandbox. */
interface FleetFixture {
  readonly sandbox: Sandbox;
  readonly workers: readonly Member[];
  /** Sends calls to a process and returns their outcomes. */
  send(worker: Member, batch: CallBatch): Promise<string[]>;
  /** Returns the requests to the sandbox, in order. */
  readRequests(): Promise<RecordedRequest[]>;
}

const WORKER = fileURLToPath(new URL("./limited_worker.ts", import.meta.url));

async function startWorker(settings: LimitedSettings): Promise<Member> {
  const options = ["run", "-q", "--no-check", "--no-lock", "--config", await chooseConfig(), "-P=test", WORKER];
  return await Member.start([Deno.execPath(), ...options], settings);
}

function inFleet(
  name: string,
  config: SandboxOptions["config"],
  limits: RedisRateLimiterOptions,
  body: (fixture: FleetFixture) => Promise<void>,
): Deno.TestDefinition {
  return {
    name,
    ignore: without("redis-server"),
    async fn(t) {
      await withEachClient(t, async (_connect, kind) => {
        await using redis = await startRedis();
        using sandbox = createSandbox({ config: config ?? {} });
        await using server = await sandbox.serve();
        const settings = { config: server.clientConfig, kind, port: redis.port, limits };
        const workers = await Promise.all(Array.from({ length: PROCESSES }, () => startWorker(settings)));
        const send = async (worker: Member, batch: CallBatch) =>
          JSON.parse((await worker.send("call", JSON.stringify(batch))).value);
        const readRequests = async () =>
          (await control<{ requests: RecordedRequest[] }>(sandbox, "GET /requests")).body.requests;
        try {
          await body({ sandbox, workers, send, readRequests });
        } finally {
          await Promise.all(workers.map((worker) => worker.kill()));
        }
      });
    },
  };
}

/** Returns the maximum number of concurrent requests. */
function maxConcurrent(requests: readonly RecordedRequest[]): number {
  const spans = requests.map(({ at, milliseconds }) => [Date.parse(at), Date.parse(at) + milliseconds] as const);
  return Math.max(...spans.map(([start]) => spans.filter(([from, to]) => from <= start && start < to - 1).length));
}

/** Returns the maximum number of requests within a time span. */
function maxWithin(requests: readonly RecordedRequest[], spanMs: number): number {
  const times = requests.map(({ at }) => Date.parse(at));
  return Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + spanMs).length));
}

Deno.test(inFleet(
  "eight processes keep to one limit together, and the gateway never has to refuse",
  { gatewayBurst: 40 },
  { requests: 40, windowMs: 10_000, concurrency: 6 },
  async ({ sandbox, workers, send, readRequests }) => {
    // Long enough that calls overlap even if the processes are slow.
    sandbox.faults.add({ latencyMs: 150 });
    const { access_token: token } = sandbox.issueTokens();
    const users = [1, 2, 3, 4, 5, 6, 7];
    const outcomes = await Promise.all(workers.map((worker) => send(worker, { token, users })));
    assertEquals(outcomes.flat(), Array(PROCESSES * users.length).fill("ok"));
    const requests = await readRequests();
    assertEquals(requests.length, PROCESSES * users.length);
    assertEquals(requests.filter(({ status }) => status !== 200), []);
    const [atOnce, within] = [maxConcurrent(requests), maxWithin(requests, 10_000)];
    assert(atOnce <= 6 && atOnce >= 3, `${atOnce} at once`);
    assertEquals(within, 40, `${within} within ten seconds`);
  },
));
