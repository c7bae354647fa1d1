import { assertEquals, assertRejects } from "@std/assert";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Afplay } from "../../../cli/play/afplay.ts";
import { Ffplay } from "../../../cli/play/ffplay.ts";
import type { Player } from "../../../cli/play/player.ts";
import { emptyHome, type Home } from "../../support/cli/cli.ts";
import { script, SOUND, surroundings, URL_OF_SOUND } from "../../support/cli/player_scripts.ts";
import { without } from "../../support/programs.ts";

async function ffplay(home: Home, text: string, replies?: readonly (() => Response)[]): Promise<Player> {
  return new Ffplay(await script(home, text), surroundings(home, replies));
}

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
