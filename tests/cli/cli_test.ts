import { assertEquals, assertMatch } from "@std/assert";
import { emptyHome, type Running, stubServer } from "../support/cli/cli.ts";
import { commandLines } from "../support/cli/players.ts";

Deno.test("emptyHome() ends programs that a test has left running", async () => {
  const over = Promise.withResolvers<Response>();
  await using service = stubServer(() => over.promise);
  let left: Running | undefined;
  {
    await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
    left = home.start(["user", "1"]);
  }
  assertEquals((await left.outcome).stdout, "");
  over.resolve(new Response());
});

Deno.test("commandLines() shows only a process and its descendants", async () => {
  await using home = await emptyHome();
  const running = home.start(["sandbox", "exec", "--", "sh", "-c", "echo up; exec sleep 1001"]);
  const stranger = new Deno.Command("sleep", { args: ["1002"] }).spawn();
  await running.printed(/up/);
  const lines = commandLines(running.pid);
  assertMatch(lines, /^sleep 1001$/m);
  assertEquals([lines.includes("sandbox exec"), lines.includes("sleep 1002")], [true, false]);
  stranger.kill();
  await stranger.status;
});
