import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { existsSync } from "node:fs";
import { newIdentity } from "../../../../sandbox/host/proxy/trust.ts";
import { emptyHome } from "../../../support/cli/cli.ts";
import { startServing, stop } from "../../../support/cli/serving.ts";

const OPEN = "Anyone who can reach this port can sign in as any user, read every upload and change everything.\n";

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
  const running = await startServing(home, "start", "--redirect-uri", redirectUri);
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

Deno.test("tonearm sandbox: a port in use is an error that names it", async () => {
  await using home = await emptyHome();
  const running = await startServing(home, "start");
  const { port } = new URL(running.ready.url);
  const { code, stdout, stderr } = await home.run(["sandbox", "start", "--port", port]);
  assertEquals({ code, stdout }, { code: 1, stdout: "" });
  assertStringIncludes(stderr, port);
  await stop(running);
});

Deno.test("tonearm sandbox start --host warns about an address that others can reach", async () => {
  await using home = await emptyHome();
  for (const [host, isOpen] of [["0.0.0.0", true], ["127.0.0.1", false]] as const) {
    const running = await startServing(home, "start", "--host", host);
    await stop(running);
    assertEquals((await running.outcome).stderr, isOpen ? OPEN : "", host);
  }
});

Deno.test("tonearm sandbox start --json prints one document, however it ends", async () => {
  await using home = await emptyHome();
  const running = home.start(["sandbox", "start", "--json"]);
  await running.printed(/\n}\n/);
  running.signal("SIGINT");
  assertEquals(Object.keys(JSON.parse((await running.outcome).stdout)).includes("url"), true);
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
  const running = await startServing(home, "start", ...own, "--public-url", "https://sandbox.example.org");
  assertEquals(running.ready.url, "https://sandbox.example.org");
  assertEquals(running.ready.certificate, undefined);
  await stop(running);
  const local = await startServing(home, "start", ...own);
  const users = await home.spawn(["sandbox", "users"], { env: { DENO_CERT: trusted, NODE_EXTRA_CA_CERTS: trusted } });
  assertMatch(users.stdout, /^1\tnight-ferry\t/m, users.stderr);
  await stop(local);
  for (
    const [args, words] of [
      [["--cert", `${certFile}.not`, "--key", keyFile ?? ""], "there is no such file"],
      [["--cert", keyFile ?? "", "--key", certFile ?? ""], "it and its private key must be PEM"],
      [["--cert", trusted ?? "", "--key", keyFile ?? ""], "the private key is that of another"],
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
