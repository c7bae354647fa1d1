import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { join } from "node:path";
import { redactUrl } from "../../cli/host/network.ts";
import { ProfileStore } from "../../cli/auth/config.ts";
import { PlayerProcess } from "../../cli/play/process.ts";
import { DeadLink, fetchSigned, openSource, readPlaylist } from "../../cli/play/sound_source.ts";
import { serveWorld } from "../support/cli/cli.ts";
import { ran, without, writeProgram } from "../support/programs.ts";
import { type Folder, temporaryFolder } from "../support/folder.ts";

const LINK = "https://soundcloud.com/a/b/s-hUsH123";

Deno.test("--verbose hides share links, tokens and signatures at any position", async () => {
  await using world = await serveWorld();
  const token = world.home.env()["TONEARM_TOKEN"] ?? "";
  for (
    const argv of [
      ["resolve", LINK],
      ["track", LINK],
      ["api", "/tracks/293?secret_token=s-hUsH123"],
      ["stream", "1198", "--url"],
      ["api", `/resolve?url=${encodeURIComponent(`${LINK}?secret_token=s-hUsH123`)}`],
    ]
  ) {
    const { stderr } = await world.home.run([...argv, "--verbose"]);
    const requests = stderr.split("\n").filter((line) => /^(GET|POST) http/.test(line));
    assert(requests.length > 0, stderr);
    for (const secret of ["hUsH123", token]) assert(!requests.join("\n").includes(secret), stderr);
  }
});

for (
  const [address, shown] of [
    [
      `https://a.example/resolve?url=${encodeURIComponent(LINK)}`,
      "/resolve?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb%2Fs-redacted",
    ],
    ["https://u:p@a.example/b/s-hUsH?Signature=1&x=2#token=3", "https://a.example/b/s-redacted?Signature=redacted&x=2"],
    ["https://a.example/users/s-name", "/users/s-redacted"],
    ["https://a.example/classics-now", "/classics-now"],
  ] as const
) {
  Deno.test(`redactUrl() shows ${shown}`, () => assertStringIncludes(redactUrl(address), shown));
}

for (const url of ["file:///etc/hostname", "data:text/plain,x", "blob:null/1", "FILE:/etc/hostname"]) {
  Deno.test(`tonearm: passes ${url} to no player`, async () => {
    let requestCount = 0;
    const fetch = () => Promise.resolve(new Response(String(++requestCount)));
    const { signal } = new AbortController();
    await assertRejects(() => fetchSigned(fetch, url, signal), DeadLink, "the link is not an http(s) URL");
    await assertRejects(() => openSource(fetch, { url, durationSeconds: 1 }, signal), DeadLink);
    for (const line of [`#EXTINF:1,\n${url}`, `#EXT-X-MAP:URI="${url}"`]) {
      const read = () => readPlaylist(`#EXTM3U\n${line}\n`, "https://media.example/a");
      assertThrows(read, DeadLink, "the playlist links to something other than an http(s) URL");
    }
    assertEquals(requestCount, 0);
  });
}

/** A directory with a profile, and beside it what nobody here has made. */
async function profilesWith(...strange: readonly string[]): Promise<Folder> {
  const profile = `{"clientId":"a","clientSecret":"b"}`;
  return await temporaryFolder(
    Object.fromEntries(["work", ...strange].map((name) => [`profiles/${name}.json`, profile])),
  );
}

Deno.test("ProfileStore ignores files whose names aren't valid profile names", async () => {
  await using folder = await profilesWith("$(touch pwned)", "`id`", "a b", "-rf", "..", "\x1b[2J");
  assertEquals(await new ProfileStore(folder.path).names(), ["work"]);
});

Deno.test({
  name: "tonearm: completing profile names in a shell executes none of them",
  ignore: without("bash"),
  async fn() {
    await using world = await serveWorld();
    await using place = await profilesWith("$(touch pwned)");
    const folder = place.path;
    const script = (await world.home.run(["completions", "bash"])).stdout;
    const { stdout } = await world.home.run(["profile", "list"], { env: { TONEARM_CONFIG_DIR: folder } });
    await Deno.writeTextFile(join(folder, "list"), stdout);
    const ask = `tonearm() { cat ${folder}/list; }\n${script}\nCOMP_WORDS=(tonearm --profile ""); COMP_CWORD=2
        _tonearm; printf '%s\\n' "\${COMPREPLY[@]}"`;
    assertEquals((await ran("bash", ["--norc", "-c", ask], { cwd: folder })).stdout, "work\n");
    await assertRejects(() => Deno.stat(join(folder, "pwned")), Deno.errors.NotFound);
  },
});

Deno.test("tonearm: players and browsers get their environment without credentials", async () => {
  const env = {
    PATH: Deno.env.get("PATH"),
    DISPLAY: ":7",
    TONEARM_TOKEN: "hush",
    TONEARM_CLIENT_SECRET: "hush",
    AWS_SECRET_ACCESS_KEY: "hush",
  };
  await using folder = await temporaryFolder();
  const dump = join(folder.path, "dump");
  await writeProgram(dump, `#!/bin/sh\nenv > "$0.txt"\n`);
  await new PlayerProcess(dump, [], { env }).exit;
  const seen = await Deno.readTextFile(`${dump}.txt`);
  assertEquals([seen.includes("DISPLAY=:7\n"), seen.includes("hush")], [true, false]);
});
