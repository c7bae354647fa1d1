/**
 * Interrupts batches of uploads at random moments until they are complete. Set `TONEARM_INTERRUPTIONS=200` for 200
 * rounds.
 */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { type Home, serveWorld } from "../../support/cli/cli.ts";
import { writeTone } from "../../support/sandbox/sounds.ts";

const INTERRUPTIONS = Number(Deno.env.get("TONEARM_INTERRUPTIONS") ?? 8);
const FILES = 10;
/** The latest moment of an interruption: well within the batch. */
const LATEST_MS = 500;

async function titlesOf(home: Home): Promise<string[]> {
  const { stdout } = await home.run(["api", "--paginate", "/me/tracks?linked_partitioning=true&limit=200"]);
  return JSON.parse(stdout).map(({ title }: { title: string }) => title);
}

Deno.test("tonearm upload: interrupted at any moment, it leaves no duplicate and misses no file", async () => {
  await using world = await serveWorld();
  world.sandbox.config.transcodeDelayMs = 0;
  let interrupted = 0;
  for (let batch = 0; interrupted < INTERRUPTIONS; batch++) {
    const names = Array.from({ length: FILES }, (_, index) => `batch ${batch} file ${index}`);
    const files = names.map((name) => join(world.home.directory, `${name}.wav`));
    for (const [index, file] of files.entries()) await writeTone(file, 1, 100 + 10 * (batch * FILES + index));
    for (let code = -1; code !== 0;) {
      const running = world.home.start(["upload", ...files, "--quiet"]);
      const timer = setTimeout(
        () => running.signal(Math.random() < 0.5 ? "SIGINT" : "SIGKILL"),
        interrupted < INTERRUPTIONS ? Math.random() * LATEST_MS : 100_000,
      );
      const outcome = await running.outcome;
      clearTimeout(timer);
      code = outcome.code;
      if (code !== 0) interrupted++;
      assertEquals([0, 130, 137].includes(code), true, outcome.stderr);
    }
    const titles = (await titlesOf(world.home)).filter((title) => title.startsWith(`batch ${batch} `)).sort();
    assertEquals(titles, [...names].sort());
  }
});
