// Uploads of a gibibyte.
import { median, reportFigure } from "./figure.ts";
import { bundleFile } from "./library/bundle.ts";
import { measure, RUNTIME_NAMES } from "./library/run.ts";
import { serve } from "./library/serve.ts";
import type { UploadCost } from "./library/upload.ts";

const RUNS = 7;

using file = bundleFile('import "./scripts/lab/bench/library/upload.ts"');
await using server = await serve();
for (const runtime of RUNTIME_NAMES) {
  const [speeds, memory]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const bare = await measure<UploadCost>(runtime, file.path, "bare", server.url);
    const library = await measure<UploadCost>(runtime, file.path, "library", server.url);
    speeds.push(bare.seconds / library.seconds);
    memory.push(library.memory / 2 ** 20);
  }
  const name = `an upload of 1 GiB, ${runtime}`;
  reportFigure(`${name}: speed, compared with a plain \`fetch\``, median(speeds), "×", { min: 0.9 });
  reportFigure(`${name}: memory growth`, median(memory), "MiB", { max: 32 });
}
