/**
 * The behaviour that every distribution of the program shares: from source, from the npm package and as a single file.
 * Each check is a separate process; `TONEARM_BIN` names the program, as for all tests of the command line.
 */
import { assert, assertEquals, assertMatch, assertNotMatch, assertStringIncludes } from "@std/assert";
import { chmod, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { emptyHome, type Home, program, serveWorld, stubServer } from "../../../support/cli/cli.ts";
import { without, writeProgram } from "../../../support/programs.ts";
import { isStyled } from "../../../support/cli/test_host.ts";

const TRACK = "soundcloud:tracks:1078";
const unix = Deno.build.os !== "windows";

/** Signs the program in at a scripted service. */
async function cliWithStub(answer: (request: Request) => Response | Promise<Response>) {
  const service = stubServer(answer);
  const home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_AUTH_URL: service.url, TONEARM_TOKEN: "t" });
  return {
    home,
    requests: service.requests,
    async [Symbol.asyncDispose]() {
      await home[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Runs a shell line with `tonearm` as the program. */
async function shell(home: Home, line: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const running = home.start([], { around: (command) => `tonearm() { ${command} "$@"; }; ${line}` });
  running.closeInput();
  return await running.outcome;
}

Deno.test("check 1: --version is one line on stdout", async () => {
  await using home = await emptyHome();
  const { code, stdout, stderr } = await home.spawn(["--version"]);
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  assertMatch(stdout, /^tonearm \d+\.\d+\.\d+\n$/);
});

Deno.test("check 2: help goes to stdout; without arguments, the program shows common tasks", async () => {
  await using home = await emptyHome();
  for (const argv of [[], ["--help"], ["search", "--help"], ["help", "playlist", "add"], ["help", "exit-codes"]]) {
    const { code, stdout, stderr } = await home.spawn(argv);
    assertEquals({ code, stderr }, { code: 0, stderr: "" });
    assertMatch(stdout, /\S+\n$/);
    if (argv.length === 0) assertEquals(stdout.split("\n").filter(Boolean).length <= 15, true, stdout);
  }
});

Deno.test("check 3: wrong usage is exit 2 with a message on stderr, and requests nothing", async () => {
  await using world = await cliWithStub(() => Response.json({}));
  for (
    const argv of [["serch"], ["search", "x", "--lmit", "3"], ["track"], ["track", "what is this"], ["--json=x", "me"]]
  ) {
    const { code, stdout, stderr } = await world.home.spawn(argv);
    assertEquals({ code, stdout }, { code: 2, stdout: "" }, argv.join(" "));
    assert(stderr !== "");
  }
  assertEquals(world.requests, []);
});

Deno.test("check 4: the result is on stdout, notes are on stderr, and --quiet hides them", async () => {
  await using world = await serveWorld();
  const plain = await world.home.spawn(["search", "a", "--limit", "2"]);
  assertEquals(plain.stdout.trimEnd().split("\n").length, 2);
  assertMatch(plain.stderr, /^Showing the first 2/);
  assertEquals((await world.home.spawn(["search", "a", "--limit", "2", "-q"])).stderr, "");
});

Deno.test({
  name: "check 5: a closed pipe ends the program quietly with exit 0",
  ignore: without("bash"),
  async fn() {
    await using world = await serveWorld();
    const running = world.home.start(["search", "a", "--all", "--jsonl"], {
      around: (command) => `bash -c ${JSON.stringify(`set -o pipefail; ${command} | head -1`)}`,
    });
    const { code, stdout, stderr } = await running.outcome;
    assertEquals({ code, lines: stdout.trimEnd().split("\n").length, stderr }, { code: 0, lines: 1, stderr: "" });
  },
});

Deno.test({
  name: "check 6: a full disk is exit 1 with its reason",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using world = await serveWorld();
    for (const line of ["--help", "--version", "completions bash", "track 1078 --json"]) {
      const { code, stderr } = await shell(world.home, `tonearm ${line} > /dev/full`);
      assertEquals(code, 1, line);
      assertStringIncludes(stderr, "Cannot write the result: no space left on the device");
    }
  },
});

Deno.test("check 7: exit 4 without credentials, exit 5 for a missing resource", async () => {
  await using home = await emptyHome();
  assertEquals((await home.spawn(["me"])).code, 4);
  await using world = await serveWorld();
  assertEquals((await world.home.spawn(["track", "999999999"])).code, 5);
});

Deno.test("check 8: a rate limit is exit 6, and Retry-After is in the message", async () => {
  const limited = () => new Response("{}", { status: 429, headers: { "retry-after": "77" } });
  await using world = await cliWithStub(limited);
  const { code, stderr } = await world.home.spawn(["user", "1"]);
  assertEquals({ code, requestCount: world.requests.length }, { code: 6, requestCount: 1 });
  assertStringIncludes(stderr, "77 s");
});

Deno.test("check 9: a host that refuses connections is exit 7, with its name and the cause", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  await using home = await emptyHome({ TONEARM_API_URL: `http://127.0.0.1:${port}`, TONEARM_TOKEN: "t" });
  const { code, stderr } = await home.spawn(["user", "1", "--retries", "0"]);
  assertEquals(code, 7);
  assertMatch(stderr, new RegExp(`^error: Cannot reach 127\\.0\\.0\\.1:${port}: connection refused\n`));
});

Deno.test({
  name: "check 10: an invalid certificate is named, and tried only once",
  ignore: without("openssl"),
  async fn() {
    await using home = await emptyHome({ TONEARM_TOKEN: "t" });
    const [key, cert] = [join(home.directory, "key.pem"), join(home.directory, "cert.pem")];
    const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
    await new Deno.Command("openssl", {
      args: ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-keyout", key, "-out", cert, ...subject],
      stderr: "null",
    }).output();
    const listener = Deno.listenTls({
      hostname: "127.0.0.1",
      port: 0,
      key: await Deno.readTextFile(key),
      cert: await Deno.readTextFile(cert),
    });
    let connections = 0;
    const serving = (async () => {
      for await (const connection of listener) {
        connections++;
        await connection.handshake().catch(() => {});
        connection.close();
      }
    })();
    const url = `https://127.0.0.1:${listener.addr.port}`;
    const { code, stderr } = await home.spawn(["user", "1"], { env: { TONEARM_API_URL: url } });
    listener.close();
    await serving.catch(() => {});
    assertEquals({ code, connections }, { code: 7, connections: 1 }, stderr);
    assertMatch(stderr, /^error: Cannot reach 127\.0\.0\.1:\d+: its certificate is not valid\n/);
  },
});

Deno.test("check 11: a partly failed batch is exit 8, and every item has a row", async () => {
  await using world = await serveWorld();
  const { code, stdout } = await world.home.spawn(["track", "1078", "4", "--json"]);
  const rows: { status: string }[] = JSON.parse(stdout);
  assertEquals({ code, statuses: rows.map(({ status }) => status) }, { code: 8, statuses: ["ok", "error"] });
});

for (const [signal, exit] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) {
  Deno.test({
    name: `check 12: ${signal} is exit ${exit}, without output`,
    ignore: !unix,
    async fn() {
      const arrived = Promise.withResolvers<void>();
      const over = Promise.withResolvers<Response>();
      await using world = await cliWithStub(() => {
        arrived.resolve();
        return over.promise;
      });
      const running = world.home.start(["user", "1"]);
      await arrived.promise;
      running.signal(signal);
      const { code, stdout, stderr } = await running.outcome;
      over.resolve(new Response("{}"));
      assertEquals({ code, stdout, stderr }, { code: exit, stdout: "", stderr: "" });
    },
  });
}

Deno.test("check 13: --json is one document, and stderr is empty", async () => {
  await using world = await serveWorld();
  for (
    const argv of [["me"], ["track", TRACK], ["search", "lofi", "--all"], ["playlists"], ["like", TRACK], ["help"]]
  ) {
    const { code, stdout, stderr } = await world.home.spawn([...argv, "--json"]);
    assertEquals({ code, stderr }, { code: 0, stderr: "" }, argv.join(" "));
    if (argv[0] !== "help") JSON.parse(stdout);
  }
});

Deno.test("check 14: --jsonl is one object per line", async () => {
  await using world = await serveWorld();
  const { stdout } = await world.home.spawn(["search", "lofi", "--all", "--jsonl"]);
  for (const line of stdout.trimEnd().split("\n")) assertEquals(JSON.parse(line).kind, "track");
});

Deno.test("check 15: an error in JSON mode is one JSON object on stderr", async () => {
  await using world = await serveWorld();
  for (const form of ["--json", "--jsonl", "--jq=."]) {
    const { stdout, stderr } = await world.home.spawn(["track", "999999999", form]);
    assertEquals({ stdout, exit: JSON.parse(stderr).error.exit }, { stdout: "", exit: 5 });
  }
});

Deno.test("check 16: --jq is jq", async () => {
  await using world = await serveWorld();
  const { stdout, stderr } = await world.home.spawn(["track", TRACK, "--jq", '"\\(.id) \\(.title | ascii_upcase)"']);
  assertEquals({ stdout, stderr }, { stdout: "1078 LOST WINDOW (LOFI STUDY MIX)\n", stderr: "" });
});

Deno.test("check 17: colours are for terminals, not for pipes or with NO_COLOR", async () => {
  await using world = await serveWorld();
  const seen = async (options: Parameters<Home["spawn"]>[1]) => (await world.home.spawn(["user", "1"], options)).stdout;
  assertEquals(isStyled(await seen({})), false);
  assertEquals(isStyled(await seen({ columns: 80 })), true);
  assertEquals(isStyled(await seen({ columns: 80, env: { NO_COLOR: "1" } })), false);
});

Deno.test("check 18: other people's text can't control the terminal", async () => {
  const evil = "a\x1b[2J\x1b]0;owned\x07\u009b2J\u202eb";
  await using world = await cliWithStub(() => Response.json({ kind: "user", id: 1, urn: "u", username: evil }));
  for (const format of [[], ["--json"], ["--jq", ".username"], ["--template", "{{.username}}"]]) {
    const { stdout } = await world.home.spawn(["user", "1", ...format], { columns: 80 });
    assertEquals(["\x1b[2J", "\x1b]0", "\u009b", "\u202e"].filter((code) => stdout.includes(code)), []);
  }
});

Deno.test("check 19: --all follows all pages, and a truncated list says so", async () => {
  await using world = await cliWithStub((request) => {
    const url = new URL(request.url);
    const offset = Number(url.searchParams.get("offset"));
    const limit = Number(url.searchParams.get("limit"));
    const ids = Array.from(
      { length: Math.min(limit, 430 - offset) },
      (_, index) => ({ kind: "user", id: offset + index }),
    );
    url.searchParams.set("offset", String(offset + limit));
    return Response.json({ collection: ids, next_href: offset + limit < 430 ? url.href : null });
  });
  const all = await world.home.spawn(["search", "--type", "users", "x", "--all", "--json=id"]);
  assertEquals({ items: JSON.parse(all.stdout).length, stderr: all.stderr }, { items: 430, stderr: "" });
  const cut = await world.home.spawn(["search", "--type", "users", "x", "--limit", "250", "--json=id"]);
  const items = JSON.parse(cut.stdout).length;
  assertEquals({ items, truncated: JSON.parse(cut.stderr).truncated }, { items: 250, truncated: true });
  assertEquals(world.requests.length, 5, "three pages of all, and two of the list");
});

Deno.test("check 20: reads are retried, writes are not", async () => {
  let failures = 1;
  const shaky = () => failures-- > 0 ? new Response("{}", { status: 503 }) : Response.json({ kind: "user", id: 1 });
  await using reading = await cliWithStub(shaky);
  assertEquals((await reading.home.spawn(["user", "1"])).code, 0);
  assertEquals(reading.requests.length, 2);
  failures = 1;
  await using writing = await cliWithStub(shaky);
  const { code } = await writing.home.spawn(["comment", "1", "hm"]);
  assertEquals({ code, requestCount: writing.requests.length }, { code: 1, requestCount: 1 });
});

Deno.test("check 21: ids are read from stdin; empty stdin is exit 2", async () => {
  await using world = await serveWorld();
  const { stdout } = await world.home.spawn(["track", "-", "--jsonl", "--json=id"], { stdin: "1078\n\n1184\n" });
  assertEquals(stdout, '{"id":1078}\n{"id":1184}\n');
  assertEquals((await world.home.spawn(["track", "-"])).code, 2);
});

Deno.test({
  name: "check 22: only the owner can read credentials, whatever the umask; an existing directory keeps its mode",
  ignore: !unix,
  async fn() {
    await using world = await serveWorld();
    await mkdir(world.home.config);
    await chmod(world.home.config, 0o755);
    const line = "umask 000; printf 'sandbox-client\\nsandbox-secret\\n' | tonearm auth --profile p";
    const running = world.home.start([], {
      around: (command) => `tonearm() { ${command} "$@"; }; ${line}`,
      env: { TONEARM_TOKEN: undefined },
    });
    assertEquals((await running.outcome).code, 0);
    const mode = async (...path: string[]) => (await stat(join(world.home.config, ...path))).mode & 0o777;
    assertEquals([await mode(), await mode("profiles"), await mode("profiles", "p.json")], [0o755, 0o700, 0o600]);
  },
});

Deno.test("check 23: --no-input never asks", async () => {
  await using world = await serveWorld();
  const prompt = world.home.start(["track", "delete", "1078", "--no-input"], { columns: 80 });
  const { code, stdout } = await prompt.outcome;
  assertEquals(code, 2);
  assertNotMatch(stdout, /\[y\/N\]/);
});

Deno.test({
  name: "check 24: Ctrl-C at a secret prompt restores the terminal",
  ignore: !unix,
  async fn() {
    await using home = await emptyHome();
    const running = home.start(["auth"], {
      columns: 80,
      around: (command) => `echo before:$(stty -g); ${command}; code=$?; echo after:$(stty -g); exit $code`,
    });
    await running.printed(/[Ii]d[^\n]*: $/);
    running.type("some-id\n");
    await running.printed(/[Ss]ecret[^\n]*: $/);
    running.type("\u0003");
    const { code, stdout } = await running.outcome;
    const [, before] = /before:(\S+)/.exec(stdout) ?? [];
    const [, after] = /after:(\S+)/.exec(stdout) ?? [];
    assertEquals({ code, after }, { code: 130, after: before });
  },
});

for (
  const [name, line] of [
    [
      "bash",
      "source <(tonearm completions bash); COMP_LINE='tonearm sea'; COMP_POINT=11; _tonearm; echo \"${COMPREPLY[@]}\"",
    ],
    [
      "zsh",
      'compdef() { :; }; _describe() { print -l -- "${(@P)2%%:*}" }; source <(tonearm completions zsh); words=(tonearm sea); CURRENT=2; _tonearm',
    ],
    ["fish", "tonearm completions fish | source; complete -C 'tonearm sea' | cut -f1"],
  ] as const
) {
  Deno.test({
    name: `check 25: completions in ${name}`,
    ignore: without(name),
    async fn() {
      await using home = await emptyHome();
      const bin = join(home.directory, "bin");
      await mkdir(bin);
      const quoted = program().map((word) => `'${word}'`).join(" ");
      await writeProgram(join(bin, "tonearm"), `#!/bin/sh\nexec ${quoted} "$@"\n`);
      const env: Record<string, string> = { ...home.env(), TERM: "dumb" };
      env.PATH = `${bin}:${env.PATH}`;
      const { stdout, stderr } = await new Deno.Command(name, { args: ["-c", line], env, clearEnv: true }).output();
      assertEquals(new TextDecoder().decode(stderr), "");
      assertEquals(new TextDecoder().decode(stdout), "search\n");
    },
  });
}
