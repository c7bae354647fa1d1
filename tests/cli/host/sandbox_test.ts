import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { dirname } from "node:path";
import { newIdentity } from "../../../sandbox/host/proxy/trust.ts";
import { emptyHome, type Home, type Running } from "../../support/cli/cli.ts";
import { temporaryFolder } from "../../support/folder.ts";

interface Ready {
  readonly url: string;
  readonly certificate: string;
  readonly proxyUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly pid: number;
}

/** Starts `sandbox start --json` and waits for its line. */
async function startSandbox(home: Home, ...args: string[]): Promise<Running & { ready: Ready }> {
  return await startServing(home, "start", ...args);
}

async function startServing(home: Home, command: "start" | "proxy", ...args: string[]) {
  const running = home.start(["sandbox", command, "--jsonl", ...args]);
  return { ...running, ready: JSON.parse(await running.printed(/\n/)) };
}

async function stop(running: Running): Promise<number> {
  running.signal("SIGTERM");
  return (await running.outcome).code;
}

Deno.test("tonearm sandbox start prints one line with URL, id and secret, and serves until it is stopped", async () => {
  await using home = await emptyHome();
  const running = home.start(["sandbox", "start"]);
  const line = await running.printed(/\n/);
  assertMatch(
    line,
    /^Sandbox ready at http:\/\/127\.0\.0\.1:\d+ \(client id \S+, client secret \S+, redirect URI http\S+\)\n$/,
  );
  const url = line.split(" ")[3] ?? "";
  const reply = await fetch(`${url}/tracks/1`);
  assertEquals({ status: reply.status, code: (await reply.json()).code }, { status: 401, code: 401 });
  const signalled = performance.now();
  running.signal("SIGTERM");
  running.signal("SIGTERM");
  const { code, stderr } = await running.outcome;
  const elapsed = performance.now() - signalled;
  assertEquals({ code, stderr }, { code: 143, stderr: "" });
  assert(elapsed < 2000 + await home.idleTime(), `it took ${elapsed} ms`);
});

Deno.test("tonearm sandbox start --redirect-uri sets the redirect URI of its app", async () => {
  await using home = await emptyHome();
  const redirectUri = "http://localhost:3000/callback";
  const running = await startSandbox(home, "--redirect-uri", redirectUri);
  assertEquals(running.ready.redirectUri, redirectUri);
  const query = new URLSearchParams({
    client_id: running.ready.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: "0".repeat(43),
    code_challenge_method: "S256",
  });
  const page = await fetch(`${running.ready.url}/authorize?${query}`);
  assertEquals(page.status, 200, await page.text());
  await stop(running);
});

Deno.test("tonearm sandbox env prints the variables of the running sandbox", async () => {
  await using home = await emptyHome();
  assertEquals((await home.run(["sandbox", "env"])).code, 1);
  const running = await startSandbox(home);
  const { stdout } = await home.run(["sandbox", "env"]);
  assertStringIncludes(stdout, `export TONEARM_API_URL='${running.ready.url}'\n`);
  const variables = JSON.parse((await home.run(["sandbox", "env", "--json"])).stdout);
  assertEquals(variables.TONEARM_CLIENT_SECRET, running.ready.clientSecret);
  assertEquals((await home.run(["search", "lofi", "--limit", "1"], { env: variables })).code, 0);
  const { stdout: asUser, stderr } = await home.run(["sandbox", "env", "--user", "1", "--verbose"]);
  assertEquals(asUser.replace(/^export TONEARM_TOKEN='[\w.-]+'\n/m, ""), stdout);
  assertStringIncludes(stderr, "/oauth/token 200 ");
  await stop(running);
  assertEquals((await home.run(["sandbox", "env"])).code, 1);
  // A shell evaluates the lines, whatever a value has.
  const left = { ...running.ready, clientSecret: "it's", pid: Deno.pid };
  await Deno.writeTextFile(`${home.data}/running.json`, JSON.stringify(left));
  assertStringIncludes((await home.run(["sandbox", "env"])).stdout, "_SECRET='it'\\''s'\n");
});

Deno.test("tonearm sandbox: a port in use is an error that names it", async () => {
  await using home = await emptyHome();
  const running = await startSandbox(home);
  const { port } = new URL(running.ready.url);
  const { code, stdout, stderr } = await home.run(["sandbox", "start", "--port", port]);
  assertEquals({ code, stdout }, { code: 1, stdout: "" });
  assertStringIncludes(stderr, port);
  await stop(running);
});

Deno.test("tonearm sandbox: seed and clock determine the catalogue, and --data keeps it", async () => {
  await using home = await emptyHome();
  const titles: string[] = [];
  for (const seed of ["1", "1", "2"]) {
    const running = await startSandbox(home, "--seed", seed, "--clock", "2026-01-01T00:00:00Z");
    const env = JSON.parse((await home.run(["sandbox", "env", "--json"])).stdout);
    titles.push((await home.run(["search", "lofi"], { env })).stdout);
    assertMatch((await home.run(["sandbox", "users"])).stdout, /^1\tnight-ferry\tNight Ferry$/m);
    await stop(running);
  }
  assertEquals([titles[0] === titles[1], titles[0] === titles[2]], [true, false]);
  const data = `${home.directory}/kept`;
  await stop(await startSandbox(home, "--data", data));
  assertEquals((await Array.fromAsync(Deno.readDir(data))).some(({ name }) => name.endsWith(".sqlite")), true);
});

Deno.test("tonearm sandbox exec runs a command with the variables, and exits with its code", async () => {
  await using home = await emptyHome({ TONEARM_TOKEN: "not for the sandbox" });
  const script = 'echo "$TONEARM_API_URL $TONEARM_CLIENT_ID ${TONEARM_TOKEN-none}"; exit 7';
  const { code, stdout } = await home.spawn(["sandbox", "exec", "--", "sh", "-c", script]);
  assertEquals(code, 7);
  assertMatch(stdout, /^http:\/\/127\.0\.0\.1:\d+ sandbox-client none\n$/);
  await assertUnreachable(stdout.split(" ")[0] ?? "");
  const missing = await home.spawn(["sandbox", "exec", "no-such-program"]);
  assertEquals(missing.code, 127);
  assertStringIncludes(missing.stderr, "Cannot run no-such-program: there is no such command");
});

async function assertUnreachable(url: string): Promise<void> {
  assertEquals(await fetch(url).then(() => "reachable", () => "unreachable"), "unreachable");
}

Deno.test("tonearm sandbox exec forwards a signal, and waits for the command to end", async () => {
  await using home = await emptyHome();
  const script = "trap 'kill $!; echo ending; exit 5' INT; sleep 10 & echo started; wait";
  const running = home.start(["sandbox", "exec", "--", "sh", "-c", script]);
  await running.printed(/started/);
  running.signal("SIGINT");
  assertEquals(await running.outcome, { code: 5, stdout: "started\nending\n", stderr: "" });
});

Deno.test("tonearm sandbox exec --user signs a user of the catalogue in", async () => {
  await using home = await emptyHome();
  const reading =
    'fetch(process.env.TONEARM_API_URL + "/me", { headers: { authorization: `OAuth ${process.env.TONEARM_TOKEN}` } })' +
    ".then((reply) => reply.json()).then(({ id }) => console.log(id))";
  const { stdout } = await home.spawn(["sandbox", "exec", "--user", "3", "--", Deno.execPath(), "eval", reading]);
  assertEquals(stdout, "3\n");
});

Deno.test("tonearm sandbox reset restores the kept catalogue to its seed", async () => {
  await using home = await emptyHome();
  const ours = async () => (await home.run(["--sandbox", "likes", "--all"])).stdout;
  const before = await ours();
  await home.run(["--sandbox", "unlike", ...before.trim().split("\n").map((row) => row.split("\t")[5] ?? "")]);
  assertEquals(await ours(), "");
  assertMatch((await home.run(["sandbox", "reset"])).stdout, /^Reset .*sandbox\.sqlite\n$/);
  assertEquals(await ours(), before);
});

Deno.test("tonearm sandbox reset restores the running sandbox to its seed", async () => {
  await using home = await emptyHome();
  const running = await startSandbox(home);
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

Deno.test("tonearm sandbox start --host warns about an address that others can reach", async () => {
  await using home = await emptyHome();
  for (const [host, isOpen] of [["0.0.0.0", true], ["127.0.0.1", false]] as const) {
    const running = await startSandbox(home, "--host", host);
    await stop(running);
    assertEquals((await running.outcome).stderr.includes("can sign in as any user"), isOpen, host);
  }
});

Deno.test("tonearm sandbox start --json prints one document, however it ends", async () => {
  await using home = await emptyHome();
  const running = home.start(["sandbox", "start", "--json"]);
  await running.printed(/\n}\n/);
  running.signal("SIGINT");
  assertEquals(Object.keys(JSON.parse((await running.outcome).stdout)).includes("url"), true);
});

Deno.test("tonearm sandbox start --data keeps the mode of a folder, and sandbox reset asks before it empties one", async () => {
  await using home = await emptyHome();
  const data = `${home.directory}/data`;
  await Deno.mkdir(data);
  await Deno.chmod(data, 0o755);
  const running = await startSandbox(home, "--data", data);
  assertEquals((Deno.statSync(data).mode ?? 0) & 0o777, 0o755);
  const refused = await home.run(["sandbox", "reset"]);
  assertEquals(refused.code, 2);
  assertStringIncludes(refused.stderr, "--yes");
  assertEquals((await home.run(["sandbox", "reset", "--yes"])).code, 0);
  await stop(running);
});

Deno.test("tonearm sandbox init writes a world that sandbox start --seed-file serves", async () => {
  await using home = await emptyHome();
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  const file = `${folder}/world.yaml`;
  assertEquals(await home.run(["sandbox", "init", file]), { code: 0, stdout: `Wrote ${file}\n`, stderr: "" });
  const running = await startSandbox(home, "--seed-file", file, "--set", "tokenTtlSeconds=60");
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

Deno.test("tonearm sandbox exec --no-proxy leaves the command's network unchanged", async () => {
  await using home = await emptyHome();
  const script = 'echo "${HTTPS_PROXY-none} ${SSL_CERT_FILE-none}"';
  const { stdout } = await home.spawn(["sandbox", "exec", "--no-proxy", "--", "sh", "-c", script]);
  assertEquals(stdout, "none none\n");
});

Deno.test("tonearm sandbox start --tls serves HTTPS, and prints the path of the CA certificate to trust", async () => {
  await using home = await emptyHome();
  const running = home.start(["sandbox", "start", "--tls"]);
  const line = await running.printed(/authority is .*\n/);
  const [, url = "", authority = ""] = /at (https:\S+) .*authority is (\S+)\n/s.exec(line) ?? [];
  const env = JSON.parse((await home.run(["sandbox", "env", "--json"])).stdout);
  assertEquals(env.TONEARM_API_URL, url);
  assertEquals(env.NODE_EXTRA_CA_CERTS, authority);
  const users = await home.spawn(["sandbox", "users"], { env });
  assertMatch(users.stdout, /^1\tnight-ferry\t/m, users.stderr);
  await stop(running);
  assertEquals(existsSync(authority), false);
});

Deno.test("tonearm sandbox start --cert --key serves HTTPS with your own certificate, and --public-url names it", async () => {
  await using home = await emptyHome();
  const { cert, key, authority } = await newIdentity(["localhost", "127.0.0.1"]);
  const [certFile, keyFile, trusted] = ["cert", "key", "ca"].map((name) => `${home.directory}/${name}.pem`);
  await Promise.all(
    [[certFile, cert], [keyFile, key], [trusted, authority]].map(([path = "", text = ""]) =>
      Deno.writeTextFile(path, text)
    ),
  );
  const own = ["--cert", certFile ?? "", "--key", keyFile ?? ""];
  const running = await startSandbox(home, ...own, "--public-url", "https://sandbox.example.org");
  assertEquals(running.ready.url, "https://sandbox.example.org");
  assertEquals(running.ready.certificate, undefined);
  await stop(running);
  const local = await startSandbox(home, ...own);
  const users = await home.spawn(["sandbox", "users"], { env: { DENO_CERT: trusted, NODE_EXTRA_CA_CERTS: trusted } });
  assertMatch(users.stdout, /^1\tnight-ferry\t/m, users.stderr);
  await stop(local);
  for (
    const [args, words] of [
      [["--cert", `${certFile}.not`, "--key", keyFile ?? ""], "there is no such file"],
      [["--public-url", "sandbox.example.org"], "like https://sandbox.example.org"],
    ] as const
  ) {
    const { code, stderr } = await home.run(["sandbox", "start", ...args]);
    assertEquals(code, 2, stderr);
    assertStringIncludes(stderr, words);
  }
  const { stderr } = await home.spawn(["sandbox", "start", "--host", "203.0.113.1"]);
  assertStringIncludes(stderr, "Cannot listen on 203.0.113.1: it is not an address of this machine");
});
