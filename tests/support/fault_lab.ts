/**
 * Tries a call under a fault and tells what became of it.
 *
 * @module
 */
import { ServiceClient, type ServiceClientConfig, ServiceError } from "@tonearm/client";
import type { Fault, Sandbox } from "@tonearm/sandbox";
import { FakeTime } from "@std/testing/time";
import { assert, assertEquals } from "@std/assert";
import { faultDefinitions, type FaultName } from "../../sandbox/faults/named.ts";
import { callFor, secretFor, type Stage } from "./fault_calls.ts";
import { type Kind, type Outcome, touches } from "./fault_matrix.ts";

const realTimeout = setTimeout;
const LONGEST_MS = 20_000;
/** What one attempt may take, unless it's an upload. */
const ATTEMPT_MS = 30_000;
/** After so long a silence a caller gives up. */
const PATIENCE_MS = 100;
/** So that nothing takes long that only has to be slow. */
const QUICK = { latencyMs: 5, bytesPerSecond: 1_000_000 } as const;
let marks = 0;

/** One cell of the matrix. */
export interface Trial {
  readonly sandbox: Sandbox;
  /** How the client reaches the sandbox. */
  readonly config: ServiceClientConfig & { fetch: typeof fetch };
  readonly fault: FaultName;
  readonly kind: Kind;
  /** How often the fault happens. */
  readonly times: number;
}

/** Carries a cell out. What is written is left out where it can't be seen. */
export async function attempt(trial: Trial): Promise<Omit<Outcome, "written"> & { written: number | undefined }> {
  const { sandbox, config, fault: name, kind } = trial;
  const asked: string[] = [];
  const counting: typeof fetch = (input, init) => {
    asked.push(String(input));
    return config.fetch(input, init);
  };
  const client = new ServiceClient({ ...config, fetch: counting, retryBaseDelay: 0, autoRefresh: true });
  const secret = await secretFor(sandbox, kind, client);
  const abort = new AbortController();
  const stage: Stage = { sandbox, client, mark: `mark ${++marks}`, secret, signal: abort.signal };
  const { run, written } = callFor(name, kind);
  const fault = switchOn(trial);
  const settle = () => run(stage).then(() => "ok", nameOf);
  const result = await (name === "never_answer" ? pass(settle, fault, abort) : limit(settle()));
  assertEquals(fault.hits > 0, touches(name, kind), `${fault.hits} hits`);
  sandbox.faults.clear();
  const requests = asked.filter((url) => kind !== "refresh" || url.endsWith("/oauth/token")).length;
  if (kind === "refresh") await checkPair(client, secret, result);
  return { result, requests, written: written === undefined ? undefined : await written(stage) };
}

/** Of a refresh only the exchange is spoilt. */
function switchOn({ sandbox, fault, kind, times }: Trial): Fault {
  const { match = {}, latencyMs, bytesPerSecond } = faultDefinitions[fault].rule;
  return sandbox.faults.add(fault, {
    times,
    probability: 1,
    ...(latencyMs ? { latencyMs: QUICK.latencyMs } : {}),
    ...(bytesPerSecond ? { bytesPerSecond: QUICK.bytesPerSecond } : {}),
    ...(kind === "refresh" && match.path === undefined ? { match: { path: "/oauth/token" } } : {}),
  });
}

/** The name of a failure. Anything but the library's own error and an abort is a fault of the library. */
function nameOf(error: unknown): string {
  if (error instanceof ServiceError) return error.code === "http" ? String(error.status) : error.code;
  if (error instanceof DOMException && error.name === "AbortError") return "aborted";
  throw error;
}

/** No call may hang. */
async function limit(work: Promise<string>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => timer = realTimeout(() => resolve("hangs"), LONGEST_MS));
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** An upload that was sent whole may wait for its answer for so many times the limit of an attempt. */
const ANSWER_LIMITS = 5;

/** Lets the time of an attempt pass whenever one has met with silence, and gives up what has no limit. */
async function pass(settle: () => Promise<string>, fault: Fault, abort: AbortController): Promise<string> {
  using time = new FakeTime();
  let isOver = false;
  const end = settle().finally(() => isOver = true);
  for (let met = 0, turns = 0, silence = 0, passed = 0; !isOver && turns < LONGEST_MS; turns++) {
    await new Promise((resolve) => realTimeout(resolve, 1));
    const isSilent = met > 0 && turns - silence > PATIENCE_MS;
    if (fault.hits > met || isSilent && passed < ANSWER_LIMITS) {
      passed = fault.hits > met ? 1 : passed + 1;
      met = fault.hits;
      silence = turns;
      time.tick(ATTEMPT_MS);
    } else if (isSilent) abort.abort();
    else time.tick(0);
  }
  return await (isOver ? end : "hangs");
}

/** A pair is replaced by one that works, or stays as it was. */
async function checkPair(client: ServiceClient, before: string, result: string): Promise<void> {
  assertEquals(client.refreshToken !== before, result === "ok");
  assert(client.refreshToken, "a refresh token is there");
  if (result === "ok") await client.auth.refreshUserToken(client.refreshToken);
}
