import { assertEquals, assertRejects } from "@std/assert";
import { delay401, TokenService } from "./token_service.ts";
import { WatchedStore } from "./token_store.ts";

async function refresh({ config }: TokenService, token: string): Promise<[number, unknown]> {
  const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: token });
  const reply = await fetch(`${config.authUrl}/oauth/token`, { method: "POST", body });
  return [reply.status, await reply.json()];
}

async function call({ config }: TokenService, token: string): Promise<number> {
  const reply = await fetch(`${config.baseUrl}/me`, { headers: { Authorization: `OAuth ${token}` } });
  await reply.body?.cancel();
  return reply.status;
}

Deno.test("TokenService accepts the current access token until it expires", async () => {
  await using service = await TokenService.start();
  assertEquals([await call(service, "a0"), await call(service, "a1")], [200, 401]);
  service.expire();
  assertEquals({ result: await call(service, "a0"), used: service.used }, { result: 401, used: ["a0", "a1", "a0"] });
});

Deno.test("TokenService: refresh tokens work once", async () => {
  await using service = await TokenService.start();
  const [status, pair] = await refresh(service, "r0") as [number, Record<string, string>];
  assertEquals({ status, accessToken: pair["access_token"], refreshToken: pair["refresh_token"] }, {
    status: 200,
    accessToken: "a1",
    refreshToken: "r1",
  });
  assertEquals(await refresh(service, "r0"), [400, { error: "invalid_grant" }]);
  assertEquals([await call(service, "a1"), await call(service, "a0")], [200, 401]);
  assertEquals(service.refreshes, 2);
  assertEquals(service.forms.map((form) => form["refresh_token"]), ["r0", "r0"]);
});

Deno.test("TokenService: the reply to a refresh can be replaced", async () => {
  await using service = await TokenService.start();
  service.onRefresh = { status: 503, body: { error: "busy" } };
  assertEquals(await refresh(service, "r0"), [503, { error: "busy" }]);
  service.onRefresh = (response) => response.end("7");
  assertEquals(await refresh(service, "r0"), [200, 7]);
});

Deno.test("TokenService: a watched store keeps a pair, records its calls, and fails on request", async () => {
  const store = new WatchedStore("a", "r");
  await store.setTokens("b", "s");
  assertEquals({ accessToken: await store.getAccessToken(), refreshToken: await store.getRefreshToken() }, {
    accessToken: "b",
    refreshToken: "s",
  });
  store.failing.add("clearTokens");
  await assertRejects(() => store.clearTokens(), Error, "clearTokens failed");
  store.failing.clear();
  await store.clearTokens();
  assertEquals({ access: store.access, refresh: store.refresh }, { access: undefined, refresh: undefined });
  assertEquals(store.log, ["setTokens b s", "getAccessToken", "getRefreshToken", "clearTokens", "clearTokens"]);
});

Deno.test("holding401() holds back the 401 of one path until it's released", async () => {
  await using service = await TokenService.start();
  const { fetch: delayed, arrived, release } = delay401("/late");
  const at = (path: string) => delayed(service.config.baseUrl + path).then((reply) => reply.body?.cancel());
  const late = at("/late");
  await arrived;
  let isThrough = false;
  late.then(() => isThrough = true);
  await at("/other");
  assertEquals(isThrough, false);
  release();
  await late;
});
