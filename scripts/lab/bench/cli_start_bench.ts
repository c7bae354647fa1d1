// Start times of the command line from npm: its version, and a search at a running sandbox. The compared programs take
// turns. A test holds the start of the single file.
import { createSandbox } from "@tonearm/sandbox";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { consumer, emptyProject, pack } from "../../../tests/release/packed.ts";
import { percentile, reportFigure } from "./figure.ts";

/** A command and its arguments. */
type Program = readonly [string, ...string[]];

const TURNS = 40;
/** The fastest runs count, because other load only adds time. */
const FASTEST = 10;
const WORDS = "lofi";

/** The same search with nothing but `fetch`. */
const BARE = `
  const { TONEARM_API_URL: url, TONEARM_TOKEN: token } = process.env;
  const headers = { authorization: "OAuth " + token };
  const reply = await fetch(url + "/tracks?q=${WORDS}&limit=20&linked_partitioning=true", { headers });
  for (const { title, user, urn } of (await reply.json()).collection) console.log(title, user.username, urn);
`;

/** Measures the time of a command, in milliseconds. */
async function timeOf([command, ...args]: Program, env: Record<string, string>): Promise<number> {
  const start = performance.now();
  const { code } = await new Deno.Command(command, { args, env, stdout: "null", stderr: "inherit" }).output();
  if (code !== 0) throw new Error(`${[command, ...args].join(" ")} ended with ${code}`);
  return performance.now() - start;
}

/** Runs all of them in turn, and returns the time of each in milliseconds. */
async function inTurn<Name extends string>(
  programs: Readonly<Record<Name, Program>>,
  env: Record<string, string> = {},
): Promise<Record<Name, number>> {
  const times: Record<string, number[]> = {};
  const all = Object.entries<Program>(programs);
  for (let turn = -1; turn < TURNS; turn++) {
    for (const [name, program] of turn % 2 ? all : all.toReversed()) {
      const time = await timeOf(program, env);
      // The first run fills the caches.
      if (turn >= 0) times[name] = [...times[name] ?? [], time];
    }
  }
  return Object.fromEntries(all.map(([name]) => [name, percentile(times[name] ?? [], FASTEST)])) as Record<
    Name,
    number
  >;
}

await using made = await emptyProject();
await using project = await consumer(await pack(made.folder));
const folder = join(project.folder, "node_modules", "tonearm");
const { bin } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
const npm: Program = ["node", join(folder, bin.tonearm)];

const version = await inTurn({ nothing: ["node", "-e", "0"], npm: [...npm, "--version"] });
const ratio = version.npm / version.nothing;
reportFigure("`tonearm --version` from npm, compared with `node -e 0`", ratio, "×", { max: 1.2 });

const sandbox = createSandbox();
const server = await sandbox.serve();
const env = { TONEARM_API_URL: server.url, TONEARM_TOKEN: sandbox.issueTokens().access_token };
const bare: Program = ["node", "--input-type=module", "-e", BARE];
const search = await inTurn({ bare, npm: [...npm, "search", WORDS] }, env);
await server.close();
sandbox.close();
const name = "`tonearm search` from npm, compared with a plain `fetch`";
reportFigure(name, search.npm / search.bare, "×", { max: 1.5 });
