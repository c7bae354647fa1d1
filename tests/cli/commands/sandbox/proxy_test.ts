import { assertEquals } from "@std/assert";
import { existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { dirname } from "node:path";
import { emptyHome } from "../../../support/cli/cli.ts";
import { startServing, stop } from "../../../support/cli/serving.ts";

Deno.test("tonearm sandbox proxy prints its address, and sandbox env the variables of the proxy", async () => {
  await using home = await emptyHome();
  const { ready, ...running } = await startServing(home, "proxy");
  const variables = JSON.parse((await home.run(["sandbox", "env", "--json"])).stdout);
  assertEquals(variables.HTTPS_PROXY, ready.proxyUrl);
  assertEquals(variables.SSL_CERT_FILE, ready.certificate);
  assertEquals(variables.TONEARM_API_URL, ready.url);
  const script = 'console.log((await fetch("https://api.soundcloud.com/tracks/1")).status)';
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["eval", script], env: variables }).output();
  assertEquals(new TextDecoder().decode(stdout), "401\n");
  await stop({ ...running });
  assertEquals(existsSync(ready.certificate), false);
});

Deno.test("tonearm sandbox proxy leaves its certificate but no key when killed, until one starts a day later", async () => {
  await using home = await emptyHome();
  const killed = await startServing(home, "proxy");
  killed.signal("SIGKILL");
  await killed.outcome;
  const folder = dirname(killed.ready.certificate);
  const texts = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, "utf8"));
  assertEquals(texts.filter((text) => text.includes("KEY")), []);
  const dayAgo = Date.now() / 1000 - 86_500;
  utimesSync(folder, dayAgo, dayAgo);
  const next = await startServing(home, "proxy");
  assertEquals(existsSync(folder), false);
  next.signal("SIGINT");
  await next.outcome;
  assertEquals(existsSync(next.ready.certificate), false);
});
