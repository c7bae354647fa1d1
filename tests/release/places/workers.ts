/** Starts workers and browsers, with a bundle of the library. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { PLACES } from "./table.ts";
import { ROOT, toolbox } from "../toolbox.ts";
import { bundleFor, inChromium, type Start, withSandbox } from "./start.ts";

/** The path of each row of the table, how many requests are sent to it, and what each answers. */
const ROUTES: readonly (readonly [path: string, requests: number, answer: RegExp])[] = [
  ["/portable", 1, /^\{"passed":(1[5-9]|[2-9]\d),"failures":\[\]\}$/],
  ["/module", 4, /^"soundcloud:users:\d+"$/],
  ["/kept", 1000, /^"soundcloud:users:\d+"$/],
  ["/timeout", 4, /^"timeout"$/],
  ["/object", 6, /^"soundcloud:users:\d+"$/],
];

const WORKERS = PLACES.filter(({ kind }) => kind === "worker");

/** Sends requests to a worker in workerd. */
export const startWorker: Start = async (place, project) => {
  const [path, requests, answer] = ROUTES[WORKERS.indexOf(place)]!;
  const bundle = await bundleFor(project, "contract/worker.mjs", "workerd,worker,browser");
  const miniflare = await toolbox("miniflare");
  const args = [`${ROOT}tests/contract/in_workerd.mjs`, bundle, path, String(requests)];
  const { stdout } = await withSandbox(["node", ...args], miniflare);
  const answers: [string, number][] = JSON.parse(stdout);
  for (const [text] of answers) assertMatch(text, answer);
  assertEquals(answers.reduce((sum, [, count]) => sum + count, 0), requests);
};

/** Runs the portable cases in a page or in a service worker of Chromium. */
export const startBrowser: Start = async ({ form }, project) => {
  const bundle = await bundleFor(project, "contract/service_worker.mjs", "browser");
  const { passed, failures }: { passed: number; failures: string[] } = JSON.parse(await inChromium(bundle, form));
  assertEquals(failures, []);
  assert(passed >= 15, `${passed} cases`);
};
