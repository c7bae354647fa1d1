/**
 * The library's own work per call, and the cost of concurrent equal calls.
 *
 * @module
 */
import { reportFigure } from "./figure.ts";
import { bundleFile } from "./library/bundle.ts";
import type { Entered } from "./library/entered.ts";
import type { Joined } from "./library/joined.ts";
import type { OwnWork } from "./library/own_work.ts";
import { peerFolder } from "./library/peer.ts";
import { measure, RUNTIME_NAMES } from "./library/run.ts";

const peer = `${await peerFolder()}/soundcloud-api-ts/dist/index.mjs`;
using own = bundleFile('import "./scripts/lab/bench/library/own_work.ts"');
using joined = bundleFile('import "./scripts/lab/bench/library/joined.ts"');
using coverage = bundleFile('import "./scripts/lab/bench/library/entered.ts"');
const entered = await measure<Entered>("Node.js", coverage.path);
const files = new Set(entered.map((name) => name.split(" ")[0])).size;
reportFigure({ name: "files that a warm `getTrack()` enters", value: files, unit: "", bound: 9, good: "below" });
for (const runtime of RUNTIME_NAMES) {
  const work = await measure<OwnWork>(runtime, own.path, peer);
  const name = `a call on an instant \`fetch\`, ${runtime}`;
  reportFigure({
    name: `${name}: over soundcloud-api-ts`,
    value: work.library / work.peer,
    unit: "×",
    bound: 2.2,
    good: "below",
  });
  reportFigure({
    name: `${name}: over soundcloud-api-ts with a time limit`,
    value: work.library / work.limited,
    unit: "×",
    bound: 1,
    good: "below",
  });
  reportFigure({ name, value: work.library, unit: "µs" });
  const { seconds, mebibytes } = await measure<Joined>(runtime, joined.path);
  const calls = `1,000 joined calls for 80 kB, ${runtime}`;
  reportFigure({ name: `${calls}: time`, value: seconds, unit: "s", bound: 1, good: "below" });
  reportFigure({ name: `${calls}: memory growth`, value: mebibytes, unit: "MiB", bound: 150, good: "below" });
}
