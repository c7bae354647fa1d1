import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { intoOwnNetwork } from "../../../../cli/host/own_network.ts";
import { emptyHome } from "../../../support/cli/cli.ts";
import { startServing, stop } from "../../../support/cli/serving.ts";

Deno.test("tonearm sandbox start --data continues after it was killed: an expired token stays expired", async () => {
  await using home = await emptyHome();
  const data = `${home.directory}/kept`;
  const control = async (url: string, path: string, body: unknown) => {
    return await (await fetch(`${url}/_sandbox${path}`, { method: "POST", body: JSON.stringify(body) })).json();
  };
  const first = await startServing(home, "start", "--data", data, "--seed", "7");
  const { access_token } = await control(first.ready.url, "/tokens", {});
  await control(first.ready.url, "/clock", { advance: 4_000_000 });
  await control(first.ready.url, "/faults", { name: "envoy_503", match: { path: "/users/1" } });
  first.signal("SIGKILL");
  await first.outcome;
  const second = await startServing(home, "start", "--data", data);
  const statusOf = async (path: string) => {
    const reply = await fetch(second.ready.url + path, { headers: { authorization: `OAuth ${access_token}` } });
    await reply.body?.cancel();
    return reply.status;
  };
  assertEquals([await statusOf("/me"), await statusOf("/users/1")], [401, 503]);
  assertEquals((await (await fetch(`${second.ready.url}/_sandbox/state`)).json()).seed, 7);
  await stop(second);
  const other = await home.run(["sandbox", "start", "--data", data, "--seed", "8"]);
  assertEquals(other.code, 2);
  assertStringIncludes(other.stderr, "with seed 8: it was made with seed 7");
});

Deno.test("tonearm sandbox exec --strict exits with 1 and lists undocumented requests", async () => {
  await using home = await emptyHome();
  const asks = `const [, , ...paths] = process.argv;
    for (const path of paths) await fetch(process.env.TONEARM_API_URL + path).then((reply) => reply.text());`;
  await Deno.writeTextFile(`${home.directory}/ask.mjs`, asks);
  const exec = (...args: string[]) =>
    home.run([
      "sandbox",
      "exec",
      ...args.slice(0, 1),
      "--no-proxy",
      "--",
      "node",
      `${home.directory}/ask.mjs`,
      ...args.slice(1),
    ]);
  const { code, stderr } = await exec("--strict", "/track/7", "/track/7", "/~one/mee", "/tracks");
  assertEquals(code, 1);
  assertStringIncludes(stderr, "GET /track/7 (2 times); the nearest is GET /tracks/{track_urn}");
  assertStringIncludes(stderr, "GET /mee (1 time); the nearest is GET /me");
  assertEquals((await exec("--strict", "/tracks")).code, 0);
  const junit = `${home.directory}/junit.xml`;
  await exec(`--junit=${junit}`, "/track/7", "/track/7");
  assertStringIncludes(await Deno.readTextFile(junit), '<testsuite name="sandbox" tests="1" failures="1">');
  assertStringIncludes(await Deno.readTextFile(junit), 'name="GET /track/7"><failure message="the operation');
  await exec(`--junit=${junit}`, "/tracks");
  assertStringIncludes(await Deno.readTextFile(junit), 'tests="1" failures="0"');
  assertEquals((await exec("--seed=42", "/track/7")).code, 0, "whoever isn't strict isn't told");
});

Deno.test("tonearm sandbox exec uses the proxy where no network of its own can be made, as without unshare", async () => {
  await using home = await emptyHome();
  assertEquals(intoOwnNetwork({ PATH: "/nonexistent" }, ["exec"]), undefined);
  const words = [
    "sandbox",
    "exec",
    "--allow-none",
    "--",
    Deno.execPath(),
    "eval",
    "console.log(Deno.env.get('TONEARM_PROFILE'))",
  ];
  const elsewhere = await home.spawn(words, { env: { PATH: "/nonexistent", TONEARM_PROFILE: "work" } });
  assertEquals({ code: elsewhere.code, profile: elsewhere.stdout }, { code: 0, profile: "undefined\n" });
  assertStringIncludes(elsewhere.stderr, "reached the sandbox, through a proxy");
});

Deno.test("tonearm sandbox start --ca serves SoundCloud's hosts to whoever trusts the file", async () => {
  await using home = await emptyHome();
  const ca = `${home.directory}/ca.pem`;
  const running = await startServing(home, "start", "--host", "127.0.0.1", "--ca", ca, "--any-app");
  const port = Number(new URL(running.ready.url).port);
  const caCerts = [await Deno.readTextFile(ca)];
  for (const host of ["api.soundcloud.com", "playback.media-streaming.soundcloud.cloud"]) {
    using tls = await Deno.startTls(await Deno.connect({ hostname: "127.0.0.1", port }), { hostname: host, caCerts });
    await tls.write(new TextEncoder().encode(`GET /tracks/1 HTTP/1.0\r\nHost: ${host}\r\n\r\n`));
    assertMatch(await new Response(tls.readable).text(), /^HTTP\/1.1 401 /, host);
  }
  await stop(running);
  const both = await home.run(["sandbox", "start", "--ca", ca, "--cert", ca, "--key", ca]);
  assertEquals(both.code, 2);
  const folder = await home.run(["sandbox", "start", "--ca", home.directory]);
  assertMatch(folder.stderr, /Cannot open .*: it is a folder/);
});

Deno.test("tonearm sandbox start reads settings, seed and clock from the file, and flags override them", async () => {
  await using home = await emptyHome();
  const file = `${home.directory}/world.yaml`;
  await Deno.writeTextFile(file, "seed: 7\nclock: 2031-01-01T00:00:00Z\nconfig: { playsLimit: 3, country: FR }\n");
  const running = await startServing(home, "start", "--seed-file", file, "--set", "country=CH");
  const get = async (path: string) => await (await fetch(`${running.ready.url}/_sandbox${path}`)).json();
  const { playsLimit, country } = await get("/config");
  assertEquals({ playsLimit, country, seed: (await get("/state")).seed }, { playsLimit: 3, country: "CH", seed: 7 });
  assertMatch((await get("/clock")).now, /^2031-01-01T00/);
  await stop(running);
});
