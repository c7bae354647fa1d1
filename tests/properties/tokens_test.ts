import { assert, assertEquals } from "@std/assert";
import { ServiceClient, ServiceError, type TokenStore } from "@tonearm/client";
import fc from "fast-check";

const ADDRESSES = { baseUrl: "https://api.sandbox.test", authUrl: "https://secure.sandbox.test" } as const;

/** What becomes of a refresh. The last two are carried out; only the very last one tells the client. */
const ENDS = ["lost before", "500", "429", "page", "lost after", "broken off", "done", "done", "done"] as const;
type End = typeof ENDS[number];

/** What happens, one after the other. Each waits for so many turns of the event loop before. */
interface Event {
  readonly kind: "call" | "expire" | "login" | "clear";
  readonly turns: number;
}

async function turns(count: number): Promise<void> {
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

/** A service whose OAuth host does as it's told. */
class Service {
  readonly logins: Login[] = [];
  readonly #ends: readonly End[];
  readonly #delay: () => number;
  #refreshes = 0;
  #running = 0;
  /** How many refreshes there were at the same time. */
  most = 0;

  constructor(ends: readonly End[], delay: () => number) {
    this.#ends = ends;
    this.#delay = delay;
  }

  login(): Login {
    const login = new Login(String(this.logins.length));
    this.logins.push(login);
    return login;
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const isRefresh = String(input).endsWith("/oauth/token");
    this.most = Math.max(this.most, isRefresh ? ++this.#running : 0);
    try {
      await turns(this.#delay());
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
    const end = this.#ends[this.#refreshes++ % this.#ends.length]!;
    if (end === "lost before") throw new TypeError("connection lost");
    if (end === "500") return Response.json({}, { status: 500 });
    if (end === "429") return Response.json({ error: "rate_limit_exceeded" }, { status: 429 });
    if (end === "page") return new Response("<title>403</title>", { status: 403 });
    const login = this.logins.find(({ refresh }) => refresh === sent);
    if (!login) return Response.json({ error: "invalid_grant" }, { status: 400 });
    login.renew();
    if (end !== "done") login.isLost = true;
    if (end === "lost after") throw new TypeError("connection lost");
    const pair = JSON.stringify({ access_token: login.access, refresh_token: login.refresh });
    return new Response(end === "done" ? pair : pair.slice(0, -5));
  }
}

/** A store that takes its time. */
class SlowStore implements TokenStore {
  pair: (string | undefined)[] = [];
  readonly #delay: () => number;
  constructor(delay: () => number) {
    this.#delay = delay;
  }
  async getAccessToken(): Promise<string | undefined> {
    await turns(this.#delay());
    return this.pair[0];
  }
  async getRefreshToken(): Promise<string | undefined> {
    await turns(this.#delay());
    return this.pair[1];
  }
  async setTokens(access: string, refresh?: string): Promise<void> {
    await turns(this.#delay());
    this.pair = [access, refresh];
  }
  async clearTokens(): Promise<void> {
    await turns(this.#delay());
    this.pair = [];
  }
}

const event: fc.Arbitrary<Event> = fc.record({
  kind: fc.constantFrom("call", "call", "call", "expire", "expire", "login", "clear"),
  turns: fc.nat(25),
});

/** What is done to a client, and in which session it should be then. */
class Actor {
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
  /** Does one thing after the other; gives how the calls have ended. */
  async play(events: readonly Event[]): Promise<unknown[]> {
    for (const { kind, turns: wait } of events) {
      await turns(wait);
      this[kind]();
    }
    const ends = await Promise.all(this.#calls);
    await turns(100);
    return ends;
  }
}

async function check(events: readonly Event[], ends: readonly End[], delays: readonly number[], hasStore: boolean) {
  let asked = 0;
  const delay = () => delays[asked++ % delays.length]!;
  const service = new Service(ends, delay);
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
  const actor = new Actor(service, client);
  for (const outcome of await actor.play(events)) {
    assert(!(outcome instanceof Error) || outcome instanceof ServiceError, `${outcome}`);
  }
  assert(service.most <= 1, `${service.most} refreshes at the same time`);
  const held = [client.accessToken, client.refreshToken];
  const { own } = actor;
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
    fc.array(fc.constantFrom(...ENDS), { minLength: 1, maxLength: 6 }),
    fc.array(fc.nat(12), { minLength: 1, maxLength: 8 }),
    fc.boolean(),
    fc.nat(2),
    async (events, ends, delays, hasStore, stepMs) => {
      using _ = clock(stepMs);
      await check(events, ends, delays, hasStore);
    },
  );
  await fc.assert(property, { seed: 16, numRuns: 2000 });
});
