import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  connectSandbox,
  type Sandbox,
  sandboxFixtures,
  type SandboxServer,
  setupSandbox,
  withSandbox,
} from "@tonearm/sandbox";

const OPTIONS = { config: { country: "FR" } } as const;

/** Asserts that a sandbox replies, and has the options. */
async function assertOpen(sandbox: Sandbox): Promise<void> {
  const reply = await sandbox.fetch(`${sandbox.clientConfig.baseUrl}/me`);
  await reply.body?.cancel();
  assertEquals(reply.status, 401);
  assertEquals(sandbox.config.country, "FR");
}

function assertClosed(sandbox: Sandbox): void {
  assertThrows(() => sandbox.issueTokens(), TypeError, "the sandbox is closed");
}

Deno.test("withSandbox() passes a new sandbox and the runner's arguments, and closes it even after a failure", async () => {
  const seen: Sandbox[] = [];
  const run = withSandbox(async (sandbox, name: string, number: number) => {
    seen.push(sandbox);
    await assertOpen(sandbox);
    assertEquals({ name, number }, { name: "a", number: 1 });
    if (seen.length === 2) throw new Error("the test's own");
  }, OPTIONS);
  await run("a", 1);
  await assertRejects(() => run("a", 1), Error, "the test's own");
  const [first, second] = seen;
  assert(first && second && first !== second);
  assertClosed(first);
  assertClosed(second);
});

Deno.test("setupSandbox() returns a new sandbox for each test, and none between tests", async () => {
  const hooks: Record<"before" | "after", () => void> = { before: () => {}, after: () => {} };
  const current = setupSandbox((run) => hooks.before = run, (run) => hooks.after = run, OPTIONS);
  assertThrows(current, Error, "Cannot use the sandbox: no test is running");
  const seen: Sandbox[] = [];
  for (const _test of ["first", "second"]) {
    hooks.before();
    seen.push(current());
    await assertOpen(current());
    hooks.after();
    assertThrows(current, Error, "no test is running");
  }
  assert(seen[0] !== seen[1]);
  for (const sandbox of seen) assertClosed(sandbox);
});

Deno.test("sandboxFixtures(): sandbox lasts as long as the test that uses it, even if it fails", async () => {
  const { sandbox } = sandboxFixtures(OPTIONS);
  let used: Sandbox | undefined;
  const failing = sandbox({}, async (value) => {
    used = value;
    await assertOpen(value);
    throw new Error("the test's own");
  });
  await assertRejects(() => failing, Error, "the test's own");
  assert(used);
  assertClosed(used);
});

Deno.test("sandboxFixtures(): world is a namespace of the worker's server, and both end", async () => {
  const { sandboxServer: [serve, { scope }], world } = sandboxFixtures(OPTIONS);
  assertEquals(scope, "worker");
  let url = "";
  await serve({}, async (server: SandboxServer) => {
    url = server.url;
    let name = "";
    await world({ sandboxServer: server }, async (namespace) => {
      name = namespace.name;
      assertEquals((await namespace.config.get()).country, "FR");
      await namespace.config.set({ country: "GB" });
    });
    const next = (await connectSandbox(url)).namespace(name);
    assertEquals((await next.config.get()).country, "FR", "the namespace was removed");
  });
  await assertRejects(() => fetch(url), TypeError);
});
