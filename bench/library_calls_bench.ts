/**
 * What the library adds to a bare `fetch`.
 *
 * @module
 */
import { median, tell } from "./figure.ts";
import { bundleFile } from "./library/bundle.ts";
import type { Costs } from "./library/calls.ts";
import { peerFolder } from "./library/peer.ts";
import { measure, RUNTIME_NAMES } from "./library/run.ts";
import { serve } from "./library/serve.ts";

const BOUNDS = { 1: 1.05, 50: 1.03 } as const;

/** The middle of the runs' ratios. */
function ratio(costs: Costs, name: Exclude<keyof Costs, "bare">, part: 0 | 1): number {
  return median(costs[name].map((run, i) => run[part] / (costs.bare[i]?.[part] ?? NaN)));
}

const peer = `${await peerFolder()}/soundcloud-api-ts/dist/index.mjs`;
using file = bundleFile('import "./bench/library/calls.ts"');
await using server = await serve();
for (const runtime of RUNTIME_NAMES) {
  for (const concurrency of [1, 50] as const) {
    const costs = await measure<Costs>(runtime, file.path, server.url, `${concurrency}`, peer);
    for (const [part, what] of [[0, "time"], [1, "processor time"]] as const) {
      const name = `a call over bare \`fetch\`, ${runtime}, ${concurrency} at a time: ${what}`;
      tell({ name, value: ratio(costs, "library", part), unit: "×", bound: BOUNDS[concurrency], good: "below" });
      tell({ name: `${name}, \`fetch\` with a time limit`, value: ratio(costs, "limited", part), unit: "×" });
      tell({ name: `${name}, soundcloud-api-ts`, value: ratio(costs, "peer", part), unit: "×" });
    }
  }
}
