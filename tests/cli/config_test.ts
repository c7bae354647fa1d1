import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { ProfileStore } from "../../cli/auth/config.ts";
import { addressesFor, findSource, profileName, wantsSandbox } from "../../cli/auth/credentials.ts";
import { explain, Failure } from "../../cli/errors.ts";
import { configDirectory, dataDirectory, writePrivately } from "../../cli/host/paths.ts";
import { AppTokens, isExpired, ProfileTokens, type TokenEndpoint, toStored } from "../../cli/auth/tokens.ts";
import { emptyHome } from "../support/cli.ts";

const NONE = { profile: undefined, sandbox: false };
const PROFILE = { clientId: "a", clientSecret: "b" };

Deno.test("directories follow the program's variables, then XDG, then the home directory", () => {
  assertEquals(configDirectory({ TONEARM_CONFIG_DIR: "/c", XDG_CONFIG_HOME: "/x", HOME: "/h" }), "/c");
  assertEquals(configDirectory({ XDG_CONFIG_HOME: "/x", HOME: "/h" }), "/x/tonearm");
  assertEquals(configDirectory({ HOME: "/h" }), "/h/.config/tonearm");
  assertEquals(dataDirectory({ TONEARM_DATA_DIR: "/d", HOME: "/h" }), "/d");
  assertEquals(dataDirectory({ XDG_DATA_HOME: "/x" }), "/x/tonearm");
  assertEquals(dataDirectory({ HOME: "/h" }), "/h/.local/share/tonearm");
});

Deno.test("writePrivately() replaces a file in one step, and leaves no temporary file when it fails", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "d", "file");
  await writePrivately(path, "one");
  await writePrivately(path, "two");
  assertEquals(await Deno.readTextFile(path), "two");
  await Deno.mkdir(join(home.directory, "d", "taken"));
  await assertRejects(() => writePrivately(join(home.directory, "d", "taken"), "x"));
  const left = await Array.fromAsync(Deno.readDir(join(home.directory, "d")), ({ name }) => name);
  assertEquals(left.sort(), ["file", "taken"]);
});

Deno.test("readers never see half of a profile while it is replaced", async () => {
  await using home = await emptyHome();
  const store = new ProfileStore(home.config);
  await store.write("p", PROFILE);
  let writing = true;
  const writer = (async () => {
    for (let round = 0; round < 50; round++) await store.write("p", { ...PROFILE, username: "x".repeat(round * 100) });
    writing = false;
  })();
  while (writing) assertEquals((await store.read("p"))?.clientId, "a");
  await writer;
});

Deno.test("the command line wins over the environment, and the environment over the store", async () => {
  await using home = await emptyHome();
  const store = new ProfileStore(home.config);
  for (const name of ["default", "work"]) await store.write(name, PROFILE);
  const env = { TONEARM_CONFIG_DIR: home.config };
  const kindOf = async (more: Record<string, string>, choice = {}) => {
    const source = await findSource({ ...env, ...more }, { ...NONE, ...choice });
    return source.kind === "profile" ? source.name : source.kind;
  };
  assertEquals(await kindOf({}), "default");
  assertEquals(await kindOf({ TONEARM_PROFILE: "work" }), "work");
  assertEquals(await kindOf({ TONEARM_PROFILE: "work", TONEARM_TOKEN: "t" }), "token");
  assertEquals(await kindOf({ TONEARM_CLIENT_ID: "i", TONEARM_CLIENT_SECRET: "s" }), "app");
  assertEquals(await kindOf({ TONEARM_TOKEN: "t" }, { profile: "work" }), "work");
  assertEquals(await kindOf({ TONEARM_CLIENT_ID: "i", TONEARM_CLIENT_SECRET: "s" }, { profile: "work" }), "work");
  assertEquals(await kindOf({ TONEARM_TOKEN: "t" }, { sandbox: true }), "sandbox");
  await store.use("work");
  assertEquals({ kindOf: await kindOf({}), profileName: await profileName(env, NONE) }, {
    kindOf: "work",
    profileName: "work",
  });
});

Deno.test("the active profile falls back to the default one when it is removed", async () => {
  await using home = await emptyHome();
  const store = new ProfileStore(home.config);
  await store.write("work", PROFILE);
  await store.use("work");
  assertEquals(await store.remove("work"), true);
  assertEquals({ active: await store.active(), remove: await store.remove("work") }, {
    active: "default",
    remove: false,
  });
});

Deno.test("TONEARM_SANDBOX is off when it is empty, 0, no or false", () => {
  const values = ["", "0", "no", "False", "1", "yes"];
  assertEquals(values.map((value) => wantsSandbox({ TONEARM_SANDBOX: value }, NONE)), [
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
});

Deno.test("addresses come from the environment, then from the profile, and credentials stay with their hosts", async () => {
  const source = {
    kind: "profile",
    name: "p",
    profile: { ...PROFILE, apiUrl: "http://127.0.0.1:1", authUrl: "http://127.0.0.1:2" },
  } as const;
  assertEquals(addressesFor({}, source), { baseUrl: "http://127.0.0.1:1", authUrl: "http://127.0.0.1:2" });
  assertEquals(addressesFor({ TONEARM_API_URL: "http://127.0.0.1:1/~x/" }, source).baseUrl, "http://127.0.0.1:1/~x");
  assertEquals(addressesFor({ TONEARM_API_URL: "https://api.example.com" }, undefined), {
    baseUrl: "https://api.example.com",
  });
  const refused = [{ TONEARM_API_URL: "http://127.0.0.1:9" }, { TONEARM_AUTH_URL: "https://evil.example" }, {
    TONEARM_API_URL: "ftp://x",
  }, { TONEARM_API_URL: "nonsense" }];
  for (const env of refused) {
    await assertRejects(() => Promise.resolve().then(() => addressesFor(env, source)), Failure);
  }
});

Deno.test("a token counts as over a minute early, and never when it has no end", () => {
  const token = { accessToken: "t", kind: "user" } as const;
  assertEquals(isExpired({ ...token, expiresAt: 100_000 }, 39_999), false);
  assertEquals(isExpired({ ...token, expiresAt: 100_000 }, 40_000), true);
  assertEquals(isExpired(token, Number.MAX_SAFE_INTEGER), false);
});

Deno.test("a refresh that brings no refresh token keeps the old one", () => {
  const answer = { access_token: "new", expires_in: 10, refresh_token: "", scope: "", token_type: "bearer" };
  const before = { accessToken: "old", refreshToken: "r", kind: "user" } as const;
  assertEquals(toStored(answer, "user", 1000, before), {
    accessToken: "new",
    refreshToken: "r",
    expiresAt: 11_000,
    kind: "user",
  });
});

Deno.test("explain() makes a failure of whatever was thrown", () => {
  assertEquals([explain(new RangeError("x")).kind, explain(new TypeError("x")).kind, explain("x").message], [
    "usage",
    "failed",
    "x",
  ]);
});

/** A token endpoint that answers with one new token after the other, and counts. */
function endpoint(): TokenEndpoint & { asked: string[] } {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    asked.push(new URLSearchParams(await new Request(input, init).text()).get("grant_type") ?? "");
    const answer = { access_token: `a${asked.length}`, refresh_token: `r${asked.length}`, expires_in: 3600 };
    return Response.json({ ...answer, scope: "", token_type: "bearer" });
  };
  return { fetch, asked, signal: new AbortController().signal, now: () => 0 };
}

Deno.test("a token that another process has stored meanwhile is used, and nobody is asked", async () => {
  await using home = await emptyHome();
  const store = new ProfileStore(home.config);
  const token = { accessToken: "fresh", refreshToken: "r", kind: "user", expiresAt: 3_600_000 } as const;
  await store.write("p", { ...PROFILE, token });
  const service = endpoint();
  const tokens = new ProfileTokens(store, "p", service);
  assertEquals({ current: await tokens.current(), renew: await tokens.renew("rejected"), asked: service.asked }, {
    current: "fresh",
    renew: "fresh",
    asked: [],
  });
  assertEquals({ renew: await tokens.renew("fresh"), asked: service.asked }, { renew: "a1", asked: ["refresh_token"] });
  assertEquals((await store.read("p"))?.token, {
    accessToken: "a1",
    refreshToken: "r1",
    kind: "user",
    expiresAt: 3_600_000,
  });
});

/** A store whose next writes of a token fail, as on a disk that is ill. */
class IllStore extends ProfileStore {
  failures = 0;

  override async update(...[name, change]: Parameters<ProfileStore["update"]>): ReturnType<ProfileStore["update"]> {
    return await super.update(name, (now) => {
      const next = change(now);
      if (next && this.failures-- > 0) throw new Error("EIO");
      return next;
    });
  }
}

Deno.test("ProfileTokens: a write that fails three times is repeated, and one that fails on serves this run", async () => {
  await using home = await emptyHome();
  const store = new IllStore(home.config);
  await store.write("p", { ...PROFILE, token: { accessToken: "a", refreshToken: "r", kind: "user", expiresAt: 0 } });
  const told: unknown[] = [];
  const service = { ...endpoint(), unsaved: (cause: unknown) => told.push(cause) };
  const tokens = new ProfileTokens(store, "p", service);
  const stored = async () => (await store.read("p"))?.token?.accessToken;
  store.failures = 3;
  assertEquals({ current: await tokens.current(), stored: await stored(), told: told.length }, {
    current: "a1",
    stored: "a1",
    told: 0,
  });
  store.failures = 4;
  assertEquals({ renew: await tokens.renew("a1"), stored: await stored(), told: told.length }, {
    renew: "a2",
    stored: "a1",
    told: 1,
  });
  assertEquals({ current: await tokens.current(), asked: service.asked.length }, { current: "a2", asked: 2 });
  // It's stored before its refresh token is spent.
  assertEquals({ renew: await tokens.renew("a1"), stored: await stored(), asked: service.asked.length }, {
    renew: "a2",
    stored: "a2",
    asked: 2,
  });
  assertEquals({ renew: await tokens.renew("a2"), stored: await stored(), asked: service.asked.length }, {
    renew: "a3",
    stored: "a3",
    asked: 3,
  });
});

Deno.test("a login without a refresh token, or without its profile, is over", async () => {
  await using home = await emptyHome();
  const store = new ProfileStore(home.config);
  await store.write("p", { ...PROFILE, token: { accessToken: "a", kind: "user", expiresAt: 0 } });
  const service = endpoint();
  await assertRejects(() => new ProfileTokens(store, "p", service).current(), Failure, "The login is over");
  await assertRejects(() => new ProfileTokens(store, "gone", service).current(), Failure, "The profile gone is gone");
  assertEquals(service.asked, []);
});

Deno.test("an application's token is asked for once in a run, and anew when it is rejected", async () => {
  const service = endpoint();
  const tokens = new AppTokens("id", "secret", service);
  assertEquals(await Promise.all([tokens.current(), tokens.current()]), ["a1", "a1"]);
  assertEquals({ renew: await tokens.renew(), current: await tokens.current() }, { renew: "a2", current: "a2" });
  assertEquals(service.asked, ["client_credentials", "client_credentials"]);
});
