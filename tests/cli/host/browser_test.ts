import { assertEquals, assertThrows } from "@std/assert";
import { join } from "node:path";
import { EXITS } from "../../../cli/errors.ts";
import { openInBrowser } from "../../../cli/host/browser.ts";
import { emptyHome, serveWorld } from "../../support/cli/cli.ts";
import { playerFixture } from "../../support/cli/players.ts";
import { factsOf } from "../../support/cli/test_host.ts";
import { without, writeProgram } from "../../support/programs.ts";

for (const address of ["file:///etc/passwd", "javascript:alert(1)", "--help", "ftp://a/b", " https://a/", "https:/a"]) {
  Deno.test(`openInBrowser() passes ${JSON.stringify(address)} to no program`, () => {
    const failure = assertThrows(() => openInBrowser(address, { BROWSER: "/nonexistent" }));
    const message = "This is not an http(s) URL";
    assertEquals(factsOf(failure), { kind: "failed", code: "failed", message, hint: EXITS.failed.next });
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

/** How each player is started: mpv gets URLs over a socket, and ffplay on stdin, so that no other user can read them. */
const STARTS = {
  mpv: "--idle=yes --no-video --force-window=no --input-terminal=no --msg-level=all=error --ytdl=no --keep-open=no " +
    "--loop-file=no --loop-playlist=no --resume-playback=no --save-position-on-quit=no --gapless-audio=weak " +
    "--network-timeout=42.5 --input-ipc-server=FOLDER/mpv.sock",
  ffplay: "-nodisp -autoexit -hide_banner -loglevel error -stats -volume 100 -rw_timeout 42500000 " +
    "-protocol_whitelist pipe,http,https,tcp,tls,crypto -f hls -i pipe:0",
} as const;

for (const player of ["mpv", "ffplay"] as const) {
  Deno.test({
    name: `tonearm play: starts ${player} without URLs, programs and keys of its own, and with the limit of --timeout`,
    ignore: without("sh"),
    async fn() {
      const words = (await wordsOf(player, "--timeout", "42.5")).join(" ");
      assertEquals(words.replace(/\/\S*\/tonearm-play-\w+/, "FOLDER"), STARTS[player]);
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
  assertEquals(missing.stderr, `error: Cannot run /no/such/browser to open the browser\n${EXITS.failed.next}\n`);
});
