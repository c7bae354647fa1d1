import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../scripts/deno.ts";
import { bundle } from "../../scripts/build/npm/bundle.ts";
import type { Running } from "../support/cli/cli.ts";
import { type ExampleFixture, exampleFixture } from "../support/docs/examples.ts";
import { fromNpm, withoutPackages } from "../support/programs.ts";
import { Browser, type SignInTest, signInTests } from "../support/docs/sign_in.ts";

const TOOLBOX = await fromNpm("miniflare", "node22");

/** Runs a test with a program that prints its address, and ends the program. */
async function launched(launch: (fixture: ExampleFixture) => Running, test: SignInTest): Promise<void> {
  await using fixture = await exampleFixture();
  const server = launch(fixture);
  try {
    const url = (await server.printed(/\n/)).trim();
    await test(() => new Browser(url), fixture.served);
  } finally {
    server.signal("SIGTERM");
    assertEquals((await server.outcome).stderr, "");
  }
}

/** Runs a test with the worker in workerd. */
async function inWorkerd(test: SignInTest): Promise<void> {
  const file = await Deno.makeTempFile({ prefix: "tonearm-worker-", suffix: ".mjs" });
  try {
    const program = fileURLToPath(new URL("../../examples/sign_in_worker.ts", import.meta.url));
    await bundle(await chooseConfig(), "--platform", "browser", "--output", file, program);
    const host = fileURLToPath(new URL("../support/docs/serve_worker.mjs", import.meta.url));
    const command = [`${TOOLBOX}/node_modules/node22/bin/node`, host, `${TOOLBOX}`, file];
    await launched(({ start }) => start(command, { PORT: "0" }), test);
  } finally {
    await Deno.remove(file);
  }
}

const env = { PORT: "0", KV_PATH: ":memory:" };
for (const name of ["sign_in_hono.ts", "sign_in_express.ts", "sign_in_fastify.ts", "sign_in_deno.ts"]) {
  const tests = signInTests(name, (test) => launched(({ launch }) => launch(name, [], env), test));
  for (const test of tests) Deno.test(test);
}
for (const test of signInTests("sign_in_worker.ts", inWorkerd, withoutPackages(TOOLBOX))) Deno.test(test);
