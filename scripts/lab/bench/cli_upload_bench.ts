// Memory of `tonearm upload` for a gibibyte, compared with a second of sound.
import { asFile, fromNpm, fromSource, memoryOf, type Program } from "./cli/programs.ts";
import { median, reportFigure } from "./figure.ts";
import { serve } from "./library/serve.ts";
import { writeWav } from "../../../tests/support/sandbox/sounds.ts";

const ROUNDS = 3;
const SIZE = 2 ** 30;

const folder = Deno.makeTempDirSync({ prefix: "tonearm-bench-" });
const [small, large] = [`${folder}/small.wav`, `${folder}/large.wav`];
const head = writeWav(new Float32Array(44_100).fill(0.3), 44_100);
for (const path of [small, large]) Deno.writeFileSync(path, head);
Deno.truncateSync(large, SIZE);
await using server = await serve();
await using npm = await fromNpm();

/** Uploads a file without an earlier journal, and returns the peak memory. */
async function peak(program: Program, file: string): Promise<number> {
  const data = Deno.makeTempDirSync({ dir: folder });
  const env = { TONEARM_API_URL: server.url, TONEARM_TOKEN: "token", TONEARM_DATA_DIR: data };
  return await memoryOf([...program, "upload", file, "--quiet", "--timeout", "600"], env);
}

const programs = { "from source": await fromSource(), "from npm": npm.program, "as a single file": await asFile() };
try {
  for (const [name, program] of Object.entries(programs)) {
    const grown: number[] = [];
    for (let round = 0; round < ROUNDS; round++) grown.push(-await peak(program, small) + await peak(program, large));
    const value = median(grown);
    reportFigure(`\`tonearm upload\` of 1 GiB ${name}: memory`, value, "MiB", { max: 48 });
  }
} finally {
  Deno.removeSync(folder, { recursive: true });
}
