import { assert, assertEquals, assertObjectMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import { createSandbox, type Sandbox, type SandboxOptions } from "@tonearm/sandbox";
import { callApi, control } from "../../support/sandbox/requests.ts";

/** Creates a temporary place for a world. */
function tempWorld(): Disposable & { open(options?: SandboxOptions): Sandbox } {
  const folder = Deno.makeTempDirSync();
  return {
    open: (options = {}) => createSandbox({ path: `${folder}/state.db`, ...options }),
    [Symbol.dispose]: () => Deno.removeSync(folder, { recursive: true }),
  };
}

async function statusOf(sandbox: Sandbox, token: string): Promise<number> {
  const reply = await callApi(sandbox, "GET /me", { headers: { authorization: `OAuth ${token}` } });
  await reply.body?.cancel();
  return reply.status;
}

/** Returns the state of a world besides its rows. */
async function facts({ control, clock, config, faults }: Sandbox): Promise<unknown> {
  const state = await control.clientConfig.fetch(`${control.url}/_sandbox/state`);
  const { requests: _, ...rest } = await state.json();
  return { rest, now: clock.now(), frozen: clock.frozen, config: { ...config }, faults: JSON.stringify(faults.list()) };
}

Deno.test("createSandbox({ path }) continues after a restart: an expired token stays expired", async () => {
  using at = tempWorld();
  let token = "";
  {
    using sandbox = at.open();
    token = sandbox.issueTokens().access_token;
    await sandbox.control.clock.advance(4_000_000);
    assertEquals(await statusOf(sandbox, token), 401);
  }
  using sandbox = at.open();
  assertEquals(await statusOf(sandbox, token), 401);
  assert(sandbox.clock.now() - Date.now() > 3_900_000);
});

Deno.test("createSandbox({ path }) keeps clock, seed, settings, data, app, and faults with their counts", async () => {
  using at = tempWorld();
  const options: SandboxOptions = {
    seed: 7,
    clock: "2026-01-01T00:00:00Z",
    config: { playsLimit: 3 },
    apps: [{ clientId: "mine", clientSecret: "hush" }],
    users: [{ permalink: "ann" }],
  };
  let before: unknown;
  {
    using sandbox = at.open(options);
    await sandbox.control.clock.freeze("2026-03-01T00:00:00Z");
    await sandbox.control.config.set({ country: "FR", gatewayBurst: 100 });
    await sandbox.control.faults.add("envoy_503", { times: 5, probability: 0.5 });
    await sandbox.control.faults.add({ match: { path: "/never" }, status: 418 });
    for (let i = 0; i < 4; i++) await (await callApi(sandbox, "GET /me")).body?.cancel();
    before = await facts(sandbox);
  }
  {
    using same = at.open(options);
    assertEquals(await facts(same), before);
  }
  using sandbox = at.open();
  assertEquals(await facts(sandbox), before);
  assertEquals(sandbox.clientConfig.clientId, "mine");
  await sandbox.control.reset();
  assertEquals(
    { playsLimit: sandbox.config.playsLimit, country: sandbox.config.country, faults: sandbox.faults.list() },
    { playsLimit: 3, country: "DE", faults: [] },
  );
  assertEquals(new Date(sandbox.clock.now()).toISOString().slice(0, 13), "2026-01-01T00");
  assertEquals(sandbox.issueTokens("ann").token_type, "bearer");
});

Deno.test("createSandbox({ path }) continues the random sequence", async () => {
  const rule = { probability: 0.5, status: 418 };
  const statuses = async (sandbox: Sandbox, count: number) => {
    const found: number[] = [];
    for (let i = 0; i < count; i++) {
      const reply = await callApi(sandbox, "GET /me");
      await reply.body?.cancel();
      found.push(reply.status);
    }
    return found;
  };
  using whole = createSandbox();
  whole.faults.add(rule);
  const wanted = await statuses(whole, 12);
  using at = tempWorld();
  const got: number[] = [];
  for (let part = 0; part < 3; part++) {
    using sandbox = at.open();
    if (part === 0) sandbox.faults.add(rule);
    got.push(...await statuses(sandbox, 4));
  }
  assertEquals(got, wanted);
});

Deno.test("createSandbox({ path }) keeps changes of the control plane when its process dies immediately", async () => {
  using at = tempWorld();
  using first = at.open();
  using older = at.open();
  await first.control.clock.freeze("2031-01-01T00:00:00Z");
  await first.control.config.set({ country: "FR" });
  await first.control.faults.add("envoy_503", { times: 1 });
  assertEquals((await control(older, "GET /state")).status, 200, "reading writes nothing");
  using early = at.open();
  assertEquals(early.faults.list().length, 1, "before the first request");
  assertEquals((await callApi(first, "GET /me")).status, 503);
  using second = at.open();
  assertEquals(second.clock.now(), Date.UTC(2031, 0, 1));
  assertEquals(second.config.country, "FR");
  assertEquals(second.faults.list().map(({ hits }) => hits), [1]);
  assertEquals((await callApi(second, "GET /me")).status, 200);
});

Deno.test("createSandbox({ path }) applies new and changed start options, and rejects another seed", () => {
  using at = tempWorld();
  at.open({ clock: "2026-01-01T00:00:00Z", config: { playsLimit: 3 } }).close();
  {
    using sandbox = at.open({ clock: "2030-01-01T00:00:00Z", config: { playsLimit: 3, country: "FR" } });
    assertEquals(new Date(sandbox.clock.now()).getUTCFullYear(), 2030);
    assertObjectMatch(sandbox.config, { playsLimit: 3, country: "FR" });
    sandbox.config.playsLimit = 9;
  }
  {
    using sandbox = at.open({ config: { playsLimit: 3 } });
    assertObjectMatch(sandbox.config, { playsLimit: 9, country: "FR" });
  }
  const error = assertThrows(() => at.open({ seed: 8 }), TypeError);
  assertStringIncludes(error.message, "with seed 8: it was made with seed 42");
});

Deno.test("createSandbox({ path }): an export includes clock, seed, settings and faults, and replies equally wherever it's imported", async () => {
  using from = createSandbox({ seed: 7, config: { playsLimit: 3 }, users: [{ permalink: "ann" }] });
  from.clock.freeze("2026-03-01T00:00:00Z");
  from.config.country = "FR";
  from.faults.add("latency", { times: 3 });
  from.faults.add("stale_lists");
  await (await callApi(from, "GET /users/1/followers")).body?.cancel();
  const archive = await from.control.data.export();
  const digest = (bytes: Uint8Array) => hash("sha256", bytes);
  assertEquals(digest(await from.control.data.export()), digest(archive), "an export changes nothing");
  using at = tempWorld();
  for (const open of [() => createSandbox({ seed: 9 }), () => at.open(), () => at.open()]) {
    using to = open();
    const isNew = to.faults.list().length === 0;
    if (isNew) await to.control.data.import(archive);
    assertEquals(digest(await to.control.data.export()), digest(archive));
    assertEquals(to.clock.now(), Date.UTC(2026, 2, 1));
    assertEquals(to.clock.frozen, true);
    assertEquals(to.config.country, "FR");
    assertEquals(to.faults.list().map(({ name }) => name), ["latency", "stale_lists"]);
    assertEquals(to.issueTokens("ann").token_type, "bearer");
    to.faults.clear();
    await to.control.data.import(archive);
  }
  using to = createSandbox();
  await to.control.data.import(archive);
  await to.control.reset();
  assertEquals(to.config.playsLimit, 3);
  assertEquals(to.config.country, "DE");
  assertEquals(to.faults.list().length, 0);
  assertEquals(to.issueTokens("ann").token_type, "bearer", "a reset leads to how the imported world started");
});

Deno.test("createSandbox({ path }): an import with invalid settings or faults is rejected, and changes nothing", async () => {
  using from = createSandbox({ users: [{ permalink: "ann" }] });
  const archive = await from.control.data.export();
  const bytes = Buffer.from(archive);
  bytes.write("[]", bytes.indexOf('"offset":0}') + '"offset":0}'.length - 2);
  assert(!bytes.equals(archive));
  using sandbox = createSandbox({ config: { country: "FR" } });
  const digest = async () => hash("sha256", await sandbox.control.data.export());
  const before = await digest();
  const error = await sandbox.control.data.import(bytes).then(() => undefined, (error) => error);
  assertStringIncludes(String(error), "the state of the world is damaged");
  assertEquals(await digest(), before);
});

Deno.test("createSandbox({ path }): a fault that is drawn goes on after a restart as without one", async () => {
  using at = tempWorld();
  const statuses = async (sandbox: Sandbox) => {
    const { access_token } = sandbox.issueTokens();
    const found: number[] = [];
    for (let call = 0; call < 6; call++) found.push(await statusOf(sandbox, access_token));
    return found;
  };
  const rule = { status: 500, probability: 0.5 };
  using once = createSandbox();
  once.faults.add(rule);
  const before = at.open();
  await before.control.faults.add(rule);
  assertEquals(await statuses(before), await statuses(once));
  before.close();
  using after = at.open();
  assertEquals(await statuses(after), await statuses(once));
});
