import { assert, assertEquals } from "@std/assert";
import { emptyHome, stubServer } from "../support/cli/cli.ts";

for (const [signal, code] of [["SIGHUP", 129], ["SIGINT", 130], ["SIGTERM", 143]] as const) {
  Deno.test(`${signal} ends a run within a second, quietly, with exit ${code}`, async () => {
    const arrived = Promise.withResolvers<void>();
    const over = Promise.withResolvers<Response>();
    await using service = stubServer(() => {
      arrived.resolve();
      return over.promise;
    });
    await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
    const running = home.start(["user", "1"]);
    await Promise.race([arrived.promise, running.outcome]);
    const signalled = performance.now();
    running.signal(signal);
    const outcome = await running.outcome;
    const elapsed = performance.now() - signalled;
    over.resolve(new Response());
    assertEquals(outcome, { code, stdout: "", stderr: "" });
    assert(elapsed < 1000 + await home.idleTime(), `it took ${elapsed} ms`);
  });
}

Deno.test("tonearm: a second Ctrl-C ends a command that ignores the first", async () => {
  await using home = await emptyHome();
  const stubborn = "trap 'echo no' INT; echo $$; while :; do sleep 0.1; done";
  const running = home.start(["sandbox", "exec", "--", "sh", "-c", stubborn]);
  const pid = Number(await running.printed(/\d+\n/));
  try {
    running.signal("SIGINT");
    await running.printed(/no/);
    running.signal("SIGINT");
    // Its child process keeps stdout open.
    assertEquals(await running.ended, 130);
  } finally {
    Deno.kill(pid, "SIGKILL");
  }
});
