import { assert, assertEquals } from "@std/assert";
import { COMMANDS } from "../../../cli/commands.ts";
import { wordsOf } from "../../../cli/host/preferences.ts";
import { emptyHome, stubServer } from "../../support/cli/cli.ts";
import { runInProcess } from "../../support/cli/test_host.ts";

/** The mistakes of the transcripts, whose messages are there. */
async function mistakes(name: string): Promise<string[][]> {
  const text = await Deno.readTextFile(new URL(`../transcripts/mistakes/${name}.txt`, import.meta.url));
  const lines = text.matchAll(/^\$ tonearm ([^~\n]*)\n(?:! .*\n)+\[2\]$/gm);
  return [...lines].map(([, line = ""]) => wordsOf(line));
}

Deno.test("tonearm: each wrong input has a cause and a next step, the same in every form of the program, and sends no request", async () => {
  await using service = stubServer(() => new Response("{}"));
  await using home = await emptyHome({
    ...{ TONEARM_API_URL: service.url, TONEARM_AUTH_URL: service.url },
    TONEARM_TOKEN: "t",
  });
  const unknown = COMMANDS.map(([path]) => [...path.split(" "), "--no-such-option"]);
  const inputs = [...await mistakes("mistakes"), ...await mistakes("options"), ...unknown];
  assert(inputs.length >= 200, `${inputs.length} inputs`);
  const faults: string[] = [];
  for (const argv of inputs) {
    const outcome = await home.run(argv);
    const { code, stdout, stderr } = outcome;
    if (Deno.env.has("TONEARM_BIN")) assertEquals(outcome, await runInProcess(argv, { env: home.env() }));
    const lines = stderr.trimEnd().split("\n");
    const { error } = stderr.startsWith("{") ? JSON.parse(stderr) : { error: undefined };
    const [cause, next] = error
      ? [error.message, error.hint]
      : [lines[0]?.slice("error: ".length), lines.slice(1).join(" ")];
    const isNamed = !unknown.includes(argv) || cause === 'Unknown option "--no-such-option".';
    const isRight = code === (argv[0] === "plan" ? 64 : 2) && stdout === "" && isNamed && next.length > 5;
    if (!isRight || lines.length > 6) faults.push(`tonearm ${argv.join(" ")}: ${code}, ${stderr}${stdout}`);
  }
  assertEquals(faults, []);
  assertEquals(service.requests, []);
});

Deno.test("tonearm: global options are accepted before the command, and all options between and after arguments", async () => {
  await using service = stubServer(() => Response.json({ collection: [] }));
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  for (
    const argv of [
      ["--json", "search", "slow", "lofi", "--limit", "5"],
      ["--quiet", "--timeout=5", "search", "slow", "--json", "lofi", "--limit", "5"],
      ["search", "--limit=5", "slow", "lofi", "--json"],
      ["-q", "search", "slow", "-n5", "lofi", "--json"],
    ]
  ) {
    const { code, stdout, stderr } = await home.run(argv);
    assertEquals({ code, stdout, stderr }, { code: 0, stdout: "[]\n", stderr: "" });
  }
});

Deno.test("tonearm: everything after -- is an argument", async () => {
  const queries: (string | null)[] = [];
  await using service = stubServer((request) => {
    queries.push(new URL(request.url).searchParams.get("q"));
    return Response.json({ collection: [] });
  });
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  assertEquals((await home.spawn(["search", "--quiet", "--", "--limit", "-5"])).code, 0);
  assertEquals(queries, ["--limit -5"]);
});
