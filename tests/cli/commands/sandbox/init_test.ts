import { assertEquals } from "@std/assert";
import { emptyHome } from "../../../support/cli/cli.ts";
import { startServing, stop } from "../../../support/cli/serving.ts";
import { temporaryFolder } from "../../../support/folder.ts";

Deno.test("tonearm sandbox init writes a world that sandbox start --seed-file serves", async () => {
  await using home = await emptyHome();
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  const file = `${folder}/world.yaml`;
  assertEquals(await home.run(["sandbox", "init", file]), { code: 0, stdout: `Wrote ${file}\n`, stderr: "" });
  const running = await startServing(home, "start", "--seed-file", file, "--set", "tokenTtlSeconds=60");
  assertEquals(running.ready.clientId, "my-app");
  assertEquals(running.ready.clientSecret, "my-secret");
  const post = { method: "POST", body: JSON.stringify({ user: "ann" }) };
  const tokens = await (await fetch(`${running.ready.url}/_sandbox/tokens`, post)).json();
  assertEquals(tokens.expires_in, 60);
  const headers = { authorization: `OAuth ${tokens.access_token}` };
  const me = await (await fetch(`${running.ready.url}/me`, { headers })).json();
  assertEquals(me.username, "Ann");
  assertEquals(me.public_favorites_count, 50);
  await stop(running);
});
