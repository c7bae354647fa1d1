import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { EXITS } from "../../../cli/errors.ts";
import { serveWorld } from "../../support/cli/cli.ts";
import { writeProgram } from "../../support/programs.ts";

Deno.test("tonearm open opens the page in the browser, which gets no credentials, and --url only prints it", async () => {
  await using world = await serveWorld();
  const address = "https://soundcloud.com/night-ferry";
  assertEquals((await world.home.run(["open", "soundcloud:users:1", "--url"])).stdout, `${address}\n`);
  const seen = join(world.home.directory, "opened");
  const browser = join(world.home.directory, "browser");
  await writeProgram(browser, `#!/bin/sh\necho "$1 $TONEARM_TOKEN" > ${seen}.part && mv ${seen}.part ${seen}\n`);
  const watcher = Deno.watchFs(world.home.directory);
  assertEquals((await world.home.spawn(["open", "soundcloud:users:1"], { env: { BROWSER: browser } })).code, 0);
  for await (const { paths } of watcher) if (paths.includes(seen)) break;
  assertEquals(await Deno.readTextFile(seen), `${address} \n`);
  const options = { env: { BROWSER: "/no/such/browser" } };
  assertEquals((await world.home.spawn(["open", "soundcloud:users:1", "--json"], options)).code, 0);
  const missing = await world.home.spawn(["open", "soundcloud:users:1"], options);
  assertEquals(missing.code, 1);
  assertEquals(missing.stderr, `error: Cannot run /no/such/browser to open the browser\n${EXITS.failed.next}\n`);
});
