import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { proxyOptionsOf } from "../../../../cli/commands/sandbox/world.ts";
import { emptyHome } from "../../../support/cli/cli.ts";
import { startServing, stop } from "../../../support/cli/serving.ts";
import { testContext, testHost } from "../../../support/cli/test_host.ts";

Deno.test("tonearm sandbox: seed and clock determine the catalogue, and --data keeps it", async () => {
  await using home = await emptyHome();
  const titles: string[] = [];
  for (const seed of ["1", "1", "2"]) {
    const running = await startServing(home, "start", "--seed", seed, "--clock", "2026-01-01T00:00:00Z");
    const env = JSON.parse((await home.run(["sandbox", "env", "--json"])).stdout);
    titles.push((await home.run(["search", "lofi"], { env })).stdout);
    assertMatch((await home.run(["sandbox", "users"])).stdout, /^1\tnight-ferry\tNight Ferry$/m);
    await stop(running);
  }
  assertEquals([titles[0] === titles[1], titles[0] === titles[2]], [true, false]);
  const data = `${home.directory}/kept`;
  await stop(await startServing(home, "start", "--data", data));
  assertEquals((await Array.fromAsync(Deno.readDir(data))).some(({ name }) => name.endsWith(".sqlite")), true);
});

Deno.test("tonearm sandbox start names mistakes in a seed file or a setting, and suggests corrections", async () => {
  await using home = await emptyHome();
  const file = await Deno.makeTempFile({ suffix: ".yaml" });
  const errorOf = async (...args: string[]) => {
    const { code, stderr } = await home.run(["sandbox", "start", ...args]);
    assertEquals(code, 2, stderr);
    return stderr;
  };
  try {
    await Deno.writeTextFile(file, "users:\n  - permalink: ann\ntracks:\n  - { title: x, usr: ann }\n");
    assertStringIncludes(await errorOf("--seed-file", file), `${file}: tracks[0].usr: no field has this name`);
    await Deno.writeTextFile(file, "tracks: [{ title: x, user: night-fery }]");
    assertStringIncludes(await errorOf("--seed-file", file), `Cannot read ${file}: tracks[0].user: no user has the`);
    await Deno.writeTextFile(file, "users: [");
    assertStringIncludes(await errorOf("--seed-file", file), `Cannot read ${file}`);
    assertStringIncludes(await errorOf("--set", "playsLimt=3"), "did you mean playsLimit?");
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("proxyOptionsOf() says which hosts were refused, and how to permit those that have a name", () => {
  const on = testHost();
  const { onRefused } = proxyOptionsOf(testContext(on));
  for (const host of ["a\x1b.example", "port 25"]) onRefused?.(host);
  const refused = (what: string) => `tonearm: refused ${what}\n`;
  const named = "a␛.example, which is not the sandbox; --allow a␛.example permits it";
  assertEquals(on.stderr, refused(named) + refused("port 25, which is not the sandbox"));
});
