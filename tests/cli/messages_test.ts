import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Outcome, runInProcess } from "../support/cli/test_host.ts";

/** Runs the program against a sandbox, with an empty home. */
async function run(sandbox: Sandbox, argv: string[]): Promise<Outcome> {
  const { baseUrl, authUrl } = sandbox.clientConfig;
  const data = await mkdtemp(join(tmpdir(), "tonearm-messages-"));
  const fetch: typeof globalThis.fetch = (input, init) => sandbox.fetch(String(input), init);
  const env = {
    NO_COLOR: "1",
    TONEARM_API_URL: baseUrl,
    TONEARM_AUTH_URL: authUrl,
    TONEARM_DATA_DIR: data,
    TONEARM_TOKEN: sandbox.issueTokens().access_token,
  };
  try {
    return await runInProcess(argv, { env, fetch });
  } finally {
    await rm(data, { recursive: true });
  }
}

Deno.test("tonearm: the message names a name or URL that wasn't found", async () => {
  using sandbox = createSandbox();
  const address = await run(sandbox, ["track", "https://example.com/x?token=secret"]);
  assertEquals(address.code, 5);
  assertMatch(address.stderr, /^error: Nothing found at https:\/\/example\.com\/x\?token=redacted\n/);
  const name = await run(sandbox, ["user", "no-such-user"]);
  assertMatch(name.stderr, /^error: Nothing found at https:\/\/soundcloud\.com\/no-such-user\n/);
});

Deno.test("tonearm: arguments that the library rejects before a request are wrong usage", async () => {
  using sandbox = createSandbox();
  const { code, stderr } = await run(sandbox, ["playlist", "create", " "]);
  assertEquals(code, 2);
  assertMatch(stderr, /^error: Cannot use the title: /);
});

Deno.test("tonearm: an invalid id shows an example of the expected kind", async () => {
  using sandbox = createSandbox();
  const hint = async (command: string) => (await run(sandbox, [command, "a b"])).stderr.split("\n")[1] ?? "";
  assertStringIncludes(await hint("track"), "or a name: night-ferry/lost-window.");
  assertStringIncludes(await hint("playlist"), "or a name: night-ferry/sets/slow-evenings.");
  assertStringIncludes(await hint("user"), "or a name: night-ferry.");
});

Deno.test("tonearm comment --at: accepts seconds, m:ss and h:mm:ss, but not 1:99", async () => {
  using sandbox = createSandbox();
  const at = async (time: string) => (await run(sandbox, ["comment", "1184", "--at", time, "hello"])).stdout;
  for (const [time, shown] of [["65", "1:05"], ["0:07.4", "0:07"], ["1:02:03", "1:02:03"], ["90:00", "1:30:00"]]) {
    assertStringIncludes(await at(time ?? ""), `Commented at ${shown}: `);
  }
  for (const time of ["99:99", "1:60", "1:2:3", "1:", "x"]) {
    const { code, stderr } = await run(sandbox, ["comment", "1184", "--at", time, "hello"]);
    assertEquals({ code, time, first: stderr.split("\n")[0] }, {
      code: 2,
      time,
      first: `error: --at must be a time like 65, 1:05 or 1:02:03, not ${time}`,
    });
  }
});

Deno.test("tonearm playlist remove: names tracks that aren't in the playlist, and writes nothing if none is", async () => {
  using sandbox = createSandbox();
  const made = JSON.parse((await run(sandbox, ["playlist", "create", "Two", "1184", "1078", "--json"])).stdout);
  const none = await run(sandbox, ["playlist", "remove", made.urn, "1199", "999999"]);
  assertEquals({ code: none.code, stdout: none.stdout }, { code: 5, stdout: "" });
  assertMatch(none.stderr, /^error: Not in the playlist: soundcloud:tracks:1199, soundcloud:tracks:999999\n/);
  const some = await run(sandbox, ["playlist", "remove", made.urn, "1184", "1199"]);
  assertEquals(some.stdout, `${made.urn} now has 1 track\n`);
  assertMatch(some.stderr, /^Not in the playlist: soundcloud:tracks:1199\n/);
});

Deno.test("tonearm playlist move: counts positions from 1, in its messages too", async () => {
  using sandbox = createSandbox();
  const made = JSON.parse((await run(sandbox, ["playlist", "create", "Two", "1184", "1078", "--json"])).stdout);
  const { code, stderr } = await run(sandbox, ["playlist", "move", made.urn, "1184", "3"]);
  assertEquals({ code, first: stderr.split("\n")[0] }, {
    code: 2,
    first: "error: The position must be from 1 to 2, but got 3",
  });
  assertEquals((await run(sandbox, ["playlist", "move", made.urn, "1184", "2"])).code, 0);
});

Deno.test("tonearm upload: explains a folder, a list and a missing argument differently", async () => {
  using sandbox = createSandbox();
  const folder = await mkdtemp(join(tmpdir(), "tonearm-messages-"));
  try {
    const list = join(folder, "album.csv");
    await writeFile(list, "file\na.wav\n");
    const error = async (...args: string[]) => {
      const { code, stderr } = await run(sandbox, ["upload", ...args]);
      return `${code} ${stderr.replaceAll(folder, "album")}`;
    };
    assertEquals(
      await error(folder),
      "2 error: album is a folder\nName its files: folder/*.wav, or a list with --manifest.\n",
    );
    assertEquals(
      await error(list),
      "2 error: album/album.csv is a list, not a sound file\n" +
        "Upload the files that it lists with --manifest album/album.csv\n",
    );
    assertEquals(
      await error(),
      "2 error: Missing argument: file...\nName files, or a list of them with --manifest.\n",
    );
    assertMatch(await error("a.wav", "--manifest", list), /^2 error: Give either files or a --manifest/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
