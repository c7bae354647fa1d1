import { assert, assertEquals, assertMatch } from "@std/assert";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Afplay } from "../../../cli/play/afplay.ts";
import { emptyHome } from "../../support/cli/cli.ts";
import { script, SOUND, sound, surroundings } from "../../support/cli/player_scripts.ts";

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

Deno.test("Afplay gives afplay a single file unchanged, with its tag and extension", async () => {
  for (const [address, ending] of [["a.m4s", ".m4a"], ["a.aac", ".aac"], ["noending", ".mp3"]] as const) {
    await using home = await emptyHome();
    const command = await script(home, 'cp "$1" "$HOME/heard"; echo "$1" > "$HOME/words"');
    const player = new Afplay(command, surroundings(home, [sound, () => sound(withTag("x"))]));
    await player.play({ ...SOUND, url: `https://media.example/${address}?Signature=s` });
    assertEquals((await readFile(join(home.directory, "heard"))).length, TAG.length + 1);
    assert((await readFile(join(home.directory, "words"), "utf8")).trim().endsWith(`/sound${ending}`));
  }
});

Deno.test("Afplay: a failed afplay ends, a refused part may be retried, and a stopped afplay counts as stopped", async () => {
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
