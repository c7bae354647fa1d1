import { assertEquals } from "@std/assert";
import { countFiles } from "../../bench/sandbox/run.ts";

Deno.test("a warm GET of one thing passes through at most 15 files of the sandbox", async () => {
  const { "/me": me = 0, "/users/{urn}": user = 0, "/tracks/{urn}": track = 0 } = await countFiles();
  const tooMany = Object.entries({ me, user, track }).filter(([, files]) => files < 5 || files > 15);
  assertEquals(tooMany, []);
});
