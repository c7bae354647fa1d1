import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { EXITS } from "../../../cli/errors.ts";
import { programPath } from "../../../cli/host/programs.ts";
import { findPlayer, openPlayer } from "../../../cli/play/find_player.ts";
import { Afplay } from "../../../cli/play/afplay.ts";
import { Ffplay } from "../../../cli/play/ffplay.ts";
import { makePrivateDirectory } from "../../../cli/play/private_directory.ts";
import type { Player, PlayerSurroundings } from "../../../cli/play/player.ts";
import { PlayerProcess } from "../../../cli/play/process.ts";
import { emptyHome, type Home } from "../../support/cli/cli.ts";
import { factsOf } from "../../support/cli/test_host.ts";
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

Deno.test("makePrivateDirectory(): the directory for players is private, and goes with its content, or with the process", async () => {
  const before = process.listeners("exit");
  const [one, other] = [await makePrivateDirectory(), await makePrivateDirectory()];
  for (const { path } of [one, other]) {
    assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o700);
    assert(path.startsWith(join(tmpdir(), "tonearm-play-")), path);
    await writeFile(join(path, "sound"), "x");
  }
  const isThere = (path: string) => Deno.stat(path).then(() => true, () => false);
  await one.remove();
  assertEquals([await isThere(one.path), await isThere(other.path)], [false, true]);
  for (const listener of process.listeners("exit").slice(before.length)) listener.call(process, 0);
  assertEquals(await isThere(other.path), false);
  for (const { remove } of [one, other]) await remove();
  assertEquals(process.listeners("exit"), before);
});

Deno.test("PlayerProcess keeps the last error lines of a player, without secrets and progress", async () => {
  const noise = 'echo "one"; echo " 1.00 M-A: 0.0 fd= 0 aq= 1KB" >&2; printf "\\n\\n"; echo " two"; echo "three"; ' +
    'echo "cannot open https://a.example/x?Signature=s3cret&a=1" >&2; exit 3';
  const env = { PATH: Deno.env.get("PATH"), TONEARM_TOKEN: "t" };
  const before = process.listeners("exit");
  const { exit } = new PlayerProcess("sh", ["-c", noise], { env });
  const message = "two; three; cannot open https://a.example/x?Signature=redacted&a=1";
  assertEquals(await exit, { code: 3, message });
  const heard: string[] = [];
  const words = ["-c", 'read -r line; printf "%5000s" "$line,${TONEARM_TOKEN-none}"'];
  const player = new PlayerProcess("sh", words, { env, input: "a\n", onOutput: (text) => heard.push(text) });
  assertEquals(await player.exit, { code: 0, message: "a,none" });
  assertEquals(heard.join(""), "a,none".padStart(5000));
  assertEquals(process.listeners("exit"), before);
});

Deno.test("PlayerProcess: a player that can't be run ends with a reason, not an exception", async () => {
  const { code, message } = await new PlayerProcess("/no/such/player", [], { env: {} }).exit;
  assertEquals(code, undefined);
  assertMatch(message, /^Cannot run \/no\/such\/player: \S/);
});

Deno.test("PlayerProcess: a player can be stopped, continued, and killed, also twice and with this process", async () => {
  const before = process.listeners("exit").length;
  const started = Promise.withResolvers<string>();
  const env = { PATH: Deno.env.get("PATH") };
  const player = new PlayerProcess("sh", ["-c", "echo $$; exec sleep 100"], { env, onOutput: started.resolve });
  const pid = (await started.promise).trim();
  const isStopped = () => {
    const { stdout } = new Deno.Command("ps", { args: ["-o", "stat=", "-p", pid] }).outputSync();
    return new TextDecoder().decode(stdout).startsWith("T");
  };
  for (const isPaused of [true, false, true]) {
    player.pause(isPaused);
    // A busy machine stops it a moment later.
    for (let tries = 0; tries < 100 && isStopped() !== isPaused;) tries++;
    assertEquals(isStopped(), isPaused);
  }
  for (const listener of process.listeners("exit").slice(before)) listener.call(process, 0);
  assertEquals((await player.exit).code, undefined);
  player.kill();
  player.pause(false);
});

/** The arguments of ffplay, with what differs. */
const wordsOf = (own: string) =>
  `-nodisp -autoexit -hide_banner -loglevel error -stats ${own} -rw_timeout 30000000 ` +
  "-protocol_whitelist pipe,http,https,tcp,tls,crypto -f hls -i pipe:0\n";

Deno.test("Ffplay passes the URL on stdin, and reads the position", async () => {
  await using home = await emptyHome();
  const player = await ffplay(
    home,
    'cat > "$HOME/in"; echo "$*" > "$HOME/words"; printf "\\r  1.00 M-A: 0\\r  29.50 A-V: 0 \\r 30.00 X" >&2',
  );
  assertEquals(await player.play(SOUND), { kind: "ended" });
  assertEquals(player.position, { seconds: 29.5, durationSeconds: 30, isPaused: false, volume: 100 });
  const playlist = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:30\n#EXTINF:30,\n";
  assertEquals(await readFile(join(home.directory, "in"), "utf8"), `${playlist}${URL_OF_SOUND}\n#EXT-X-ENDLIST\n`);
  assertEquals(await readFile(join(home.directory, "words"), "utf8"), wordsOf("-volume 100"));
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
  place = "29.00",
): Promise<{ words: string; player: Player }> {
  await using home = await emptyHome();
  const player = await ffplay(
    home,
    `if [ -e "$HOME/again" ]; then echo "$*" > "$HOME/words"; printf "  ${place} M-A: 0" >&2; exit 0; fi\n` +
      'touch "$HOME/again"; printf "  10.00 M-A: 0" >&2; exec sleep 100',
    replies,
  );
  const ending = player.play(SOUND);
  while (player.position.seconds < 10) await new Promise((resolve) => setTimeout(resolve));
  action(player);
  assertEquals((await ending).kind, "ended");
  return { words: await readFile(join(home.directory, "words"), "utf8"), player };
}

const PARTS = [
  () => new Response(`#EXTM3U\n${"#EXTINF:10,\na.mp3\n".repeat(3)}`, { headers: { "content-type": "audio/mpegurl" } }),
];

for (
  const [what, action, own, moved, replies, place] of [
    ["at its new position", (player) => player.seek(10), "-volume 100 -ss 20.00", {}],
    ["never after the end", (player) => player.seek(500), "-volume 100 -ss 29.00", {}],
    ["never before the beginning", (player) => player.seek(-500), "-volume 100", {}],
    [
      "from the start of the part that has the position",
      (player) => player.seek(15),
      "-volume 100 -ss 5.00",
      {},
      PARTS,
    ],
    [
      "from the start of a part without timestamps",
      (player) => player.seek(15),
      "-volume 100 -ss 5.00",
      { seconds: 28 },
      PARTS,
      "8.00",
    ],
    ["with another volume", (player) => player.changeVolume(-5), "-volume 95 -ss 10.00", { volume: 95 }],
    ["with no more than the whole volume", (player) => player.changeVolume(50), "-volume 100 -ss 10.00", {}],
    ["with no volume below none", (player) => player.changeVolume(-500), "-volume 0 -ss 10.00", { volume: 0 }],
  ] as const satisfies readonly (readonly [
    ...[string, (player: Player) => void, string, object, (readonly (() => Response)[])?, string?],
  ])[]
) {
  Deno.test(`Ffplay: ffplay is restarted ${what}`, async () => {
    const { words, player } = await restarted(action, replies, place);
    assertEquals(words, wordsOf(own));
    assertEquals(player.position, { ...{ seconds: 29, durationSeconds: 30, isPaused: false, volume: 100 }, ...moved });
  });
}

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
  const next = player.play(SOUND);
  while (player.position.seconds < 1) await new Promise((resolve) => setTimeout(resolve));
  assertEquals(player.position.isPaused, false);
  await player.close();
  assertEquals(await next, { kind: "stopped" });
  for (const Kind of [Ffplay, Afplay]) {
    const lost = { ...surroundings(home), fetch: () => Promise.reject(new TypeError("lost")) };
    await assertRejects(() => new Kind("none", lost).play(SOUND), TypeError, "lost");
  }
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
  assertEquals(player.position, { seconds: 0, durationSeconds: 30, isPaused: false, volume: undefined });
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
