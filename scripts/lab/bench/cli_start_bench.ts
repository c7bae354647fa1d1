// Start times of the command line: its version, and a search at a running sandbox. The compared programs take turns.
import { createSandbox } from "@tonearm/sandbox";
import { asFile, fromNpm, type Program, timeOf } from "./cli/programs.ts";
import { percentile, reportFigure } from "./figure.ts";

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

const file = await asFile();
await using npm = await fromNpm();
const nothing: Program = ["node", "-e", "0"];
const version = await inTurn({ nothing, npm: [...npm.program, "--version"], file: [...file, "--version"] });
const ratio = version.npm / version.nothing;
reportFigure("`tonearm --version` from npm, compared with `node -e 0`", ratio, "×", { max: 1.2 });
reportFigure("`tonearm --version` as a single file", version.file, "ms", { max: 40 });
reportFigure("`node -e 0`", version.nothing, "ms");

const sandbox = createSandbox();
const server = await sandbox.serve();
const env = { TONEARM_API_URL: server.url, TONEARM_TOKEN: sandbox.issueTokens().access_token };
const bare: Program = ["node", "--input-type=module", "-e", BARE];
const search = await inTurn({ bare, npm: [...npm.program, "search", WORDS] }, env);
await server.close();
sandbox.close();
const name = "`tonearm search` from npm, compared with a plain `fetch`";
reportFigure(name, search.npm / search.bare, "×", { max: 1.5 });
