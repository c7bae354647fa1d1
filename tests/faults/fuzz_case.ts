import { MemoryCache, ServiceClient, type ServiceClientConfig, ServiceError, type SoundCache } from "@tonearm/client";
import { MemoryRateLimiter } from "../../src/limits/limits.ts";
import fc from "fast-check";
import { ADDRESSES, CALLS, mayHaveInvalidArgument, RETRY } from "./fuzz_calls.ts";
import { type Answer, answer, toResponse } from "./fuzz_replies.ts";
import { anyText, anyUrl } from "../support/texts.ts";

/** Matches the caller's tokens, the app's secret, and a token from a reply. */
const SECRET = /s3cret|fresh-token/;
const TIMEOUT_MS = 20_000;
const APP = { clientId: "app", clientSecret: "s3cret-app", redirectUri: "https://app.example/" } as const;
const OWN: readonly string[] = Object.values(ADDRESSES);

/** The optional parts of a client. */
const EXTRAS = ["cache", "failingCache", "store", "failingStore", "observers", "alone", "hook", "rateLimiter"] as const;
type Extra = typeof EXTRAS[number];

/** A test case. */
export interface Case {
  readonly call: string;
  readonly answers: readonly Answer[];
  /** An argument that may be invalid. */
  readonly argument: string;
  /** The index of the request that aborts the call. */
  readonly abortAt: number | undefined;
  /** The number of event-loop turns after which the call is aborted. */
  readonly abortAfter: number | undefined;
  readonly extras: readonly Extra[];
}

const argument = fc.oneof(
  anyText(),
  anyUrl(),
  fc.constantFrom(
    "/me",
    "//evil.example",
    "https://api.sandbox.test/me",
    "https://api.sandbox.test@evil.example/",
    "https://user:password@api.sandbox.test/",
    "file:///etc/hostname",
    "?code=1&state=state",
    "..",
    "%2e%2e",
    "1",
  ),
);

/** Generates test cases of all kinds. */
export const oneCase: fc.Arbitrary<Case> = fc.record({
  call: fc.constantFrom(...Object.keys(CALLS)),
  answers: fc.array(answer, { minLength: 1, maxLength: 6 }),
  argument,
  abortAt: fc.option(fc.nat(3), { nil: undefined, freq: 8 }),
  abortAfter: fc.option(fc.nat(40), { nil: undefined, freq: 8 }),
  extras: fc.subarray([...EXTRAS]),
});

const failing = () => {
  throw new Error("not today");
};
const CACHE: SoundCache = { get: failing, set: () => Promise.reject(new Error("full")), delete: failing };

/** Creates the client of a case. `observed` collects what its observers get. */
function clientOf({ extras }: Case, send: typeof fetch, observed: unknown[]): ServiceClient {
  const config: ServiceClientConfig = { ...APP, ...ADDRESSES, ...RETRY, fetch: send };
  const pair: { access?: string | undefined; refresh?: string | undefined } = {};
  const store = {
    getAccessToken: () => pair.access,
    getRefreshToken: () => Promise.resolve(pair.refresh),
    setTokens: (access: string, refresh?: string) => void Object.assign(pair, { access, refresh }),
    clearTokens: () => void Object.assign(pair, { access: undefined, refresh: undefined }),
  };
  const observe = (news: unknown) => {
    observed.push(news);
    return Promise.reject(new Error("deaf"));
  };
  const parts: Record<Extra, Partial<ServiceClientConfig>> = {
    cache: { cache: new MemoryCache() },
    failingCache: { cache: CACHE },
    store: { tokenStore: store },
    failingStore: { tokenStore: { ...store, setTokens: failing } },
    observers: { onRequest: observe, onRetry: observe, onDebug: observe },
    alone: { dedupe: false, timeoutMs: 0 },
    rateLimiter: { rateLimiter: new MemoryRateLimiter({ concurrency: 2, requests: 10_000, maxWaitMs: 200 }) },
    hook: { onTokenRefresh: () => Promise.reject(new Error("no")) },
  };
  return new ServiceClient(Object.assign(config, ...extras.map((extra) => parts[extra])));
}

/** Returns a `fetch` that gives the replies in order, and records forbidden requests. */
function sender({ answers, abortAt }: Case, abort: AbortController, wrong: string[]): typeof fetch {
  let requestCount = 0;
  return (input, init) => {
    const url = String(input);
    const sent = `${url} ${JSON.stringify([...new Headers(init?.headers)])} ${init?.body ?? ""}`;
    const isOwn = OWN.includes(new URL(url).origin);
    if (SECRET.test(url) || !isOwn && (SECRET.test(sent) || init?.body)) wrong.push(`a stranger gets ${sent}`);
    if (init?.method === "GET" && init.body || !isSendable(url, init)) wrong.push(`no platform sends ${sent}`);
    if (requestCount === abortAt) abort.abort(new Error("enough"));
    const given = answers[requestCount++ % answers.length]!;
    return new Promise((resolve) => resolve(toResponse(given)));
  };
}

function isSendable(url: string, { method, headers }: RequestInit = {}): boolean {
  try {
    return /^https?:/.test(new Request(url, { method: method ?? "GET", headers: headers ?? {} }).url);
  } catch {
    return false;
  }
}

async function abortLater(turns: number | undefined, abort: AbortController): Promise<void> {
  if (turns === undefined) return;
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
  abort.abort(new Error("enough"));
}

/** Performs a case and returns what is wrong with its outcome. */
export async function findProblem(given: Case): Promise<string | undefined> {
  const abort = new AbortController();
  const wrong: string[] = [];
  const observed: unknown[] = [];
  const send = sender(given, abort, wrong);
  const client = clientOf(given, send, observed);
  client.setToken("s3cret-access", "s3cret-refresh");
  const call = async () => await CALLS[given.call]!({ client, send, argument: given.argument, signal: abort.signal });
  const end = withTimeout(call().then(() => undefined, (error) => problemOf(error, given, abort.signal)));
  await abortLater(given.abortAfter, abort);
  const failure = await end;
  if (/s3cret/.test(JSON.stringify(observed))) wrong.push(`an observer hears ${JSON.stringify(observed)}`);
  return wrong[0] ?? failure;
}

/** Returns what is wrong with an error. */
function problemOf(error: unknown, { call }: Case, { aborted, reason }: AbortSignal): string | undefined {
  const isMistake = (error instanceof TypeError || error instanceof RangeError) && mayHaveInvalidArgument(call);
  const isAbort = aborted && error === reason;
  if (!(error instanceof ServiceError || isMistake || isAbort)) return String((error as Error).stack ?? error);
  const shown = `${error} ${JSON.stringify(error)}`;
  return /s3cret/.test(shown) ? `an error shows ${shown}` : undefined;
}

async function withTimeout(work: Promise<string | undefined>): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => timer = setTimeout(() => resolve("it hangs"), TIMEOUT_MS));
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
