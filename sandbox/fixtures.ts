/** A sandbox for each test or worker, in any test runner. This module imports no test runner. */
import { createSandbox, type Sandbox, type SandboxOptions, type SandboxServer } from "./sandbox.ts";
import { connectSandbox } from "./kit/connect.ts";
import type { NamespaceControl } from "./kit/control.ts";

/**
 * Creates a test with its own sandbox: for `Deno.test`, `node:test`, `bun:test`, vitest and jest.
 *
 * @param run The test. The runner's arguments follow the sandbox.
 * @param options Options of the sandbox.
 *
 * @example
 * ```ts
 * import { withSandbox } from "@tonearm/sandbox";
 *
 * Deno.test("me", withSandbox(async (sandbox) => {
 *   const headers = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };
 *   const reply = await sandbox.fetch(`${sandbox.clientConfig.baseUrl}/me`, { headers });
 *   if ((await reply.json()).username !== "Night Ferry") throw new Error("somebody else");
 * }));
 * ```
 */
export function withSandbox<Context extends unknown[]>(
  run: (sandbox: Sandbox, ...context: Context) => unknown,
  options?: SandboxOptions,
): (...context: Context) => Promise<void> {
  return async (...context) => {
    const sandbox = createSandbox(options);
    try {
      await run(sandbox, ...context);
    } finally {
      sandbox.close();
    }
  };
}

/** A runner's `beforeEach`, `beforeAll`, `afterEach` or `afterAll`. */
export type Hook = (run: () => void) => unknown;

/**
 * Creates a sandbox before each test or before all tests of a file, and closes it afterwards: for jest, `bun:test`,
 * vitest, `node:test` and `@std/testing/bdd`.
 *
 * @param before The runner's `beforeEach`, or `beforeAll`.
 * @param after The runner's `afterEach`, or `afterAll`.
 * @param options Options of the sandbox.
 * @returns A function that returns the current sandbox.
 *
 * @example
 * ```ts ignore
 * import { afterEach, beforeEach, test } from "bun:test";
 * import { setupSandbox } from "@tonearm/sandbox";
 *
 * const sandbox = setupSandbox(beforeEach, afterEach);
 * test("me", async () => {
 *   const { access_token } = sandbox().issueTokens();
 * });
 * ```
 */
export function setupSandbox(before: Hook, after: Hook, options?: SandboxOptions): () => Sandbox {
  let current: Sandbox | undefined;
  before(() => {
    current = createSandbox(options);
  });
  after(() => {
    current?.close();
    current = undefined;
  });
  return () => {
    if (current === undefined) throw new Error("Cannot use the sandbox: no test is running");
    return current;
  };
}

/** The test fixtures of {@linkcode sandboxFixtures}. */
export interface SandboxTestFixtures {
  /** The test's own sandbox, in its process. */
  readonly sandbox: Sandbox;
  /** The test's own namespace in the worker's {@linkcode SandboxWorkerFixtures.sandboxServer}: for browsers. */
  readonly world: NamespaceControl;
}

/** The worker fixtures of {@linkcode sandboxFixtures}. */
export interface SandboxWorkerFixtures {
  /** The worker's own sandbox, on a free local port. */
  readonly sandboxServer: SandboxServer;
}

/** Fixtures in the form that vitest and Playwright share. */
export interface SandboxFixtures {
  /** See {@linkcode SandboxTestFixtures.sandbox}. */
  readonly sandbox: (given: object, use: (value: Sandbox) => Promise<void>) => Promise<void>;
  /** See {@linkcode SandboxTestFixtures.world}. */
  readonly world: (given: SandboxWorkerFixtures, use: (value: NamespaceControl) => Promise<void>) => Promise<void>;
  /** See {@linkcode SandboxWorkerFixtures.sandboxServer}. */
  readonly sandboxServer: [
    (given: object, use: (value: SandboxServer) => Promise<void>) => Promise<void>,
    { scope: "worker" },
  ];
}

/**
 * Fixtures for `test.extend()` of vitest and Playwright. A test gets the fixtures that it names, which end with it.
 *
 * @param options Options of the sandboxes.
 *
 * @example
 * ```ts ignore
 * import { test as base } from "vitest";
 * import { sandboxFixtures } from "@tonearm/sandbox";
 *
 * const test = base.extend(sandboxFixtures());
 * test("me", async ({ sandbox }) => {
 *   const { access_token } = sandbox.issueTokens();
 * });
 * ```
 */
export function sandboxFixtures(options?: SandboxOptions): SandboxFixtures {
  // Both runners parse the source of these functions to find their fixtures, so the braces must stay.
  return {
    // deno-lint-ignore no-empty-pattern
    sandbox: async ({}, use) => await withSandbox(use, options)(),
    world: async ({ sandboxServer }, use) => {
      const world = (await connectSandbox(sandboxServer.url)).namespace();
      try {
        await use(world);
      } finally {
        await world.remove();
      }
    },
    sandboxServer: [
      // deno-lint-ignore no-empty-pattern
      async ({}, use) => await withSandbox(async (sandbox) => await use(await sandbox.serve()), options)(),
      { scope: "worker" },
    ],
  };
}
