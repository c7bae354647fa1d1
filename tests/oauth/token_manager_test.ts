import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import { TokenManager } from "../../src/oauth/token_manager.ts";
import type { TokenProvider, TokenStore } from "../../src/types/config.ts";
import { WatchedStore } from "../support/token_store.ts";

function keep(store?: TokenStore, provider?: TokenProvider) {
  const messages: string[] = [];
  return { manager: new TokenManager({ store, provider, onDebug: (message) => messages.push(message) }), messages };
}

/** A provider that remembers what it was told. */
function provide(access?: string) {
  const told: (string | undefined)[][] = [];
  const provider: TokenProvider = {
    getAccessToken: () => access,
    setTokens: (...pair) => told.push(pair),
    refreshIfNeeded: () => "",
  };
  return { provider, told };
}

Deno.test("what was set is given at once, and a new access token alone forgets the refresh token", () => {
  const { manager } = keep();
  assertEquals([manager.access(), manager.pair], [undefined, {}]);
  manager.set("a", "r");
  assertEquals([manager.access(), manager.pair], ["a", { access: "a", refresh: "r" }]);
  manager.set("b");
  assertEquals(manager.pair, { access: "b", refresh: undefined });
  manager.clear();
  assertEquals([manager.access(), manager.changes], [undefined, 3]);
});

for (const [access, refresh] of [[""], ["a b"], ["a\n"], [1], [undefined], ["a", ""], ["a", "r r"]] as unknown[][]) {
  Deno.test(`tokens that can't be sent are refused unseen: ${JSON.stringify([access, refresh])}`, () => {
    const { manager } = keep();
    manager.set("old", "older");
    const error = assertThrows(
      () => manager.set(access as string, refresh as string),
      TypeError,
      "Cannot use the token",
    );
    assert(!error.message.includes("a b") && !error.message.includes("r r"));
    assertEquals(manager.pair, { access: "old", refresh: "older" });
  });
}

Deno.test("memory comes before the store, and writes through to it in order", async () => {
  const store = new WatchedStore("s", "sr");
  const { manager } = keep(store);
  assertEquals(await manager.access(), "s");
  manager.set("a", "r");
  manager.clear();
  manager.set("b");
  assertEquals(manager.access(), "b");
  await manager.read();
  assertEquals(store.log.slice(1, 4), ["setTokens a r", "clearTokens", "setTokens b undefined"]);
});

Deno.test("a slow write isn't overtaken by the one after it", async () => {
  const written: string[] = [];
  const setTokens = async (access: string) => {
    if (access === "first") await new Promise((resolve) => setTimeout(resolve, 20));
    written.push(access);
  };
  const nothing = () => undefined;
  const { manager } = keep({ getAccessToken: nothing, getRefreshToken: nothing, clearTokens: nothing, setTokens });
  manager.set("first");
  manager.set("second");
  await manager.read();
  assertEquals(written, ["first", "second"]);
});

Deno.test("after clearToken, the store's old token isn't used, not even while it's being forgotten", async () => {
  const store = new WatchedStore("s", "sr");
  const { manager } = keep(store);
  manager.clear();
  assertEquals(await manager.access(), undefined);
  assertEquals(store.access, undefined);
});

Deno.test("a store that can't forget is spoken of, and its tokens aren't used any more", async () => {
  const store = new WatchedStore("s", "sr");
  store.failing.add("clearTokens");
  const { manager, messages } = keep(store);
  manager.clear();
  assertEquals([await manager.access(), await manager.read()], [undefined, {}]);
  assertEquals(messages, ["The token store failed"]);
});

Deno.test("a store may answer at once", async () => {
  const pair = { access: "a", refresh: "r" };
  const store: TokenStore = {
    getAccessToken: () => pair.access,
    getRefreshToken: () => pair.refresh,
    setTokens: (access, refresh = "") => Object.assign(pair, { access, refresh }),
    clearTokens() {},
  };
  const { manager } = keep(store);
  assertEquals([await manager.access(), await manager.read()], ["a", { access: "a", refresh: "r" }]);
  await manager.save("b", "s");
  assertEquals([pair, manager.pair, await manager.access()], [{ access: "b", refresh: "s" }, {}, "b"]);
});

Deno.test("the store is read for what another process wrote; an empty one leaves memory as it is", async () => {
  const store = new WatchedStore();
  const { manager } = keep(store);
  manager.set("a", "r");
  await manager.read();
  [store.access, store.refresh] = ["b", "s"];
  assertEquals(await manager.read(), { access: "b", refresh: "s" });
  [store.access, store.refresh] = [undefined, undefined];
  assertEquals(await manager.read(), { access: "a", refresh: "r" });
  store.refresh = "t";
  assertEquals(await manager.read(), { access: undefined, refresh: "t" });
});

Deno.test("where a write failed, memory is believed and not the store", async () => {
  const store = new WatchedStore("old", "spent");
  store.failing.add("setTokens");
  const { manager, messages } = keep(store);
  manager.set("a", "r");
  assertEquals([await manager.read(), messages], [{ access: "a", refresh: "r" }, ["The token store failed"]]);
  store.failing.clear();
  manager.set("b", "s");
  assertEquals([await manager.read(), store.access], [{ access: "b", refresh: "s" }, "b"]);
});

for (const method of ["getAccessToken", "getRefreshToken"] as const) {
  Deno.test(`a store whose ${method} fails is a ServiceError with its cause`, async () => {
    const store = new WatchedStore("a", "r");
    store.failing.add(method);
    const error = await assertRejects(() => keep(store).manager.read(), ServiceError, "The token store failed");
    assertEquals([error.status, error.code, (error.cause as Error).message], [0, "token_store", `${method} failed`]);
  });
}

Deno.test("a store that throws at once fails like one that rejects", async () => {
  const throwing = () => {
    throw new Error("no");
  };
  const { manager } = keep({
    getAccessToken: throwing,
    getRefreshToken: throwing,
    setTokens: throwing,
    clearTokens: throwing,
  });
  await assertRejects(async () => await manager.access(), ServiceError, "The token store failed");
});

Deno.test("a new pair is in the store before memory knows it", async () => {
  const store = new WatchedStore("a", "r");
  const { manager } = keep(store);
  manager.set("a", "r");
  const saving = manager.save("b", "s");
  assertEquals(manager.access(), "a");
  await saving;
  assertEquals([manager.access(), store.access], ["b", "b"]);
});

Deno.test("a new pair that the store fails to take stays in memory", async () => {
  const store = new WatchedStore("a", "r");
  store.failing.add("setTokens");
  const { manager } = keep(store);
  await assertRejects(() => manager.save("b", "s"), ServiceError, "The token store failed");
  assertEquals([manager.pair, await manager.read()], [{ access: "b", refresh: "s" }, { access: "b", refresh: "s" }]);
});

Deno.test("what the caller sets or clears while a pair is being stored comes last, in memory and in the store", async () => {
  for (const change of ["set", "clear"] as const) {
    const store = new WatchedStore();
    const { manager } = keep(store);
    manager.set("a", "r");
    const saving = manager.save("b", "s");
    manager[change]("c");
    await saving;
    await manager.read();
    const expected = change === "set" ? "c" : undefined;
    assertEquals([manager.pair.access, store.access], [expected, expected]);
  }
});

Deno.test("a pair is adopted only where memory held one: else the store stays the only place", async () => {
  const { manager } = keep(new WatchedStore());
  manager.adopt({ access: "b" });
  assertEquals(manager.pair, {});
  manager.set("a");
  manager.adopt({ access: "b", refresh: "s" });
  assertEquals([manager.pair, manager.changes], [{ access: "b", refresh: "s" }, 1]);
  await manager.read();
});

Deno.test("a provider is asked for the token before each call, and takes the place of a store", async () => {
  const { provider, told } = provide("p");
  const store = new WatchedStore("s");
  const { manager } = keep(store, provider);
  assertEquals([await manager.access(), store.log], ["p", []]);
  await manager.save("b", "s");
  assertEquals([told, manager.pair, await manager.access()], [[["b", "s"]], {}, "p"]);
  manager.set("a", "r");
  assertEquals([manager.access(), await manager.read()], ["a", { access: "a", refresh: "r" }]);
  assertEquals([told[1], store.log], [["a", "r"], []]);
});
