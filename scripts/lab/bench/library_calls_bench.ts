// The overhead of the library over a `fetch` with a time limit, and over another library.
import { median, reportFigure } from "./figure.ts";
import { bundleFile } from "./library/bundle.ts";
import type { Costs } from "./library/calls.ts";
import { peerFolder } from "./library/peer.ts";
import { measure, RUNTIME_NAMES } from "./library/run.ts";
import { serve } from "./library/serve.ts";

/** Returns the median of the runs' ratios. */
function ratio(costs: Costs, over: Exclude<keyof Costs, "library">, part: 0 | 1): number {
  return median(costs.library.map((run, i) => run[part] / (costs[over][i]?.[part] ?? NaN)));
}

const BASES = {
  limited: "a `fetch` with a time limit",
  peer: "soundcloud-api-ts",
  limitedPeer: "soundcloud-api-ts and a time limit",
} as const;

const peer = `${await peerFolder()}/soundcloud-api-ts/dist/index.mjs`;
using file = bundleFile('import "./scripts/lab/bench/library/calls.ts"');
await using server = await serve();
for (const runtime of RUNTIME_NAMES) {
  for (const concurrency of [1, 50] as const) {
    const costs = await measure<Costs>(runtime, file.path, server.url, `${concurrency}`, peer);
    for (const [part, what] of [[0, "time"], [1, "CPU time"]] as const) {
      for (const over of ["limited", "peer", "limitedPeer"] as const) {
        const name = `a call compared with ${BASES[over]}, ${runtime}, ${concurrency} at a time: ${what}`;
        reportFigure(name, ratio(costs, over, part), "×", { max: 1.02 });
      }
    }
  }
}
