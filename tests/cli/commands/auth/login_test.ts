import { execFileSync } from "node:child_process";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { emptyHome, type Home, type Running } from "../../../support/cli/cli.ts";
import { APPLICATION, type LoginService, loginService } from "./login_service.ts";
import { writeProgram } from "../../../support/programs.ts";

interface LoginFixture extends AsyncDisposable {
  readonly home: Home;
  readonly service: LoginService;
  /** Starts a login and waits until it prints the URL. */
  begin(...args: string[]): Promise<{ running: Running; address: string; redirectUri: string }>;
}

async function loginFixture(env: Record<string, string> = APPLICATION): Promise<LoginFixture> {
  const service = loginService();
  const home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_AUTH_URL: service.url, ...env });
  return {
    home,
    service,
    begin: async (...args) => {
      // Other tests may listen on the default ports at the same time.
      const port = args.some((arg) => /^--(port|redirect-uri)/.test(arg)) ? [] : ["--port", "0"];
      const running = home.start(["login", "--no-browser", ...port, ...args]);
      const [address = ""] = /http\S+authorize\S+/.exec(await running.printedError(/authorize\S+\s/)) ?? [];
      return { running, address, redirectUri: new URL(address).searchParams.get("redirect_uri") ?? "" };
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

async function statusOf(url: string | URL, init?: RequestInit): Promise<number> {
  const response = await fetch(url, init);
  await response.body?.cancel();
  return response.status;
}

Deno.test("tonearm login waits on 127.0.0.1, exchanges the code with its verifier, and saves the token for its owner only", async () => {
  await using login = await loginFixture();
  const { running, address, redirectUri } = await login.begin();
  assertMatch(redirectUri, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  assertEquals(new URL(address).searchParams.get("code_challenge_method"), "S256");
  assertEquals(await statusOf(login.service.allow(address)), 200);
  const { code, stdout } = await running.outcome;
  assertEquals({ code, stdout }, { code: 0, stdout: "Signed in as Ada (profile default)\n" });
  const path = join(login.home.config, "profiles", "default.json");
  const profile = JSON.parse(await readFile(path, "utf8"));
  assertEquals(profile.token.accessToken, "user-token");
  assertEquals(profile.token.refreshToken, "refresh-1");
  assertEquals(Number.isSafeInteger(profile.generation), true);
  assertEquals({ ...profile.session, sid: "", mark: "" }, { sid: "", seq: 0, after: [], mark: "" });
  const varying = { generation: undefined, token: undefined, session: undefined };
  assertEquals({ ...profile, ...varying, apiUrl: undefined, authUrl: undefined }, {
    ...varying,
    clientId: "app",
    clientSecret: "app-secret",
    username: "Ada",
    apiUrl: undefined,
    authUrl: undefined,
  });
  assertEquals((await stat(path)).mode & 0o777, 0o600);
  assertEquals(login.service.forms[0]?.redirect_uri, redirectUri);
});

Deno.test({
  name: "tonearm login: listens only on 127.0.0.1",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await using login = await loginFixture();
    const { running, redirectUri } = await login.begin();
    const port = Number(new URL(redirectUri).port).toString(16).toUpperCase().padStart(4, "0");
    const sockets = execFileSync("cat", ["/proc/net/tcp", "/proc/net/tcp6"], { encoding: "utf8" });
    const listening = sockets.split("\n").map((line) => line.trim().split(/ +/)).filter(([, , , state]) =>
      state === "0A"
    );
    const addresses = listening.map(([, local = ""]) => local).filter((local) => local.endsWith(`:${port}`));
    assertEquals(addresses, [`0100007F:${port}`]);
    running.signal("SIGINT");
    await running.outcome;
  },
});

Deno.test("tonearm login: accepts the pasted URL of a redirect without a scheme, which lands on the service", async () => {
  await using login = await loginFixture();
  const { running, address } = await login.begin("--redirect-uri", "https://my.example/back");
  const { search } = new URL(login.service.allow(address));
  running.type("https://my.example/back?code=x&state=wrong\n");
  await running.printedError(/its state differs, or it has no code/);
  running.type(`  https://secure.soundcloud.com/my.example/back${search}#\n`);
  assertEquals((await running.outcome).code, 0);
  const profile = JSON.parse(await readFile(join(login.home.config, "profiles", "default.json"), "utf8"));
  assertEquals(profile.redirectUri, "https://my.example/back");
});

Deno.test("tonearm login --port sets the port, and a taken port is named", async () => {
  await using login = await loginFixture();
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  const server = createServer().listen(0, "127.0.0.1", resolve);
  await listening;
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { code, stderr } = await login.home.run(["login", "--port", String(port)], { env: { BROWSER: "true" } });
  assertEquals(code, 1);
  assertStringIncludes(stderr, `Port ${port} is in use`);
  await new Promise((done) => server.close(done));
  const { running, redirectUri } = await login.begin("--port", String(port));
  assertEquals(redirectUri, `http://127.0.0.1:${port}/callback`);
  running.signal("SIGTERM");
  assertEquals((await running.outcome).code, 143);
});

Deno.test("tonearm login opens the browser that BROWSER names", async () => {
  await using login = await loginFixture();
  const browser = join(login.home.directory, "browser");
  const seen = join(login.home.directory, "seen");
  await writeProgram(browser, `#!/bin/sh\nprintf '%s' "$1" > '${seen}.part' && mv '${seen}.part' '${seen}'\n`);
  const running = login.home.start(["login", "--port", "0"], { env: { BROWSER: browser } });
  await running.printedError(/Your browser opens.*\n\n.*authorize\S+\s/);
  let address = "";
  while (address === "") address = await readFile(seen, "utf8").catch(() => "");
  assertEquals(await statusOf(login.service.allow(address)), 200);
  assertEquals((await running.outcome).code, 0);
});

Deno.test("tonearm login: accepts a pasted URL even if opening the browser succeeded", async () => {
  await using login = await loginFixture();
  const running = login.home.start(["login", "--port", "0"], { env: { BROWSER: "true" } });
  const [address = ""] = /http\S+authorize\S+/.exec(await running.printedError(/paste the URL/)) ?? [];
  running.type(`${login.service.allow(address)}\n`);
  assertEquals((await running.outcome).code, 0);
});

Deno.test("tonearm login: a rejected code is explained with its likely causes", async () => {
  await using login = await loginFixture();
  const { running, address, redirectUri } = await login.begin();
  const state = new URL(address).searchParams.get("state");
  await statusOf(`${redirectUri}?code=unknown&state=${state}`);
  const { code, stderr } = await running.outcome;
  assertEquals(code, 4);
  assertMatch(stderr, /rejected the code\nThe code was used before or is too old/);
});

Deno.test("tonearm login: no secret, code or token of a login is printed, even with --verbose", async () => {
  await using login = await loginFixture();
  const { running, address } = await login.begin("--verbose");
  const callback = login.service.allow(address);
  await statusOf(callback);
  const { stdout, stderr } = await running.outcome;
  const code = new URL(callback).searchParams.get("code") ?? "";
  const verifier = login.service.forms[0]?.code_verifier ?? "none";
  for (const secret of ["app-secret", "user-token", "refresh-1", code, verifier]) {
    assert(!(stdout + stderr).includes(secret), `it printed ${secret}`);
  }
});

Deno.test("tonearm login --no-input --no-browser prints the URL, and waits only for the redirect", async () => {
  await using login = await loginFixture();
  const { running, address } = await login.begin("--no-input");
  assertEquals(await statusOf(login.service.allow(address)), 200);
  const { code, stderr } = await running.outcome;
  assertEquals({ code, asks: /paste/.test(stderr) }, { code: 0, asks: false });
});

Deno.test({
  name: "tonearm login reads only the pasted line of stdin, and leaves the rest to the next command",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using login = await loginFixture();
    const running = login.home.start(["login", "--no-browser", "--port", "0"], {
      around: (command) => `{ ${command}; echo "rest: $(cat)"; }`,
    });
    const [address = ""] = /http\S+authorize\S+/.exec(await running.printedError(/authorize\S+\s/)) ?? [];
    running.type(`${login.service.allow(address)}\nfor the next command\n`);
    running.closeInput();
    const { stdout } = await running.outcome;
    assertEquals(stdout, "Signed in as Ada (profile default)\nrest: for the next command\n");
  },
});
