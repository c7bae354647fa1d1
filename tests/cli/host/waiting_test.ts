import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { emptyHome, stubServer } from "../../support/cli/cli.ts";
import { settle } from "../../support/calls.ts";
import { runInProcess } from "../../support/cli/test_host.ts";

const USER = { kind: "user", id: 1, urn: "soundcloud:users:1", username: "someone" };

/** Replies 429 a number of times, then with a user. */
function limited(times: number, headers: Record<string, string>) {
  let left = times;
  return stubServer(() => left-- > 0 ? new Response("slow down", { status: 429, headers }) : Response.json(USER));
}

Deno.test("tonearm: a spinner turns on stderr of a terminal after 100 ms, and leaves nothing behind", async () => {
  let answers = Promise.withResolvers<void>();
  await using service = stubServer(async () => {
    await answers.promise;
    return Response.json(USER);
  });
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  const running = home.start(["user", "1"], { columns: 80 });
  await running.printed(/[⠋⠙⠹⠸⠼]/);
  answers.resolve();
  const terminal = await running.outcome;
  const cleared = terminal.stdout.lastIndexOf("\r\x1b[K");
  assertEquals(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/.test(terminal.stdout.slice(cleared)), false);
  for (const argv of [["--quiet"], ["--json"]]) {
    answers = Promise.withResolvers();
    // Four times the interval of the spinner.
    setTimeout(answers.resolve, 400);
    assertEquals(/[⠋⠙⠹⠸⠼]/.test((await home.run(["user", "1", ...argv], { columns: 80 })).stdout), false);
  }
  const pipe = await home.spawn(["user", "1"]);
  assertEquals(pipe.stderr, "");
});

Deno.test("tonearm --quiet and --json announce nothing", async () => {
  for (const argv of ["--quiet", "--json"]) {
    await using service = limited(1, { "retry-after": "1" });
    await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
    assertEquals((await home.run(["user", "1", argv])).stderr, "");
  }
});

Deno.test("tonearm: every request has a timeout, and --timeout sets it", async () => {
  for (
    const [options, limitMs] of [[[], 30_000], [["--timeout", "0.2"], 200], [["--timeout", "90"], 90_000]] as const
  ) {
    using time = new FakeTime();
    const requested = Promise.withResolvers<void>();
    const silent = () => {
      requested.resolve();
      return new Promise<Response>(() => {});
    };
    const running = runInProcess(["user", "1", "--retries", "0", "--json", ...options], {
      fetch: silent,
      env: { TONEARM_TOKEN: "t", TONEARM_CONFIG_DIR: "/nonexistent" },
    });
    let isOver = false;
    running.finally(() => isOver = true);
    await requested.promise;
    await time.tickAsync(limitMs - 1);
    await settle();
    assertEquals(isOver, false, `before ${limitMs} ms`);
    await time.tickAsync(1);
    const { code, stderr } = await running;
    assertEquals({ code, error: JSON.parse(stderr).error.code }, { code: 7, error: "timeout" });
  }
});
