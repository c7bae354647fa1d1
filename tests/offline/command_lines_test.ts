/**
 * What people see of some 170 command lines: the same with Cliffy as with its stand-in. After a help or an error text
 * has changed, `TONEARM_GOLDEN=write` writes the golden file with whichever is there; both are held to it.
 */
import { assertEquals } from "@std/assert";
import { VERSION } from "../../cli/version.ts";
import { type Outcome, runInProcess } from "../support/cli/test_host.ts";
import { temporaryFolder } from "../support/folder.ts";

const GOLDEN = new URL("command_lines.json", import.meta.url);

/** Answers with what was asked, as a track and as a list of it. */
const echo: typeof globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname, search } = new URL(request.url);
  const title = `${request.method} ${pathname}${search} ${await request.text()}`.trimEnd();
  const track = { kind: "track", id: 1, urn: "soundcloud:tracks:1", title };
  return Response.json({ ...track, collection: [track] });
};

/** Lines of words with a space between them; `''` is an empty word. */
const LINES = `
--version | -V | search --version | playlist add -V | --version --json
--help | -h | help | help commands | help environment | help exit-codes | help formatting | help playlist add | help nonsense
track --help | playlist --help | playlist add --help | playlist edit --help | upload --help | api --help | play --help | profile --help
-h search | --json -h playlist | search --lmit --help | search --limit 5 --help | playlist -h add | -q --help
serch | serch lofi | playlst 1 | playlist delte 1 | profile | profile lst | completions | completions powershell
search | search '' | track | user | playlist | playlist add | playlist add 1 | playlist move 1 2 | playlist move 1 2 x | playlist move 1 2 0
search lofi | search slow lofi | search -- --limit 5 | search slow -- lofi -n | search -n 5 -- lofi
search lofi -n 5 | search lofi -n5 | search lofi --limit=5 | search lofi --limit 5 | search -n 5 lofi | search -an5 lofi
search lofi --limit | search lofi --limit many | search lofi --limit 1.5 | search lofi --limit 0 | search lofi --limit -5 | search lofi --limit=
search lofi --limit 1 --limit 2 | search lofi -n 1 --limit 2 | search lofi --all --all | search lofi -a | search lofi --all=yes
search lofi --type tracks | search lofi --type=users | search lofi --type songs | search lofi --type= | search lofi --type
search lofi --genre a --genre b | search lofi --genre=a,b | search lofi --tag 'x | search lofi --access preview --access blocked | search lofi --access all
search lofi --lmit 5 | search lofi -z | search lofi -az | search --lmit=5 | search lofi --no-limit | search lofi --no-json
sandbox start --plays-limt 3 | sandbox start --strct | sandbox start --sede 7 | sandbox start --quiter | sandbox strat | search lofi --josn
search lofi --json | search lofi --json=id,title | search lofi --json= | search lofi --json=titel | search --json lofi | --json search lofi
search lofi --jsonl | --jsonl --json=title search lofi | --json=title --quiet search lofi | --profile x --sandbox=yes search
--timeout 5 search lofi | --timeout=0 search lofi | --timeout x search lofi | --retries 0 search lofi | --retries -1 search lofi | --nonsense search lofi
--limit 5 search lofi | -q search lofi --no-color | --no-input --no-color search lofi | search lofi --no-color=yes | --quiet --quiet search lofi
track 1 | track 1 2 --fail-fast --jsonl | track 1 2 --fail-fast --continue-on-error | track soundcloud:users:1 | track what
user 1 --json=id | user 1 --json=id --jsonl | me extra | me --json=urn | feed --tracks | feed 1
api /x | api /x -f a=1 | api /x -X PUT -f a=1 -f b=2 | api /x -fa=1 | api -X POST /x | api /x -X PATCH | api /x -XDELETE | me --json=profile | stream 1 --url --json=url | api /x -f | api /x -i --json | api
playlist create Evening 1 2 | playlist create -- -x | playlist edit 1 | playlist edit 1 --title= | playlist edit 1 --description '' | playlist edit 1 --title --genre | playlist edit 1 --sharing open
comment 1 hello there --at 1:05 | comment 1 | comment 1 x --at later | like 1 2 --json | like | follow @name
completions complete -- | completions complete -- sea | completions complete -- playlist '' | completions complete -- playlist a | completions complete -- search --l
completions complete -- search --type '' | completions complete -- search --type= | completions complete -- search --type=t | completions complete -- track 1 --json=urn,ti
completions complete -- help e | completions complete -- -q pl | completions complete -- upload '' | completions complete -- upload --artwork '' | completions complete -- -- '' | completions complete -- search -
`.trim().split(/ \| |\n/).map((line) => line.split(" ").map((word) => word === "''" ? "" : word));

/** Runs a command line with its data, such as the names of playlists for completions, in a folder. */
async function run(argv: readonly string[], data: string): Promise<Outcome> {
  const env = {
    ...{ TONEARM_TOKEN: "t", TONEARM_API_URL: "https://api.test" },
    ...{ TONEARM_CONFIG_DIR: "/nowhere", TONEARM_DATA_DIR: data },
  };
  const outcome = await runInProcess(argv, { env, fetch: echo });
  return { ...outcome, stdout: outcome.stdout.replace(`tonearm ${VERSION}\n`, "tonearm VERSION\n") };
}

/** Runs every command line, in a new folder. */
async function runAll(): Promise<Record<string, Outcome>> {
  await using data = await temporaryFolder();
  const outcomes: Record<string, Outcome> = {};
  for (const argv of LINES) outcomes[argv.join(" ")] = await run(argv, data.path);
  return outcomes;
}

Deno.test("@cliffy/command: help, errors, exit codes and completions are the same with the stand-in", async (t) => {
  const outcomes = await runAll();
  if (Deno.env.get("TONEARM_GOLDEN") === "write") {
    await Deno.writeTextFile(GOLDEN, `${JSON.stringify(outcomes, null, 2)}\n`);
  }
  const golden: Record<string, Outcome> = JSON.parse(await Deno.readTextFile(GOLDEN));
  assertEquals(Object.keys(golden), Object.keys(outcomes));
  for (const [line, outcome] of Object.entries(outcomes)) {
    await t.step(line, () => assertEquals(outcome, golden[line]));
  }
});
