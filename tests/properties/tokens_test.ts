import { assert, assertEquals } from "@std/assert";
import { ServiceClient, ServiceError, type TokenStore } from "@tonearm/client";
import fc from "fast-check";

const ADDRESSES = { baseUrl: "https://api.sandbox.test", authUrl: "https://secure.sandbox.test" } as const;

/** The outcome of a refresh. The last three are committed; the client receives the tokens only for `done`. */
const OUTCOMES = ["lost before", "500", "429", "page", "lost after", "broken off", "done", "done", "done"] as const;
type Outcome = typeof OUTCOMES[number];

/** An event, and the number of event-loop turns before it. */
interface Event {
  readonly kind: "call" | "expire" | "login" | "clear";
  readonly turns: number;
}

async function waitTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

/** A user's session, as the service knows it. */
class Login {
  readonly #name: string;
  #pairs = 0;
  isExpired = false;
  /** A pair was made that nobody got to know. */
  isLost = false;

  constructor(name: string) {
    this.#name = name;
  }
  get access(): string {
    return `access-${this.#name}.${this.#pairs}`;
  }
  get refresh(): string {
    return `refresh-${this.#name}.${this.#pairs}`;
  }
  renew(): void {
    this.#pairs++;
    this.isExpired = false;
  }
}

/** A service whose OAuth host replies as scripted. */
class Service {
  readonly logins: Login[] = [];
  readonly #outcomes: readonly Outcome[];
  readonly #delay: () => number;
  #refreshes = 0;
  #running = 0;
  /** The maximum number of concurrent refreshes. */
  maxConcurrent = 0;

  constructor(outcomes: readonly Outcome[], delay: () => number) {
    this.#outcomes = outcomes;
    this.#delay = delay;
  }

  login(): Login {
    const login = new Login(String(this.logins.length));
    this.logins.push(login);
    return login;
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const isRefresh = String(input).endsWith("/oauth/token");
    this.maxConcurrent = Math.max(this.maxConcurrent, isRefresh ? ++this.#running : 0);
    try {
      await waitTurns(this.#delay());
      return isRefresh ? this.#refresh(await new Response(init?.body).text()) : this.#answer(init);
    } finally {
      if (isRefresh) this.#running--;
    }
  };

  #answer(init: RequestInit | undefined): Response {
    const token = new Headers(init?.headers).get("authorization")?.slice("OAuth ".length);
    const login = this.logins.find(({ access, isExpired }) => access === token && !isExpired);
    return Response.json(login ? { id: 1 } : {}, { status: login ? 200 : 401 });
  }

  #refresh(form: string): Response {
    const sent = new URLSearchParams(form).get("refresh_token");
    const outcome = this.#outcomes[this.#refreshes++ % this.#outcomes.length]!;
    if (outcome === "lost before") throw new TypeError("connection lost");
    if (outcome === "500") return Response.json({}, { status: 500 });
    if (outcome === "429") return Response.json({ error: "rate_limit_exceeded" }, { status: 429 });
    if (outcome === "page") return new Response("<title>403</title>", { status: 403 });
    const login = this.logins.find(({ refresh }) => refresh === sent);
    if (!login) return Response.json({ error: "invalid_grant" }, { status: 400 });
    login.renew();
    if (outcome !== "done") login.isLost = true;
    if (outcome === "lost after") throw new TypeError("connection lost");
    const pair = JSON.stringify({ access_token: login.access, refresh_token: login.refresh });
    return new Response(outcome === "done" ? pair : pair.slice(0, -5));
  }
}

/** A store that replies after a delay. */
class SlowStore implements TokenStore {
  pair: (string | undefined)[] = [];
  readonly #delay: () => number;
  constructor(delay: () => number) {
    this.#delay = delay;
  }
  async getAccessToken(): Promise<string | undefined> {
    await waitTurns(this.#delay());
    return this.pair[0];
  }
  async getRefreshToken(): Promise<string | undefined> {
    await waitTurns(this.#delay());
    return this.pair[1];
  }
  async setTokens(access: string, refresh?: string): Promise<void> {
    await waitTurns(this.#delay());
    this.pair = [access, refresh];
  }
  async clearTokens(): Promise<void> {
    await waitTurns(this.#delay());
    this.pair = [];
  }
}

const event: fc.Arbitrary<Event> = fc.record({
  kind: fc.constantFrom("call", "call", "call", "expire", "expire", "login", "clear"),
  turns: fc.nat(25),
});

/** Applies events to a client, and tracks its expected session. */
class ClientModel {
  readonly #service: Service;
  readonly #client: ServiceClient;
  readonly #calls: Promise<unknown>[] = [];
  own: Login | undefined;

  constructor(service: Service, client: ServiceClient) {
    [this.#service, this.#client] = [service, client];
    this.login();
  }
  call(): void {
    this.#calls.push(this.#client.users.getUser(1).catch((error) => error));
  }
  expire(): void {
    if (this.own) this.own.isExpired = true;
  }
  login(): void {
    this.own = this.#service.login();
    this.#client.setToken(this.own.access, this.own.refresh);
  }
  clear(): void {
    this.own = undefined;
    this.#client.clearToken();
  }
  /** Applies the events in order; returns the outcomes of the calls. */
  async play(events: readonly Event[]): Promise<unknown[]> {
    for (const { kind, turns: wait } of events) {
      await waitTurns(wait);
      this[kind]();
    }
    const outcomes = await Promise.all(this.#calls);
    await waitTurns(400);
    return outcomes;
  }
}

async function check(
  events: readonly Event[],
  outcomes: readonly Outcome[],
  delays: readonly number[],
  hasStore: boolean,
) {
  let delayIndex = 0;
  const delay = () => delays[delayIndex++ % delays.length]!;
  const service = new Service(outcomes, delay);
  const store = new SlowStore(delay);
  const client = new ServiceClient({
    clientId: "id",
    clientSecret: "secret",
    ...ADDRESSES,
    fetch: service.fetch,
    maxRetries: 0,
    dedupe: false,
    autoRefresh: true,
    tokenStore: hasStore ? store : undefined,
  });
  const model = new ClientModel(service, client);
  for (const outcome of await model.play(events)) {
    assert(!(outcome instanceof Error) || outcome instanceof ServiceError, `${outcome}`);
  }
  assert(service.maxConcurrent <= 1, `${service.maxConcurrent} refreshes at the same time`);
  const held = [client.accessToken, client.refreshToken];
  const { own } = model;
  if (!own) assertEquals(held, [undefined, undefined]);
  else if (!own.isLost) assertEquals(held, [own.access, own.refresh]);
  if (hasStore) assertEquals([store.pair[0], store.pair[1]], held);
}

/** A clock that goes on by so many milliseconds each time that somebody looks, which no machine's load changes. */
function clock(stepMs: number): Disposable {
  const real = Date.now;
  let now = real();
  Date.now = () => now += stepMs;
  return { [Symbol.dispose]: () => void (Date.now = real) };
}

Deno.test("ServiceClient: concurrent refreshes, sign-ins and sign-outs never lose a pair that the client received", async () => {
  const property = fc.asyncProperty(
    fc.array(event, { minLength: 1, maxLength: 25 }),
    fc.array(fc.constantFrom(...OUTCOMES), { minLength: 1, maxLength: 6 }),
    fc.array(fc.nat(12), { minLength: 1, maxLength: 8 }),
    fc.boolean(),
    fc.nat(2),
    async (events, outcomes, delays, hasStore, stepMs) => {
      using _ = clock(stepMs);
      await check(events, outcomes, delays, hasStore);
    },
  );
  await fc.assert(property, { seed: 16, numRuns: 2000 });
});
