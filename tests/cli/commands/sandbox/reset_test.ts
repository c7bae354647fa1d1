import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { emptyHome } from "../../../support/cli/cli.ts";
import { startServing, stop } from "../../../support/cli/serving.ts";

Deno.test("tonearm sandbox reset restores the kept catalogue to its seed, and removes its files", async () => {
  await using home = await emptyHome();
  const ours = async () => (await home.run(["--sandbox", "likes", "--all"])).stdout;
  const before = await ours();
  await home.run(["--sandbox", "unlike", ...before.trim().split("\n").map((row) => row.split("\t")[5] ?? "")]);
  assertEquals(await ours(), "");
  await Deno.writeFile(`${home.directory}/large.mp3`, new Uint8Array(2_000_000));
  await home.run(["--sandbox", "upload", "--force", `${home.directory}/large.mp3`]);
  const kept = () => [...Deno.readDirSync(home.data)].map(({ name }) => name).filter((name) => /sqlite/.test(name));
  assertEquals(kept().sort(), ["sandbox.sqlite", "sandbox.sqlite-media"]);
  assertMatch((await home.run(["sandbox", "reset"])).stdout, /^Reset .*sandbox\.sqlite\n$/);
  assertEquals(kept(), []);
  assertEquals(await ours(), before);
});

Deno.test("tonearm sandbox reset restores the running sandbox to its seed", async () => {
  await using home = await emptyHome();
  const running = await startServing(home, "start");
  const env = JSON.parse((await home.run(["sandbox", "env", "--user", "1", "--json"])).stdout);
  const count = async () => {
    const asApp = { ...env, TONEARM_TOKEN: undefined };
    const { stdout } = await home.run(["search", "--type", "playlists", "unheardof", "--json=id"], { env: asApp });
    return JSON.parse(stdout).length;
  };
  const made = await home.run(["playlist", "create", "Unheardof"], { env });
  assertEquals({ code: made.code, count: await count() }, { code: 0, count: 1 }, made.stderr);
  assertEquals(await home.run(["sandbox", "reset"]), { code: 0, stdout: `Reset ${running.ready.url}\n`, stderr: "" });
  assertEquals({ code: (await home.run(["me"], { env })).code, count: await count() }, { code: 4, count: 0 });
  assertEquals((await home.run(["sandbox", "env", "--user", "999999"])).code, 5);
  await stop(running);
});

Deno.test("tonearm sandbox start --data keeps the mode of a folder, and sandbox reset asks before it empties one", async () => {
  await using home = await emptyHome();
  const data = `${home.directory}/data`;
  await Deno.mkdir(data);
  await Deno.chmod(data, 0o755);
  const running = await startServing(home, "start", "--data", data);
  assertEquals((Deno.statSync(data).mode ?? 0) & 0o777, 0o755);
  const refused = await home.run(["sandbox", "reset"]);
  assertEquals(refused.code, 2);
  assertStringIncludes(refused.stderr, "--yes");
  assertEquals((await home.run(["sandbox", "reset", "--yes"])).code, 0);
  await stop(running);
});
