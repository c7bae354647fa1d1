/**
 * What people see of some 170 command lines: the same with Cliffy as with its stand-in. After a help or an error text
 * has changed, `TONEARM_GOLDEN=write` writes the golden file with whichever is there, also behind a new line; both are
 * held to it. The words of a line have one space between them: two enclose an empty word.
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

/** Runs a command line with its data, such as the names of playlists for completions, in a folder. */
async function run(argv: readonly string[], data: string): Promise<Outcome> {
  const env = {
    ...{ TONEARM_TOKEN: "t", TONEARM_API_URL: "https://api.test" },
    ...{ TONEARM_CONFIG_DIR: "/nowhere", TONEARM_DATA_DIR: data },
  };
  const outcome = await runInProcess(argv, { env, fetch: echo });
  return { ...outcome, stdout: outcome.stdout.replace(`tonearm ${VERSION}\n`, "tonearm VERSION\n") };
}

Deno.test("@cliffy/command: help, errors, exit codes and completions are the same with the stand-in", async (t) => {
  const golden: Record<string, Outcome> = JSON.parse(await Deno.readTextFile(GOLDEN));
  await using data = await temporaryFolder();
  const outcomes: Record<string, Outcome> = {};
  for (const line of Object.keys(golden)) outcomes[line] = await run(line.split(" "), data.path);
  if (Deno.env.get("TONEARM_GOLDEN") === "write") {
    return await Deno.writeTextFile(GOLDEN, `${JSON.stringify(outcomes, null, 2)}\n`);
  }
  for (const [line, outcome] of Object.entries(outcomes)) {
    await t.step(line, () => assertEquals(outcome, golden[line]));
  }
});
