// The library's own work per call, and the cost of concurrent equal calls.
import { reportFigure } from "./figure.ts";
import { bundleFile } from "./library/bundle.ts";
import type { Joined } from "./library/joined.ts";
import type { OwnWork } from "./library/own_work.ts";
import { peerFolder } from "./library/peer.ts";
import { measure, RUNTIME_NAMES } from "./library/run.ts";

const peer = `${await peerFolder()}/soundcloud-api-ts/dist/index.mjs`;
using own = bundleFile('import "./scripts/lab/bench/library/own_work.ts"');
using joined = bundleFile('import "./scripts/lab/bench/library/joined.ts"');
for (const runtime of RUNTIME_NAMES) {
  const work = await measure<OwnWork>(runtime, own.path, peer);
  const name = `a call without a network, ${runtime}`;
  reportFigure(`${name}, compared with soundcloud-api-ts`, work.library / work.peer, "×", { max: 2.2 });
  reportFigure(`${name}, compared with soundcloud-api-ts and a time limit`, work.library / work.limited, "×", {
    max: 1,
  });
  reportFigure(name, work.library, "µs");
  const { seconds, mebibytes } = await measure<Joined>(runtime, joined.path);
  const calls = `10,000 joined calls for 80 kB, ${runtime}`;
  reportFigure(`${calls}: time`, seconds, "s", { max: 1 });
  reportFigure(`${calls}: memory growth`, mebibytes, "MiB", { max: 150 });
}
