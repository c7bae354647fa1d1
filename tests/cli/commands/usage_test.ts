import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { emptyHome, stubServer } from "../../support/cli/cli.ts";
import { runInProcess } from "../../support/cli/test_host.ts";
import { WRONG_INPUTS } from "../../support/cli/wrong_inputs.ts";

Deno.test("tonearm: each wrong input has a cause, a place and a next step, the same in every form of the program, and sends no request", async () => {
  await using service = stubServer(() => new Response("{}"));
  await using home = await emptyHome({
    ...{ TONEARM_API_URL: service.url, TONEARM_AUTH_URL: service.url },
    TONEARM_TOKEN: "t",
  });
  assert(WRONG_INPUTS.length >= 145, `${WRONG_INPUTS.length} inputs`);
  const faults: string[] = [];
  for (const [argv, message, expected = 2] of WRONG_INPUTS) {
    const outcome = await home.run(argv);
    const { code, stdout, stderr } = outcome;
    if (Deno.env.has("TONEARM_BIN")) assertEquals(outcome, await runInProcess(argv, { env: home.env() }));
    const lines = stderr.trimEnd().split("\n");
    const { error } = stderr.startsWith("{") ? JSON.parse(stderr) : { error: undefined };
    const [cause, next] = error
      ? [error.message, error.hint]
      : [lines[0]?.slice("error: ".length), lines.slice(1).join(" ")];
    const isRight = code === expected && stdout === "" && message.test(cause) && next.length > 5 && lines.length <= 6;
    if (!isRight) faults.push(`tonearm ${argv.join(" ")}: ${code}, ${JSON.stringify(stderr + stdout)}`);
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

Deno.test("tonearm: without credentials, a command says what to do, exit 4, and sends no request", async () => {
  await using service = stubServer(() => new Response("{}"));
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_AUTH_URL: service.url });
  const { code, stdout, stderr } = await home.run(["search", "lofi"]);
  assertEquals({ code, stdout, requests: service.requests }, { code: 4, stdout: "", requests: [] });
  assertStringIncludes(stderr, "tonearm auth");
  assertStringIncludes(stderr, "--sandbox");
});
