import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { checkOptions } from "../../sandbox/world/kept.ts";

/** Passes values of another kind, which only programs without types can. */
type Loose = (...values: never[]) => unknown;

const SERVER: readonly (readonly [unknown, string])[] = [
  [{ prot: 1 }, "the server has no field prot, did you mean port?"],
  [{ port: "8080" }, "port of the server is not a port from 0 to 65535"],
  [null, "the server is not an object"],
];

for (const [options, message] of SERVER) {
  Deno.test(`sandbox.serve(): ${message}, with ${JSON.stringify(options)}`, async () => {
    using sandbox = createSandbox();
    await assertRejects(() => sandbox.serve(options as never), TypeError, message);
  });
}

const PROXY: readonly (readonly [unknown, string])[] = [
  [{ hosts: [] }, "the proxy has no field hosts"],
  [{ allow: "example.com" }, "allow of the proxy is not a list of hosts such as example.com"],
  [{ port: -1 }, "port of the proxy is not a port from 0 to 65535"],
  [{ inherited: ["PATH"] }, "inherited of the proxy is not an object of environment variables"],
  [{ onRefused: true }, "onRefused of the proxy is not a function"],
];

for (const [options, message] of PROXY) {
  Deno.test(`sandbox.proxy(): ${message}, with ${JSON.stringify(options)}`, async () => {
    using sandbox = createSandbox();
    await assertRejects(() => sandbox.proxy(options as never), TypeError, message);
  });
}

const OPTIONS: readonly (readonly [unknown, string])[] = [
  [[], "the sandbox is not an object"],
  [{ sed: 1 }, "the sandbox has no field sed, did you mean seed?"],
  [{ seed: 0.5 }, "seed of the sandbox is not a whole number"],
  [{ strict: 1 }, "strict of the sandbox is not true or false"],
  ...["", ":memory:", "file:a.db", ".", "/dev/tty", 1].map((path) =>
    [{ path }, "path of the sandbox is not the path of a file; without it, the state stays in memory"] as const
  ),
  ...[null, 1, { max: 0 }, { idleSeconds: 0.5 }, { least: 1 }].map((namespaces) =>
    [
      { namespaces },
      "namespaces of the sandbox is not an object of max and idleSeconds, whole numbers from 1",
    ] as const
  ),
  [{ users: [{}] }, "Cannot read the options: users[0].permalink is missing"],
];

for (const [options, message] of OPTIONS) {
  Deno.test(`createSandbox(): ${message}, with ${JSON.stringify(options)}`, () => {
    assertEquals(assertThrows(() => checkOptions(options as object), TypeError).message, message);
  });
}

Deno.test("createSandbox(): each limit of namespaces may be 1, and may be left out", () => {
  for (const namespaces of [{}, { max: 1 }, { idleSeconds: 1 }, { max: 1, idleSeconds: 1 }]) {
    assertEquals(checkOptions({ namespaces }), undefined);
  }
});

Deno.test("sandbox.config: an assignment of another kind is rejected, and changes nothing", () => {
  using sandbox = createSandbox();
  const set = (values: object) => () => Object.assign(sandbox.config, values);
  const before = { ...sandbox.config };
  assertThrows(
    set({ tokenTtlSeconds: "60" }),
    TypeError,
    'Cannot set tokenTtlSeconds to "60": it must be a whole number',
  );
  assertThrows(set({ tokenTtlSeconds: -1 }), TypeError, "Cannot set tokenTtlSeconds to -1");
  assertThrows(set({ country: 5 }), TypeError, "Cannot set country to 5: it must be two letters such as DE");
  assertThrows(set({ tokenTtl: 60 }), TypeError, "tokenTtl");
  assertEquals({ ...sandbox.config }, before);
  sandbox.config.tokenTtlSeconds = 60;
  assertEquals({ ...sandbox.config }, { ...before, tokenTtlSeconds: 60 });
});

Deno.test("expectRequest() rejects a mistyped expectation, which would match every request", async () => {
  using sandbox = createSandbox();
  const expectRequest: Loose = sandbox.control.expectRequest.bind(sandbox.control);
  const rejects = async (message: string, ...values: unknown[]) =>
    void await assertRejects(async () => await expectRequest(...values as never[]), TypeError, message);
  await rejects("the expected request has no field pth, did you mean path?", { pth: "/me" });
  await rejects("status of the expected request is not a whole number from 0", { status: "200" });
  await rejects("headers of the expected request is not an object of strings", { headers: [] });
  await rejects("the expected request is not an object", null);
  await rejects("times of the expectation is not a whole number from 0", {}, { times: "2" });
  await rejects("the expectation has no field wait, choose from times, waitMs", {}, { wait: 5 });
  await rejects("waitMs of the expectation is not milliseconds from 0", {}, { waitMs: -1 });
});

Deno.test("control.namespace() rejects an invalid name", () => {
  using sandbox = createSandbox();
  for (const name of ["", "a/b", "-a", ".", "é", "a".repeat(65), 5]) {
    assertThrows(() => sandbox.control.namespace(name as string), TypeError, `Cannot use namespace ${name}: a name is`);
  }
  for (const name of ["a", "A.b_c-1", "a".repeat(64)]) assertEquals(sandbox.control.namespace(name).name, name);
});
