import { assert, assertEquals, assertObjectMatch, assertRejects } from "@std/assert";
import { join } from "node:path";
import { ServiceClient, ServiceError, type TokenProvider } from "@tonearm/client";
import { ProfileStore } from "../../../cli/auth/config.ts";
import type { Profile, StoredToken } from "../../../cli/auth/profile.ts";
import { appTokens, ProfileTokenStore, protectedTokens, sessionTokens, toStored } from "../../../cli/auth/tokens.ts";
import { Failure } from "../../../cli/errors.ts";
import { emptyHome } from "../../support/cli/cli.ts";

const PROFILE = { clientId: "a", clientSecret: "b" };
const HOUR_MS = 3_600_000;

/** A token endpoint that returns new tokens in order, and records its requests. */
function endpoint() {
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const form = new URLSearchParams(await new Request(input, init).text());
    requests.push(form.get("refresh_token") ?? form.get("grant_type") ?? "");
    const answer = { access_token: `a${requests.length}`, refresh_token: `r${requests.length}`, expires_in: 3600 };
    return Response.json({ ...answer, scope: "", token_type: "bearer" });
  };
  return { fetch, requests };
}

/** Returns a user's token, expired by default. */
function userToken(expiresAt = 0): StoredToken {
  return { accessToken: "a0", refreshToken: "r0", kind: "user", expiresAt };
}

function storeOf(store: ProfileStore, kind: StoredToken["kind"] = "user"): ProfileTokenStore {
  return new ProfileTokenStore(store, "p", kind, new AbortController().signal);
}

/** Creates the client of a run with a profile. */
function sessionOf(store: ProfileStore, fetch: typeof globalThis.fetch): ServiceClient {
  return new ServiceClient({ ...PROFILE, fetch, tokenStore: storeOf(store) });
}

/** A store whose next token writes fail, as on a broken disk. */
class FailingStore extends ProfileStore {
  failures = 0;

  override async update(...[name, change]: Parameters<ProfileStore["update"]>): Promise<Profile | undefined> {
    return await super.update(name, (now) => {
      const next = change(now);
      if (next && !next.session?.intent && this.failures-- > 0) throw new Failure("failed", "EIO");
      return next;
    });
  }
}

Deno.test("toStored() converts a reply with its times, and rejects one without a token", () => {
  const answer = { access_token: "new", expires_in: 10, refresh_token: "r", scope: "", token_type: "bearer" };
  const times = { issuedAt: 1000, expiresAt: 11_000 };
  assertEquals(toStored(answer, "user", 1000), { accessToken: "new", refreshToken: "r", ...times, kind: "user" });
  const without = { ...answer, access_token: null as unknown as string };
  assertEquals(assertThrowsFailure(() => toStored(without, "user", 0)), "SoundCloud's response contains no token");
});

function assertThrowsFailure(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert(error instanceof Failure);
    return error.message;
  }
  throw new Error("nothing was thrown");
}

Deno.test("ProfileTokenStore replaces only the tokens of a profile", async () => {
  await using home = await emptyHome();
  const store = new ProfileStore(home.config);
  await store.write("p", { ...PROFILE, username: "ann", redirectUri: "http://127.0.0.1:1/cb", token: userToken() });
  const tokens = storeOf(store);
  const before = await tokens.read();
  assertObjectMatch(before ?? {}, { accessToken: "a0", refreshToken: "r0", expiresAt: 0 });
  const next = { generation: before!.generation, accessToken: "a1", refreshToken: "r1", issuedAt: 5, expiresAt: 6 };
  assertEquals(await tokens.compareAndSwap(before, next), true);
  assertEquals(await tokens.compareAndSwap(before, { ...next, refreshToken: "r2" }), false);
  assertEquals(await tokens.read(), next);
  const { token, generation: _generation, session: _session, ...others } = (await store.read("p"))!;
  assertEquals(others, { ...PROFILE, username: "ann", redirectUri: "http://127.0.0.1:1/cb" });
  assertEquals(token, { accessToken: "a1", refreshToken: "r1", issuedAt: 5, expiresAt: 6, kind: "user" });
  const rooms = () => [...Deno.readDirSync(join(home.config, "profiles"))].filter(({ name }) => name.endsWith(".tmp"));
  assertEquals(rooms(), []);
  const ended = new ProfileTokenStore(store, "p", "user", AbortSignal.abort(new Error("Ctrl-C")));
  await assertRejects(() => ended.read(), Error, "Ctrl-C");
  const intended = { ...next, mark: "m", intent: { id: "i", leaseMs: 1 } };
  await ended.compareAndSwap(next, intended);
  assertEquals(rooms().length, 1, "an intent takes the room of the pair that will follow");
  assertEquals(await ended.read(), intended, "who has it carries it through, though the program ends");
  await ended.compareAndSwap(intended, next);
  await assertRejects(() => ended.read(), Error, "Ctrl-C");
});

Deno.test("ProfileTokenStore stores a block for other processes, and doesn't restore a removed profile", async () => {
  await using home = await emptyHome();
  const store = new ProfileStore(home.config);
  await store.write("p", PROFILE);
  const tokens = storeOf(store, "app");
  const before = await tokens.read();
  const block = { id: "b", forMs: 5, until: 7 };
  assertEquals(await tokens.compareAndSwap(before, { ...before!, mark: "m", block }), true);
  assertEquals((await storeOf(store).read())?.block, block);
  await store.remove("p");
  assertEquals(await tokens.compareAndSwap(before, { ...before!, accessToken: "a" }), false);
  assertEquals(await tokens.compareAndSwap(undefined, { generation: 1, accessToken: "a" }), false);
  assertEquals({ read: await tokens.read(), names: await store.names() }, { read: undefined, names: [] });
});

Deno.test("ProfileStore: a login and a sign-out increase the generation, so that no late write undoes them", async () => {
  await using home = await emptyHome();
  const store = new ProfileStore(home.config);
  const tokens = storeOf(store);
  await store.write("p", { ...PROFILE, token: userToken() });
  const first = await tokens.read();
  await store.write("p", { ...PROFILE, token: userToken() });
  const second = await tokens.read();
  assertEquals((await store.signOut("p"))?.token?.refreshToken, "r0");
  const third = await tokens.read();
  assert(first!.generation < second!.generation && second!.generation < third!.generation);
  for (const late of [first, second]) {
    assertEquals(await tokens.compareAndSwap(late, { ...late!, accessToken: "late" }), false);
  }
  assertEquals(await store.signOut("none"), undefined);
});

Deno.test("sessionTokens() uses a token that another process has stored, without a request", async () => {
  await using home = await emptyHome();
  const store = new ProfileStore(home.config);
  await store.write("p", { ...PROFILE, token: userToken(Date.now() + HOUR_MS) });
  const { fetch, requests } = endpoint();
  const session = sessionOf(store, fetch);
  const tokens = sessionTokens(session, storeOf(store), () => Promise.reject(new Error("unsaved")));
  assertEquals(await tokens.getAccessToken(), "a0");
  await store.update(
    "p",
    (now) => now && { ...now, token: { ...now.token!, accessToken: "theirs", refreshToken: "t" } },
  );
  assertEquals(await refresh(tokens, session, "a0"), "theirs");
  assertEquals(requests, []);
  assertEquals(await refresh(tokens, session, "theirs"), "a1");
  assertEquals(requests, ["t"]);
  const { accessToken, refreshToken, kind, expiresAt = 0 } = (await store.read("p"))!.token!;
  assertEquals({ accessToken, refreshToken, kind }, { accessToken: "a1", refreshToken: "r1", kind: "user" });
  assert(expiresAt > Date.now(), `it expired at ${expiresAt}`);
});

async function refresh(tokens: TokenProvider, session: ServiceClient, refused: string): Promise<string> {
  return await tokens.refreshIfNeeded(session, refused);
}

Deno.test("protectedTokens() lets both requests for a token end before the program does", async () => {
  const works: Promise<unknown>[] = [];
  const protect = <T>(work: Promise<T>) => (works.push(work), work);
  const provider = { getAccessToken: () => "a", setTokens: () => {}, refreshIfNeeded: () => "b" };
  const tokens = protectedTokens<ServiceClient>(provider, { protect });
  assertEquals(await tokens.getAccessToken(), "a");
  assertEquals(await refresh(tokens, new ServiceClient(PROFILE), "a"), "b");
  assertEquals(await Promise.all(works), ["a", "b"]);
});

Deno.test("sessionTokens() retries a write that fails three times, and uses an unsaved pair for this run", async () => {
  await using home = await emptyHome();
  const store = new FailingStore(home.config);
  await store.write("p", { ...PROFILE, token: userToken() });
  const errors: ServiceError[] = [];
  const { fetch, requests } = endpoint();
  const session = sessionOf(store, fetch);
  const tokens = sessionTokens(session, storeOf(store), (cause) => Promise.resolve(void errors.push(cause)));
  const stored = async () => (await store.read("p"))?.token?.accessToken;
  store.failures = 3;
  assertEquals(await tokens.getAccessToken(), "a1");
  assertEquals(await stored(), "a1");
  assertEquals(errors.length, 0);
  store.failures = 4;
  const second = await refresh(tokens, session, "a1");
  assertEquals(second, "a2");
  assertEquals(await stored(), "a1");
  assertEquals(errors.length, 1);
  assertEquals({ code: errors[0]?.code, requests }, { code: "token_store", requests: ["r0", "r1"] });
  assertEquals(await tokens.getAccessToken(), "a2");
  assertEquals(requests.length, 2);
  // The store gets it before its refresh token is exchanged.
  const third = await refresh(tokens, session, "a2");
  assertEquals(third, "a3");
  assertEquals(await stored(), "a3");
  assertEquals(requests[2], "r2");
});

Deno.test("sessionTokens() throws for a removed profile, without a request", async () => {
  await using home = await emptyHome();
  const store = new ProfileStore(home.config);
  const { fetch, requests } = endpoint();
  const tokens = sessionTokens(sessionOf(store, fetch), storeOf(store), () => Promise.resolve());
  await assertRejects(async () => await tokens.getAccessToken(), ServiceError, "No access token");
  assertEquals(requests, []);
});

const APP = { clientId: "id", clientSecret: "secret" };

Deno.test("appTokens() shares one token among all runs of an application", async () => {
  await using home = await emptyHome();
  const env = { TONEARM_DATA_DIR: join(home.directory, "data") };
  const { fetch, requests } = endpoint();
  const client = new ServiceClient({ ...APP, fetch });
  const unshared = (cause: ServiceError) => Promise.reject(cause);
  const ask = async (app = APP) => await appTokens(env, app, unshared).refreshIfNeeded(client);
  const runs = await Promise.all(Array.from({ length: 10 }, () => ask()));
  assertEquals({ runs: new Set(runs), requests }, { runs: new Set(["a1"]), requests: ["client_credentials"] });
  assertEquals(await ask({ ...APP, clientSecret: "other" }), "a2");
  assertEquals(requests.length, 2);
  const files = await Array.fromAsync(Deno.readDir(join(home.directory, "data", "tokens")), ({ name }) => name);
  assertEquals(files.filter((name) => !/^app-[0-9a-f]{16}\.json(\.[0-9a-f-]{16,36}\.(next|tmp))?$/.test(name)), []);
  for (const name of files.filter((name) => name.endsWith(".json"))) {
    const path = join(home.directory, "data", "tokens", name);
    assertEquals((await Deno.stat(path)).mode! & 0o777, 0o600);
    assert(!(await Deno.readTextFile(path)).includes("secret"), "the file shows the secret");
  }
});

Deno.test("appTokens() requests its own token once and says so when the file can't be used", async () => {
  await using home = await emptyHome();
  const folder = join(home.directory, "data", "tokens");
  await Deno.mkdir(join(home.directory, "data"));
  // A path below a file can't be created.
  await Deno.writeTextFile(folder, "mine");
  const { fetch, requests } = endpoint();
  const client = new ServiceClient({ ...APP, fetch });
  const errors: ServiceError[] = [];
  const tokens = appTokens({ TONEARM_DATA_DIR: join(home.directory, "data") }, APP, (cause) => {
    return Promise.resolve(void errors.push(cause));
  });
  assertEquals(await tokens.getAccessToken(), undefined);
  assertEquals(await tokens.refreshIfNeeded(client), "a1");
  assertEquals(await tokens.getAccessToken(), "a1");
  assertEquals(requests.length, 1);
  assertEquals(errors.length, 1);
  assertEquals(await Deno.readTextFile(folder), "mine");
  assert(errors[0]!.message.includes(folder));
});
