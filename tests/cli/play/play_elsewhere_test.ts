import { assert, assertEquals, assertGreater, assertMatch, assertStringIncludes } from "@std/assert";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { commandLines, playerFixture } from "../../support/cli/players.ts";
import { without } from "../../support/programs.ts";

Deno.test({
  name: "tonearm play: without mpv, ffplay plays, obeys the keys, hides the URL from process lists and leaves nothing",
  ignore: without("ffplay"),
  fn: async () => {
    await using fixture = await playerFixture({ speed: 1 });
    const running = fixture.home.start(["play", "1001", "1003"], { env: fixture.env("ffplay"), columns: 60 });
    await running.printed(/▶ 0:0[1-9]/);
    const lines = commandLines(running.pid);
    assertStringIncludes(lines, "-i pipe:0");
    for (const secret of [fixture.home.env().TONEARM_TOKEN ?? "none", "Signature="]) {
      assert(!lines.includes(secret), `ps shows ${secret}`);
    }
    for (let presses = 0; presses < 4; presses++) running.type("\x1b[C");
    await running.printed(/▶ 0:4\d/);
    await running.printed(/Playing [^]*Playing [^]*▶ 0:0[1-9]/);
    running.type(" ");
    await running.printed(/‖ 0:0\d/);
    running.type("q");
    assertEquals((await running.outcome).code, 0);
    assertEquals(await fixture.leftovers(), []);
  },
});

Deno.test({
  name: "tonearm play: requests a new URL when ffplay's is refused, and exits with 9 if none works",
  ignore: without("ffplay"),
  fn: async () => {
    await using fixture = await playerFixture({ speed: 1 });
    fixture.sandbox.faults.add("expired_cdn_url");
    const { code, stderr } = await fixture.home.spawn(["play", "1001", "--verbose"], { env: fixture.env("ffplay") });
    assertEquals(code, 9);
    assertMatch(stderr, /ffplay cannot play ".+": the URL responded with 403/);
    assertEquals(stderr.match(/GET \S+\/streams\/\S+ 302/g)?.length, 3);
  },
});

Deno.test({
  name: "tonearm play: gives afplay a private file with the whole sound, and removes it afterwards",
  ignore: without("ffmpeg"),
  fn: async () => {
    await using fixture = await playerFixture({ speed: 1 });
    const { duration } = await fixture.client.tracks.getTrack(1001);
    const { code, stderr } = await fixture.home.spawn(["play", "1001"], { env: fixture.env("afplay") });
    assertEquals(code, 0, stderr);
    assertEquals((await readFile(join(fixture.home.directory, "seen"), "utf8")).trim(), "drwx------");
    assertMatch(await readFile(join(fixture.home.directory, "words"), "utf8"), /\/tonearm-play-\w+\/sound\.(mp3|aac)$/);
    const decoded = await stat(join(fixture.home.directory, "decoded.wav"));
    assertGreater(decoded.size, duration / 1000 * 44_100 * 2 * 0.95);
    assertEquals(await fixture.leftovers(), []);
  },
});

Deno.test({
  name: "tonearm play --timeout: ends, exit 7, where a host never sends the playlist for ffplay",
  ignore: without("ffplay"),
  fn: async () => {
    await using fixture = await playerFixture({ speed: 1 });
    fixture.sandbox.faults.add({ match: { path: "/_media/playback/*" }, drop: "never" });
    const args = ["play", "1001", "--timeout", "0.5"];
    const { code, stderr } = await fixture.home.spawn(args, { env: fixture.env("ffplay") });
    assertMatch(stderr, /Cannot reach localhost:\d+: timed out/);
    assertEquals(code, 7);
  },
});
