import { assert, assertEquals } from "@std/assert";
import { MemoryCache, ServiceClient } from "@tonearm/client";
import fc from "fast-check";

const ADDRESSES = { baseUrl: "https://api.sandbox.test", authUrl: "https://secure.sandbox.test" } as const;
const TOKENS = ["anna", "ben", "cleo"] as const;

/** One of many concurrent calls. */
interface ConcurrentCall {
  readonly id: number;
  /** The token of the call. Default: the stored one. */
  readonly token: typeof TOKENS[number] | undefined;
  /** The number of event-loop turns before it starts, and before it is aborted. */
  readonly start: number;
  readonly abortAfter: number | undefined;
  readonly write: boolean;
}

const concurrentCall: fc.Arbitrary<ConcurrentCall> = fc.record({
  id: fc.integer({ min: 1, max: 3 }),
  token: fc.option(fc.constantFrom(...TOKENS), { nil: undefined }),
  start: fc.nat(12),
  abortAfter: fc.option(fc.nat(12), { nil: undefined, freq: 3 }),
  write: fc.boolean(),
});

async function waitTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

/** Returns a service that replies with the token and the path of each request, after a delay. An unknown token gets a 401. */
function delayedService(delays: readonly number[]) {
  let served = 0;
  return async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input));
    const [, token = ""] = new Headers(init?.headers).get("authorization")?.split(" ") ?? [];
    const signal = init?.signal;
    await waitTurns(delays[served++ % delays.length]!);
    signal?.throwIfAborted();
    if (pathname === "/oauth/token") return Response.json({ access_token: "stored", refresh_token: "next" });
    const isKnown = token === "stored" || TOKENS.some((known) => known === token);
    return Response.json(isKnown ? { token, pathname } : {}, { status: isKnown ? 200 : 401 });
  };
}

/** Performs one call. It must end with the reply to its own token, or with its own abort. */
async function performCall(
  client: ServiceClient,
  { id, token, start, abortAfter, write }: ConcurrentCall,
): Promise<void> {
  await waitTurns(start);
  const abort = new AbortController();
  const reason = new Error(`${id} has left`);
  const options = { signal: abort.signal, ...(token ? { token } : {}) };
  const call = write ? client.tracks.update(id, { title: "a" }, options) : client.tracks.getTrack(id, options);
  const end = call.then((got) => ({ got }), (error: unknown) => ({ error }));
  if (abortAfter !== undefined) {
    await waitTurns(abortAfter);
    abort.abort(reason);
  }
  const outcome = await end;
  if ("error" in outcome) {
    assert(outcome.error === reason, `${outcome.error}`);
    return;
  }
  assertEquals({ ...outcome.got } as unknown, { token: token ?? "stored", pathname: `/tracks/${id}` });
  // Nobody else has the same object, unless nobody can change it.
  if (!Object.isFrozen(outcome.got)) Object.assign(outcome.got, { token: "spoilt" });
}

Deno.test("ServiceClient: many concurrent calls, cached, joined, refreshed or aborted, each get their own token's reply or their own abort", async () => {
  const calls = fc.array(concurrentCall, { minLength: 1, maxLength: 25 });
  const delays = fc.array(fc.nat(15), { minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(
    calls,
    delays,
    fc.boolean(),
    fc.boolean(),
    async (given, pauses, cached, expired) => {
      const client = new ServiceClient({
        clientId: "id",
        clientSecret: "secret",
        ...ADDRESSES,
        fetch: delayedService(pauses),
        maxRetries: 0,
        autoRefresh: true,
        cache: cached ? new MemoryCache() : undefined,
      });
      client.setToken(expired ? "expired" : "stored", "refresh");
      await Promise.all(given.map((visit) => performCall(client, visit)));
      assertEquals(client.accessToken === "stored" || expired, true);
    },
  );
  await fc.assert(property, { seed: 14, numRuns: 400 });
});

Deno.test("ServiceClient: concurrent calls with the same token and URL send one request, whoever aborts", async () => {
  const property = fc.asyncProperty(fc.array(fc.boolean(), { minLength: 2, maxLength: 8 }), async (leaving) => {
    let requests = 0;
    const answer = Promise.withResolvers<Response>();
    const fetch = () => {
      requests++;
      return answer.promise;
    };
    const client = new ServiceClient({ clientId: "id", clientSecret: "secret", ...ADDRESSES, fetch });
    client.setToken("stored");
    const aborts = leaving.map(() => new AbortController());
    const calls = aborts.map(({ signal }) => client.tracks.getTrack(1, { signal }).then(() => "got", () => "left"));
    await waitTurns(5);
    leaving.forEach((leaves, at) => leaves && aborts[at]!.abort());
    await waitTurns(5);
    answer.resolve(Response.json({}));
    assertEquals(await Promise.all(calls), leaving.map((leaves) => leaves ? "left" : "got"));
    assertEquals(requests, 1);
  });
  await fc.assert(property, { seed: 15, numRuns: 200 });
});
