import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { serveWorld } from "../../support/cli/cli.ts";

Deno.test("tonearm open opens the page in the browser, and --url only prints it", async () => {
  await using world = await serveWorld();
  const address = "https://soundcloud.com/night-ferry";
  assertEquals((await world.home.run(["open", "soundcloud:users:1", "--url"])).stdout, `${address}\n`);
  const seen = join(world.home.directory, "opened");
  const browser = join(world.home.directory, "browser");
  await Deno.writeTextFile(browser, `#!/bin/sh\necho "$1" > ${seen}.part && mv ${seen}.part ${seen}\n`, {
    mode: 0o755,
  });
  const watcher = Deno.watchFs(world.home.directory);
  assertEquals((await world.home.spawn(["open", "soundcloud:users:1"], { env: { BROWSER: browser } })).code, 0);
  for await (const { paths } of watcher) if (paths.includes(seen)) break;
  assertEquals(await Deno.readTextFile(seen), `${address}\n`);
  const missing = await world.home.spawn(["open", "soundcloud:users:1"], { env: { BROWSER: "/no/such/browser" } });
  assertEquals(missing.code, 1);
  assertStringIncludes(missing.stderr, "Cannot run /no/such/browser");
});
