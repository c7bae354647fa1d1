/**
 * Starts every place of the table in `places/table.ts`, with the packages as users install them.
 *
 * `deno task release runtimes [--filter=Jest]`
 */
import { assertEquals } from "@std/assert";
import { startBundler, startFramework, startTypes } from "./places/builds.ts";
import { runtimesOf } from "./places/peers.ts";
import { startRuntime, startSandbox } from "./places/runtimes.ts";
import { installPackages, type Start } from "./places/start.ts";
import { type Kind, nameOf, type Peer, PLACES, RUNTIMES } from "./places/table.ts";
import { startJest, startRunner } from "./places/test_runners.ts";
import { startSuite } from "./places/suite.ts";
import { startBrowser, startWorker } from "./places/workers.ts";

const STARTS: Readonly<Record<Kind, Start>> = {
  runtime: startRuntime,
  sandbox: startSandbox,
  suite: startSuite,
  worker: startWorker,
  browser: startBrowser,
  bundler: startBundler,
  framework: startFramework,
  jest: startJest,
  runner: startRunner,
  types: startTypes,
};

const project = await installPackages();
Deno.test.afterAll(async () => await project[Symbol.asyncDispose]());

for (const place of PLACES) {
  Deno.test(`${nameOf(place)}: ${place.refuses === undefined ? place.runs : "is refused with a sentence"}`, async () => {
    await STARTS[place.kind](place, project);
  });
}

for (const [peer, runtimes] of Object.entries(RUNTIMES)) {
  Deno.test(`docs/index.md: ${peer} gets a token and a track in ${runtimes}`, async () => {
    assertEquals(await runtimesOf(peer as Peer, project), runtimes);
  });
}
