/**
 * Tries a call under a fault and tells what became of it.
 *
 * @module
 */
import { ServiceClient, type ServiceClientConfig, ServiceError } from "@tonearm/client";
import type { Fault, Sandbox } from "@tonearm/sandbox";
import { assert, assertEquals } from "@std/assert";
import { faultDefinitions, type FaultName } from "../../sandbox/faults/named.ts";
import { callFor, secretFor, type Stage } from "./fault_calls.ts";
import { type Kind, type Outcome, touches } from "./fault_matrix.ts";

const LONGEST_MS = 20_000;
/** So that nothing takes long that only has to be slow. */
const QUICK = { latencyMs: 5, bytesPerSecond: 1_000_000 } as const;
let marks = 0;

/** A call that nobody answers. */
export interface Silence {
  /** Tells whether the service keeps an attempt waiting right now. */
  isOn(): boolean;
  /** What a caller does who has had enough. */
  giveUp(): void;
}

/** Waits for the end of a call, in its own way. Gives its result, or `hangs`. */
export type Wait = (settle: () => Promise<string>, silence: Silence) => Promise<string>;

/** One cell of the matrix. */
export interface Trial {
  readonly sandbox: Sandbox;
  /** How the client reaches the sandbox. */
  readonly config: ServiceClientConfig & { fetch: typeof fetch };
  readonly fault: FaultName;
  readonly kind: Kind;
  /** How often the fault happens. */
  readonly times: number;
  /** How its end is waited for; for so long as it takes, within reason, when left out. */
  readonly wait?: Wait | undefined;
}

/** Carries a cell out. What is written is left out where it can't be seen. */
export async function attempt(trial: Trial): Promise<Omit<Outcome, "written"> & { written: number | undefined }> {
  const { sandbox, config, fault: name, kind } = trial;
  const asked: string[] = [];
  let [waiting, hits] = [false, 0];
  const counting: typeof fetch = (input, init) => {
    asked.push(String(input));
    [waiting, hits] = [true, fault.hits];
    return config.fetch(input, init).finally(() => waiting = false);
  };
  const client = new ServiceClient({ ...config, fetch: counting, retryBaseDelay: 0, autoRefresh: true });
  const secret = await secretFor(sandbox, kind, client);
  const abort = new AbortController();
  const stage: Stage = { sandbox, client, mark: `mark ${++marks}`, secret, signal: abort.signal };
  const { run, written } = callFor(name, kind);
  const fault = switchOn(trial);
  const settle = () => run(stage).then(() => "ok", nameOf);
  const silence: Silence = { isOn: () => waiting && fault.hits > hits, giveUp: () => abort.abort() };
  const result = await (trial.wait ?? inTime)(settle, silence);
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
    ...(Number.isFinite(times) ? { times } : {}),
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
async function inTime(settle: () => Promise<string>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => timer = setTimeout(() => resolve("hangs"), LONGEST_MS));
  return await Promise.race([settle(), late]).finally(() => clearTimeout(timer));
}

/** A pair is replaced by one that works, or stays as it was. */
async function checkPair(client: ServiceClient, before: string, result: string): Promise<void> {
  assertEquals(client.refreshToken !== before, result === "ok");
  assert(client.refreshToken, "a refresh token is there");
  if (result === "ok") await client.auth.refreshUserToken(client.refreshToken);
}
