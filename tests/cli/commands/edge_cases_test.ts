import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { emptyHome, type Home } from "../../support/cli/cli.ts";
import { type Outcome, runInProcess, type TestHostOptions } from "../../support/cli/test_host.ts";
import { screenLines } from "../../support/cli/terminal.ts";

/** Runs the program against a sandbox in this process. */
async function runInSandbox(
  sandbox: Sandbox,
  argv: string[],
  { env, ...more }: TestHostOptions = {},
): Promise<Outcome> {
  const { baseUrl, authUrl } = sandbox.clientConfig;
  const own = {
    TONEARM_API_URL: baseUrl,
    TONEARM_AUTH_URL: authUrl,
    TONEARM_TOKEN: sandbox.issueTokens().access_token,
  };
  const fetch: typeof globalThis.fetch = (input, init) => sandbox.fetch(String(input), init);
  return await runInProcess(argv, { env: { NO_COLOR: "1", ...own, ...env }, fetch, ...more });
}

/** Writes profiles as an editor may have left them. */
async function withProfiles(home: Home, files: Record<string, string>): Promise<Record<string, string>> {
  await mkdir(join(home.config, "profiles"), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(home.config, "profiles", `${name}.json`), text);
  }
  return { TONEARM_CONFIG_DIR: home.config, TONEARM_TOKEN: "" };
}

Deno.test("tonearm resolve shows each kind of resource like its own command", async () => {
  using sandbox = createSandbox();
  for (const argv of [["track", "1078"], ["user", "1"], ["playlist", "soundcloud:playlists:102"]]) {
    const { permalink_url, urn } = JSON.parse((await runInSandbox(sandbox, [...argv, "--json"])).stdout);
    const { code, stdout } = await runInSandbox(sandbox, ["resolve", permalink_url]);
    assertEquals(code, 0);
    assertMatch(stdout, new RegExp(`^title\\t.*\\n(by\\t.*\\n)?urn\\t${urn}\\n`));
    assertEquals((await runInSandbox(sandbox, ["resolve", urn])).stdout, stdout);
  }
  const { code, stderr } = await runInSandbox(sandbox, ["resolve", "1078"]);
  assertEquals(code, 2);
  assertMatch(stderr, /1078 may be a track, a user or a playlist\n.*Write soundcloud:tracks:1078\./);
});

Deno.test("tonearm open --url prints the page of a track, user or playlist, without tracking parameters", async () => {
  using sandbox = createSandbox();
  for (const id of ["1078", "soundcloud:users:1", "soundcloud:playlists:102"]) {
    assertMatch((await runInSandbox(sandbox, ["open", id, "--url"])).stdout, /^https:\/\/soundcloud\.com\/[^?]+\n$/);
  }
  const { url } = JSON.parse((await runInSandbox(sandbox, ["open", "1078", "--json"])).stdout);
  assertEquals(new URL(url).search, "");
});

Deno.test("tonearm likes lists your own liked playlists, in a table that fits", async () => {
  using sandbox = createSandbox();
  const { stdout } = await runInSandbox(sandbox, ["likes", "--playlists", "--all"], { columns: 70 });
  const [head = "", ...rows] = screenLines(stdout);
  assertMatch(head, /^TITLE +BY +TRACKS .*URN$/);
  assert(rows.length > 0 && rows.every((row) => /soundcloud:playlists:\d+$/.test(row)), rows.join("\n"));
});

Deno.test("tonearm profile list at a terminal is a table that marks unreadable profiles", async () => {
  using sandbox = createSandbox();
  await using home = await emptyHome();
  const token = { accessToken: "secret", kind: "user", expiresAt: 0 };
  const env = await withProfiles(home, {
    default: JSON.stringify({ clientId: "a", clientSecret: "b", username: "日本", token }),
    work: "{",
  });
  const lines = screenLines((await runInSandbox(sandbox, ["profile", "list"], { env, columns: 100 })).stdout);
  assertMatch(lines[0] ?? "", /^PROFILE +IN USE +KIND +USER +TOKEN UNTIL$/);
  assertMatch(lines[1] ?? "", /^default +yes +user +日本 +1970-01-01T00:00:00\.000Z$/);
  assertMatch(lines[2] ?? "", /^work +unreadable$/);
  assert(!lines.join().includes("secret"));
});

Deno.test("tonearm auth status --offline shows what is known without a request", async () => {
  using sandbox = createSandbox();
  await using home = await emptyHome();
  const env = await withProfiles(home, {
    default: JSON.stringify({ clientId: "a", clientSecret: "b", username: "u" }),
  });
  const offline: TestHostOptions = { env, fetch: () => Promise.reject(new Error("asked")) };
  // The profile belongs to the real service.
  const unset = { TONEARM_API_URL: "", TONEARM_AUTH_URL: "" };
  const { code, stdout } = await runInSandbox(sandbox, ["auth", "status", "--offline", "--json"], {
    ...offline,
    env: { ...env, ...unset },
  });
  assertEquals(code, 0);
  assertEquals(JSON.parse(stdout), {
    ...{ profile: "default", source: "profile", storage: join(home.config, "profiles", "default.json") },
    ...{ kind: "app", user: "u", expires_at: null, works: null },
    secrets: "in that file, which only you can read (there is no session bus)",
  });
});

Deno.test("tonearm doctor at a terminal has a line for each check, with advice below", async () => {
  using sandbox = createSandbox();
  const { code, stdout } = await runInSandbox(sandbox, ["doctor", "--retries", "0"], {
    columns: 100,
    env: { TONEARM_TOKEN: "wrong", PATH: "/no/such/folder" },
  });
  const lines = screenLines(stdout);
  assertEquals(code, 1);
  const [problem, advice = ""] = lines.slice(lines.findIndex((line) => line.includes("credentials")));
  assertStringIncludes(problem ?? "", "SoundCloud rejected the token of TONEARM_TOKEN");
  assertMatch(advice, /^ {5,}\S/);
  assertStringIncludes(lines.at(-2) ?? "", "need attention: ");
});

Deno.test("tonearm search: joins its arguments into one query, and treats hostile text as data", async () => {
  using sandbox = createSandbox();
  for (const words of [['"', "OR", "1=1"], ["*"], ["(((("], ["x".repeat(20_000)]]) {
    const { code, stderr } = await runInSandbox(sandbox, ["search", "--", ...words]);
    assertEquals({ code, stderr }, { code: 0, stderr: "No results.\n" }, words.join(" ").slice(0, 20));
  }
});

Deno.test("tonearm: times are accepted in the usual notations", async () => {
  using sandbox = createSandbox();
  for (const [at, wanted] of [["0:31.5", 31_500], ["31", 31_000], ["0", 0]] as const) {
    const { stdout, stderr } = await runInSandbox(sandbox, ["comment", "1184", "--at", at, "x", "--json=timestamp"]);
    assertEquals(Number(JSON.parse(stdout || stderr).timestamp), wanted, at);
  }
  assertEquals((await runInSandbox(sandbox, ["comment", "1184", "--at", "-1", "x"])).code, 2);
});
