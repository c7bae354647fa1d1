import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { join } from "node:path";
import { openInBrowser } from "../../../cli/host/browser.ts";
import { emptyHome, serveWorld } from "../../support/cli/cli.ts";
import { playerFixture } from "../../support/cli/players.ts";
import { without, writeProgram } from "../../support/programs.ts";

for (const address of ["file:///etc/passwd", "javascript:alert(1)", "--help", "ftp://a/b", " https://a/", "https:/a"]) {
  Deno.test(`openInBrowser() passes ${JSON.stringify(address)} to no program`, () => {
    assertThrows(() => openInBrowser(address, { BROWSER: "/nonexistent" }), Error, "not an http(s) URL");
  });
}

/** Plays a track with a stand-in for a player, and returns its arguments. */
async function wordsOf(player: "mpv" | "ffplay", ...options: readonly string[]): Promise<string[]> {
  await using fixture = await playerFixture({ speed: 1 });
  const folder = join(fixture.home.directory, "spies");
  await Deno.mkdir(folder);
  const words = join(fixture.home.directory, "words");
  await writeProgram(join(folder, player), `#!/bin/sh\nprintf '%s\\n' "$@" > '${words}'\nexit 1\n`);
  const env = fixture.env();
  await fixture.home.spawn(["play", "1001", ...options], { env: { ...env, PATH: `${folder}:${env["PATH"]}` } });
  return (await Deno.readTextFile(words)).trimEnd().split("\n");
}

Deno.test({
  name: "tonearm play: prevents mpv from starting another program for a URL and from reading the terminal's keys",
  ignore: without("sh"),
  async fn() {
    const words = await wordsOf("mpv");
    for (const word of ["--ytdl=no", "--input-terminal=no", "--no-video"]) {
      assert(words.includes(word), `${word}: ${words}`);
    }
    assertEquals(
      words.filter((word) => word.includes("http")),
      [],
      "addresses go over the socket, which nobody else reads",
    );
  },
});

Deno.test({
  name: "tonearm play: lets ffplay open only the protocols of a stream, and no file",
  ignore: without("sh"),
  async fn() {
    const words = await wordsOf("ffplay");
    assertEquals(words[words.indexOf("-protocol_whitelist") + 1], "pipe,http,https,tcp,tls,crypto");
    assertEquals(words.slice(-2), ["-i", "pipe:0"]);
  },
});

for (
  const { player, word } of [
    { player: "mpv", word: "--network-timeout=42.5" },
    { player: "ffplay", word: "-rw_timeout 42500000" },
  ] as const
) {
  Deno.test({
    name: `tonearm play --timeout: ${player} waits as long for a host that sends nothing`,
    ignore: without("sh"),
    async fn() {
      assertStringIncludes((await wordsOf(player, "--timeout", "42.5")).join(" "), word);
    },
  });
}

Deno.test("tonearm upload --dry-run: writes nothing, not even a journal", async () => {
  await using home = await emptyHome();
  const file = join(home.directory, "a.wav");
  await Deno.copyFile(new URL("../../../examples/tone.wav", import.meta.url), file);
  const before = await Array.fromAsync(Deno.readDir(home.directory), ({ name }) => name);
  assertEquals((await home.run(["upload", file, "--dry-run"])).code, 0);
  assertEquals(await Array.fromAsync(Deno.readDir(home.directory), ({ name }) => name), before);
});

Deno.test("tonearm open opens the page in the browser, and --url only prints it", async () => {
  await using world = await serveWorld();
  const address = "https://soundcloud.com/night-ferry";
  assertEquals((await world.home.run(["open", "soundcloud:users:1", "--url"])).stdout, `${address}\n`);
  const seen = join(world.home.directory, "opened");
  const browser = join(world.home.directory, "browser");
  await writeProgram(browser, `#!/bin/sh\necho "$1" > ${seen}.part && mv ${seen}.part ${seen}\n`);
  const watcher = Deno.watchFs(world.home.directory);
  assertEquals((await world.home.spawn(["open", "soundcloud:users:1"], { env: { BROWSER: browser } })).code, 0);
  for await (const { paths } of watcher) if (paths.includes(seen)) break;
  assertEquals(await Deno.readTextFile(seen), `${address}\n`);
  const options = { env: { BROWSER: "/no/such/browser" } };
  assertEquals((await world.home.spawn(["open", "soundcloud:users:1", "--json"], options)).code, 0);
  const missing = await world.home.spawn(["open", "soundcloud:users:1"], options);
  assertEquals(missing.code, 1);
  assertStringIncludes(missing.stderr, "Cannot run /no/such/browser");
});
