import { ServiceClient, type ServiceClientConfig, ServiceError } from "@tonearm/client";
import type { Fault, Sandbox } from "@tonearm/sandbox";
import { assert, assertEquals } from "@std/assert";
import type { FaultName } from "../../sandbox/contract/faults.ts";
import { faultDefinitions } from "../../sandbox/faults/named.ts";
import { type CallContext, callFor, secretFor } from "./fault_calls.ts";
import { type Kind, type Outcome, touches } from "./fault_matrix.ts";

const TIMEOUT_MS = 20_000;
/** Short delays for faults that slow a reply down. */
const SHORT_DELAYS = { latencyMs: 5, bytesPerSecond: 1_000_000 } as const;
let marks = 0;

/** A call that gets no reply. */
export interface StalledCall {
  /** Returns whether the service currently delays an attempt. */
  isStalled(): boolean;
  /** Aborts the call, as an impatient caller does. */
  abort(): void;
}

/** Waits for the end of a call. Resolves with its result, or with `hangs`. */
export type Wait = (settle: () => Promise<string>, call: StalledCall) => Promise<string>;

/** One cell of the matrix. */
export interface Trial {
  readonly sandbox: Sandbox;
  /** The configuration of the client. */
  readonly config: ServiceClientConfig & { fetch: typeof fetch };
  readonly fault: FaultName;
  readonly kind: Kind;
  /** How many times the fault occurs. */
  readonly times: number;
  /** How to wait for the end. Default: with a timeout. */
  readonly wait?: Wait | undefined;
}

/** Performs a trial. `written` is omitted if it can't be checked. */
export async function attempt(trial: Trial): Promise<Omit<Outcome, "written"> & { written: number | undefined }> {
  const { sandbox, config, fault: name, kind } = trial;
  const urls: string[] = [];
  let [waiting, hits] = [false, 0];
  const counting: typeof fetch = (input, init) => {
    urls.push(String(input));
    [waiting, hits] = [true, fault.hits];
    return config.fetch(input, init).finally(() => waiting = false);
  };
  const client = new ServiceClient({ ...config, fetch: counting, retryBaseDelay: 0, autoRefresh: true });
  const secret = await secretFor(sandbox, kind, client);
  const abort = new AbortController();
  const context: CallContext = { sandbox, client, mark: `mark ${++marks}`, secret, signal: abort.signal };
  const { run, written } = callFor(name, kind);
  const fault = addFault(trial);
  const settle = () => run(context).then(() => "ok", nameOf);
  const call: StalledCall = { isStalled: () => waiting && fault.hits > hits, abort: () => abort.abort() };
  const result = await (trial.wait ?? withTimeout)(settle, call);
  assertEquals(fault.hits > 0, touches(name, kind), `${fault.hits} hits`);
  sandbox.faults.clear();
  const requests = urls.filter((url) => kind !== "refresh" || url.endsWith("/oauth/token")).length;
  if (kind === "refresh") await checkPair(client, secret, result);
  return { result, requests, written: written === undefined ? undefined : await written(context) };
}

/** Adds the fault; for a refresh, it affects only the token request. */
function addFault({ sandbox, fault, kind, times }: Trial): Fault {
  const { match = {}, latencyMs, bytesPerSecond } = faultDefinitions[fault].rule;
  return sandbox.faults.add(fault, {
    ...(Number.isFinite(times) ? { times } : {}),
    probability: 1,
    ...(latencyMs ? { latencyMs: SHORT_DELAYS.latencyMs } : {}),
    ...(bytesPerSecond ? { bytesPerSecond: SHORT_DELAYS.bytesPerSecond } : {}),
    ...(kind === "refresh" && match.path === undefined ? { match: { path: "/oauth/token" } } : {}),
  });
}

/** Returns the name of a failure. Anything but the library's own error and an abort is a bug of the library. */
function nameOf(error: unknown): string {
  if (error instanceof ServiceError) return error.code === "http" ? String(error.status) : error.code;
  if (error instanceof DOMException && error.name === "AbortError") return "aborted";
  throw error;
}

/** Returns `hangs` for a call that doesn't end, because no call may. */
async function withTimeout(settle: () => Promise<string>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => timer = setTimeout(() => resolve("hangs"), TIMEOUT_MS));
  return await Promise.race([settle(), late]).finally(() => clearTimeout(timer));
}

/** Checks that the tokens were replaced by working ones, or stayed the same. */
async function checkPair(client: ServiceClient, before: string, result: string): Promise<void> {
  assertEquals(client.refreshToken !== before, result === "ok");
  assert(client.refreshToken, "a refresh token is there");
  if (result === "ok") await client.auth.refreshUserToken(client.refreshToken);
}
