import { assertEquals, assertRejects } from "@std/assert";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EXITS } from "../../../cli/errors.ts";
import { programPath } from "../../../cli/host/programs.ts";
import { findPlayer, openPlayer } from "../../../cli/play/find_player.ts";
import { Afplay } from "../../../cli/play/afplay.ts";
import { Ffplay } from "../../../cli/play/ffplay.ts";
import { emptyHome } from "../../support/cli/cli.ts";
import { surroundings } from "../../support/cli/player_scripts.ts";
import { factsOf } from "../../support/cli/test_host.ts";
import { without, writeProgram } from "../../support/programs.ts";
import { playerFixture } from "../../support/cli/players.ts";

Deno.test("findPlayer(): the first player in PATH is found in order of preference, or the named one", async () => {
  await using home = await emptyHome();
  const [one, two] = [join(home.directory, "one"), join(home.directory, "two")];
  for (const [folder, name, mode] of [[one, "ffplay", 0o755], [two, "mpv", 0o755], [one, "mpv", 0o644]] as const) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, name), "");
    await chmod(join(folder, name), mode);
  }
  await mkdir(join(one, "afplay"));
  const env = { PATH: `${one}::${two}` };
  assertEquals(findPlayer(env, "ffplay"), { name: "ffplay", path: join(one, "ffplay") });
  assertEquals(findPlayer({ PATH: one }, "afplay"), undefined, "a folder is no player");
  assertEquals(findPlayer({}), undefined);
  assertEquals(programPath("install/install.sh", { PATH: "::" }), undefined, "the working folder has no programs");
  assertEquals(findPlayer(env), { name: "mpv", path: join(two, "mpv") });
  assertEquals(findPlayer({ PATH: one }), { name: "ffplay", path: join(one, "ffplay") });
  const others = surroundings(home);
  await writeProgram(join(two, "afplay"), "#!/bin/sh\n");
  const open = (PATH: string, wanted?: "ffplay" | "afplay") => openPlayer({ ...others, env: { PATH } }, wanted);
  const found = [await open(one), await open(env.PATH, "ffplay"), await open(two, "afplay")];
  assertEquals(found.map((player) => player.constructor), [Ffplay, Ffplay, Afplay]);
  const hint = `Install mpv (mpv.io), or ffmpeg for its ffplay. ${EXITS.no_player.next}`;
  for (const [wanted, named] of [[undefined, "mpv, ffplay, afplay"], ["afplay", "afplay"]] as const) {
    assertEquals(factsOf(await assertRejects(() => open("/nowhere", wanted))), {
      ...{ kind: "no_player", code: "no_player", message: `No player found: ${named}`, hint },
    });
  }
});

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
