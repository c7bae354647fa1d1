import { assert, assertEquals, assertMatch } from "@std/assert";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findPlayer } from "../../../cli/play/find_player.ts";
import { Afplay } from "../../../cli/play/afplay.ts";
import { Ffplay } from "../../../cli/play/ffplay.ts";
import { makePrivateDirectory } from "../../../cli/play/private_directory.ts";
import type { Player, PlayerSurroundings } from "../../../cli/play/player.ts";
import { PlayerProcess } from "../../../cli/play/process.ts";
import { emptyHome, type Home } from "../../support/cli/cli.ts";
import { without, writeProgram } from "../../support/programs.ts";

const URL_OF_SOUND = "https://media.example/a.mp3?Signature=secret";
const SOUND = { title: "Lost Window", url: URL_OF_SOUND, startSeconds: 0, durationSeconds: 30 };

/** Writes a script that stands in for a player; `$HOME` is its directory. */
async function script(home: Home, text: string): Promise<string> {
  const path = join(home.directory, "player");
  await writeProgram(path, `#!/bin/sh\n${text}\n`);
  return path;
}

function surroundings(home: Home, replies: readonly (() => Response)[] = []): PlayerSurroundings {
  const left = [...replies];
  const env = { PATH: Deno.env.get("PATH"), HOME: home.directory };
  const fetch = () => Promise.resolve((left.shift() ?? sound)());
  return { env, fetch: fetch as typeof globalThis.fetch, signal: new AbortController().signal, timeoutSeconds: 30 };
}

function sound(bytes: Uint8Array<ArrayBuffer> = new TextEncoder().encode("sound")): Response {
  return new Response(bytes, { headers: { "content-type": "audio/mpeg" } });
}

async function ffplay(home: Home, text: string, replies?: readonly (() => Response)[]): Promise<Player> {
  return new Ffplay(await script(home, text), surroundings(home, replies));
}

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
  assertEquals(await findPlayer(env, "ffplay"), { name: "ffplay", path: join(one, "ffplay") });
  assertEquals(await findPlayer({ PATH: one }, "afplay"), undefined, "a folder is no player");
  assertEquals(await findPlayer({}), undefined);
  // Root may also run files without execute permission.
  if (Deno.uid() !== 0) assertEquals(await findPlayer(env), { name: "mpv", path: join(two, "mpv") });
});

Deno.test("makePrivateDirectory(): the directory for players is private, and is removed with its content", async () => {
  const { path, remove } = await makePrivateDirectory();
  assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o700);
  await writeFile(join(path, "sound"), "x");
  await remove();
  await remove();
  assertEquals(await Deno.stat(path).catch(() => "gone"), "gone");
});

Deno.test("PlayerProcess keeps the last error lines of a player, without secrets and progress", async () => {
  const noise = 'echo "one"; echo " 1.00 M-A: 0.0 fd= 0 aq= 1KB" >&2; printf "\\n\\n"; echo "two"; echo "three"; ' +
    'echo "cannot open https://a.example/x?Signature=s3cret&a=1" >&2; exit 3';
  const { exit } = new PlayerProcess("sh", ["-c", noise], { env: { PATH: Deno.env.get("PATH") } });
  const { code, message } = await exit;
  assertEquals(code, 3);
  assertMatch(message, /Signature=redacted/);
  assert(!/s3cret|aq=/.test(message), message);
  assertEquals(message.split("; ").length, 3);
});

Deno.test("Ffplay: a player that can't be run ends with a reason, not an exception", async () => {
  const { code, message } = await new PlayerProcess("/no/such/player", [], { env: {} }).exit;
  assertEquals(code, undefined);
  assertMatch(message, /^Cannot run \/no\/such\/player/);
});

Deno.test("Ffplay: a killed player has no exit code, and may be killed again", async () => {
  const player = new PlayerProcess("sh", ["-c", "exec sleep 100"], { env: { PATH: Deno.env.get("PATH") } });
  player.pause(true);
  player.kill();
  assertEquals((await player.exit).code, undefined);
  player.kill();
  player.pause(false);
});

Deno.test("Ffplay passes the URL on stdin, and reads the position", async () => {
  await using home = await emptyHome();
  const player = await ffplay(home, 'cat > "$HOME/in"; echo "$*" > "$HOME/words"; printf "\\r  29.50 M-A: 0" >&2');
  assertEquals(await player.play(SOUND), { kind: "ended" });
  assertEquals(player.position.seconds, 29.5);
  assertMatch(await readFile(join(home.directory, "in"), "utf8"), /#EXTINF:30,\nhttps:\/\/media\.example\/a\.mp3/);
  const words = await readFile(join(home.directory, "words"), "utf8");
  assert(!words.includes("Signature") && !words.includes("-ss"), words);
  assertMatch(words, /-volume 100 /);
});

for (
  const [what, text, startSeconds, wanted] of [
    ["broke off in the middle", "printf '  9.00 M-A: 0 fd= 0 aq= 1KB' >&2", 0, {
      message: "the stream was interrupted",
      isGone: false,
    }],
    ["got nowhere", "exit 0", 0, { message: "the stream was interrupted", isGone: false }],
    ["failed, and said why", "echo 'no sound card' >&2; exit 1", 0, { message: "no sound card", isGone: true }],
    ["was refused", "echo 'HTTP error 403 Forbidden' >&2; exec sleep 100", 0, {
      message: "the URL was refused",
      isGone: false,
    }],
    ["began near its end", "exit 0", 28, undefined],
  ] as const
) {
  Deno.test(`Ffplay distinguishes an ffplay that ${what} from one that played to the end`, async () => {
    await using home = await emptyHome();
    const player = await ffplay(home, text);
    const ending = await player.play({ ...SOUND, startSeconds });
    assertEquals(ending, wanted ? { kind: "failed", ...wanted } : { kind: "ended" });
  });
}

Deno.test("Ffplay: a URL that is refused before the start is a dead link, and starts nothing", async () => {
  await using home = await emptyHome();
  const command = await script(home, 'touch "$HOME/started"');
  const player = new Ffplay(command, surroundings(home, [() => new Response("", { status: 403 })]));
  assertEquals(await player.play(SOUND), { kind: "failed", message: "the URL responded with 403", isGone: false });
  assertEquals(await Deno.stat(join(home.directory, "started")).catch(() => "not"), "not");
});

Deno.test({
  name: "Ffplay ends an ffplay that waits for a host that sends nothing",
  ignore: without("ffplay"),
  async fn() {
    await using home = await emptyHome();
    const asked = Promise.withResolvers<void>();
    const unanswered = Promise.withResolvers<Response>();
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
      asked.resolve();
      return unanswered.promise;
    });
    const player = new Ffplay("ffplay", { ...surroundings(home), timeoutSeconds: 0.3 });
    const url = `http://127.0.0.1:${server.addr.port}/a.mp3`;
    const { kind } = await player.play({ ...SOUND, url });
    await asked.promise;
    assertEquals(kind, "failed");
    unanswered.resolve(new Response());
  },
});

/** Starts ffplay, performs an action during playback, and returns the arguments of the restarted process. */
async function restarted(
  action: (player: Player) => void,
  replies?: readonly (() => Response)[],
): Promise<{ words: string; player: Player }> {
  await using home = await emptyHome();
  const player = await ffplay(
    home,
    'if [ -e "$HOME/again" ]; then echo "$*" > "$HOME/words"; printf "  29.00 M-A: 0" >&2; exit 0; fi\n' +
      'touch "$HOME/again"; printf "  10.00 M-A: 0" >&2; exec sleep 100',
    replies,
  );
  const ending = player.play(SOUND);
  while (player.position.seconds < 10) await new Promise((resolve) => setTimeout(resolve));
  action(player);
  assertEquals((await ending).kind, "ended");
  return { words: await readFile(join(home.directory, "words"), "utf8"), player };
}

Deno.test("Ffplay: ffplay is restarted at its new position, never before the beginning or after the end", async () => {
  assertMatch((await restarted((player) => player.seek(10))).words, / -ss 20\.00 /);
  assertMatch((await restarted((player) => player.seek(500))).words, / -ss 29\.00 /);
  assert(!(await restarted((player) => player.seek(-500))).words.includes("-ss"));
  const text = `#EXTM3U\n${"#EXTINF:10,\na.mp3\n".repeat(3)}`;
  const parts = () => new Response(text, { headers: { "content-type": "audio/mpegurl" } });
  const within = await restarted((player) => player.seek(15), [parts]);
  assertMatch(within.words, / -ss 5\.00 /, "from the start of the part that has the position");
});

Deno.test("Ffplay: ffplay is restarted with another volume at its old position, within its bounds", async () => {
  const quieter = await restarted((player) => player.changeVolume(-5));
  assertMatch(quieter.words, /-volume 95 -ss 10\.00 /);
  assertEquals(quieter.player.position.volume, 95);
  assertMatch((await restarted((player) => player.changeVolume(50))).words, /-volume 100 /);
  assertMatch((await restarted((player) => player.changeVolume(-500))).words, /-volume 0 /);
});

Deno.test("Ffplay stops a paused ffplay, and closing it leaves nothing", async () => {
  await using home = await emptyHome();
  const player = await ffplay(home, 'printf "  1.00 M-A: 0" >&2; exec sleep 100');
  const ending = player.play(SOUND);
  while (player.position.seconds < 1) await new Promise((resolve) => setTimeout(resolve));
  player.togglePause();
  assertEquals(player.position.isPaused, true);
  player.stop();
  player.seek(10);
  assertEquals(await ending, { kind: "stopped" });
  await player.close();
});

const TAG = Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 2, ...new Uint8Array(130));

function withTag(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(...TAG, ...new TextEncoder().encode(text));
}

Deno.test("Afplay gives afplay the parts of a sound as one file, without the tags in between", async () => {
  await using home = await emptyHome();
  const playlist = "#EXTM3U\n#EXTINF:10,\n0.mp3?S=1\n#EXTINF:10,\n1.mp3?S=1\n#EXT-X-ENDLIST\n";
  const replies = [
    () => new Response(playlist, { headers: { "content-type": "application/vnd.apple.mpegurl" } }),
    () => sound(withTag("first ")),
    () => sound(new TextEncoder().encode("second")),
  ];
  const command = await script(home, 'cp "$1" "$HOME/heard"; echo "$1" > "$HOME/words"');
  const player = new Afplay(command, surroundings(home, replies));
  assertEquals(await player.play(SOUND), { kind: "ended" });
  assertEquals(await readFile(join(home.directory, "heard"), "utf8"), "first second");
  const path = (await readFile(join(home.directory, "words"), "utf8")).trim();
  assertMatch(path, /\/sound\.mp3$/);
  assertEquals(await Deno.stat(path).catch(() => "gone"), "gone");
  await player.close();
});

Deno.test("Ffplay gives afplay a single file unchanged, with its tag and extension", async () => {
  for (const [address, ending] of [["a.m4s", ".m4a"], ["a.aac", ".aac"], ["noending", ".mp3"]] as const) {
    await using home = await emptyHome();
    const command = await script(home, 'cp "$1" "$HOME/heard"; echo "$1" > "$HOME/words"');
    const player = new Afplay(command, surroundings(home, [sound, () => sound(withTag("x"))]));
    await player.play({ ...SOUND, url: `https://media.example/${address}?Signature=s` });
    assertEquals((await readFile(join(home.directory, "heard"))).length, TAG.length + 1);
    assert((await readFile(join(home.directory, "words"), "utf8")).trim().endsWith(`/sound${ending}`));
  }
});

Deno.test("Ffplay: a failed afplay ends, a refused part may be retried, and a stopped afplay counts as stopped", async () => {
  await using home = await emptyHome();
  const broken = new Afplay(await script(home, "exit 1"), surroundings(home));
  assertEquals(await broken.play(SOUND), { kind: "failed", message: "afplay failed", isGone: true });
  const refused = surroundings(home, [sound, () => new Response("", { status: 404 })]);
  const dead = new Afplay(await script(home, "exit 0"), refused);
  assertEquals(await dead.play(SOUND), { kind: "failed", message: "the URL responded with 404", isGone: false });
  const idle = new Afplay(await script(home, "exec sleep 100"), surroundings(home));
  const ending = idle.play(SOUND);
  idle.togglePause();
  idle.stop();
  assertEquals(await ending, { kind: "stopped" });
  assertEquals(idle.position.isPaused, true);
  await idle.close();
});
