import { assert, assertEquals, assertGreater, assertMatch, assertStringIncludes } from "@std/assert";
import { setTimeout as sleep } from "node:timers/promises";
import { without } from "../../support/programs.ts";
import { commandLines, type PlayerFixture, playerFixture, processesWith } from "../../support/cli/players.ts";

/** At this speed, a track of the catalogue lasts less than a second. */
const FAST = 100;

const withMpv = (name: string, speed: number, fn: (fixture: PlayerFixture) => Promise<void>): Deno.TestDefinition => ({
  name,
  ignore: without("mpv"),
  async fn() {
    await using fixture = await playerFixture({ speed });
    await fn(fixture);
  },
});

Deno.test(withMpv("play plays tracks to their end with mpv, and leaves nothing behind", FAST, async (fixture) => {
  const left = `${fixture.home.data}/play.json`;
  await Deno.mkdir(fixture.home.data, { recursive: true });
  await Deno.writeTextFile(left, "{}");
  const { code, stdout, stderr } = await fixture.home.spawn(["play", "1001", "soundcloud:tracks:1003"], {
    env: fixture.env("mpv"),
  });
  assertEquals({ code, stdout }, { code: 0, stdout: "" });
  assertMatch(stderr, /^Playing .+ by .+\nPlaying .+ by .+\n$/);
  assertEquals(await fixture.leftovers(), []);
  assertEquals(await Deno.stat(left).catch(() => "none"), "none", "there is nothing to resume");
}));

Deno.test(withMpv("play plays what a search finds, and the tracks of a playlist", FAST, async (fixture) => {
  const found = await fixture.home.spawn(["play", "lofi", "--limit", "2", "--json=title"], { env: fixture.env("mpv") });
  const titles: { title: string }[] = JSON.parse(found.stdout);
  assertEquals(titles.map(({ title }) => title.toLowerCase().includes("lofi")), [true, true]);
  const { collection: [playlist] } = await fixture.client.search.playlists("", 0, { limit: 1 });
  const id = playlist?.urn ?? "";
  const tracks = (await fixture.client.playlists.getTracks(id, 2)).collection.map(({ urn }) => ({ urn }));
  const played = await fixture.home.spawn(["play", id, "--limit", "2", "--json=urn"], { env: fixture.env("mpv") });
  assertEquals(JSON.parse(played.stdout), tracks);
  assertEquals(JSON.parse(played.stderr).truncated, true);
}));

Deno.test(
  withMpv("the player gets the signed URL and never the token; no command line holds either", 1, async (fixture) => {
    const token = fixture.home.env().TONEARM_TOKEN ?? "none";
    const running = fixture.home.start(["play", "1001"], { env: fixture.env("mpv"), columns: 60 });
    await running.printed(/▶ 0:0[1-9]/);
    const lines = commandLines(running.pid);
    assertStringIncludes(lines, "--input-ipc-server=");
    for (const secret of [token, "Signature=", "Policy="]) assert(!lines.includes(secret), `ps shows ${secret}`);
    running.type("q");
    assertEquals((await running.outcome).code, 0);
    assertMatch(await fixture.log(), /_media\/playback.*Signature=/);
    assert(!(await fixture.log()).includes(token), "mpv knows the token");
  }),
);

for (const [signal, exit] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  Deno.test(withMpv(`${signal} ends play within a second, with no process and no file left`, 1, async (fixture) => {
    const running = fixture.home.start(["play", "1001"], { env: fixture.env("mpv") });
    await running.printedError(/Playing/);
    const [directory = "none"] = await fixture.leftovers();
    assertEquals(processesWith(directory).length, 2);
    const started = performance.now();
    running.signal(signal);
    const { code, stderr } = await running.outcome;
    const elapsed = performance.now() - started;
    assert(elapsed < 1000 + await fixture.home.idleTime(), `it took ${elapsed} ms`);
    assertEquals(code, exit);
    assert(!stderr.includes("error"), stderr);
    assertEquals(processesWith(directory), []);
    assertEquals(await fixture.leftovers(), []);
  }));
}

Deno.test(withMpv("nothing is left after kill -9: neither a player nor its directory", 1, async (fixture) => {
  const running = fixture.home.start(["play", "1001"], { env: fixture.env("mpv") });
  await running.printedError(/Playing/);
  const [directory = "none"] = await fixture.leftovers();
  assertEquals(processesWith(directory).length, 2, "mpv, and the shell that watches over it");
  running.signal("SIGKILL");
  await running.outcome;
  for (let looks = 0; looks < 400 && processesWith(directory).length > 0; looks++) await sleep(50);
  assertEquals(processesWith(directory), []);
  assertEquals(await fixture.leftovers(), []);
}));

Deno.test(
  withMpv("keys work when ids come from a pipe, and go back; play --resume goes on from there", 1, async (fixture) => {
    const [env, columns] = [fixture.env("mpv"), 80];
    const around = (command: string) => `printf '1001\\n1003\\n' | ${command}`;
    const first = fixture.home.start(["play", "-"], { env, columns, around });
    await first.printed(/▶ 0:0\d/);
    first.type("n");
    await first.printed(/Playing [^]*Playing /);
    first.type("p");
    await first.printed(/Playing [^]*Playing [^]*Playing /);
    first.type("n");
    await first.printed(/(Playing [^]*){4}/);
    first.type("rlu");
    await first.printed(/Repeat: all[^]*▶ 2 /);
    await first.printed(/(Playing [^]*){4}▶ 0:0[1-9]/);
    first.type("5");
    const seen = await first.printed(/(Playing [^]*){4}▶ 0:2\d/);
    const titles = [...seen.matchAll(/Playing (.+?) by /g)].map(([, title]) => title);
    assertEquals([titles[2], titles[3]], [titles[0], titles[1]]);
    first.type("q");
    assertEquals((await first.outcome).code, 0);
    const again = fixture.home.start(["play", "--resume"], { env, columns });
    const resumed = await again.printed(/▶ 0:[23]\d/);
    assertStringIncludes(resumed, `Playing ${titles[1]}`);
    again.type("q");
    assertEquals((await again.outcome).code, 0);
  }),
);

Deno.test(withMpv(
  "on a terminal keys pause, move, change the volume, skip and quit; the waveform is the progress",
  1,
  async (fixture) => {
    const running = fixture.home.start(["play", "1001", "1003"], { env: fixture.env("mpv"), columns: 60 });
    await running.printed(/space pause/);
    await running.printed(/Playing/);
    running.type("\x1b[C");
    await running.printed(/▶ 0:1\d .*[▁▂▃▄▅▆▇█]{20}.* 0:42 100%/);
    running.type(" ");
    await running.printed(/‖ 0:1\d /);
    running.type("\x1b[B");
    await running.printed(/ 95%/);
    running.type("n");
    const screen = await running.printed(/Playing [^]*Playing /);
    assertEquals(screen.split("Playing ").length, 3);
    running.type("q");
    const { code, stdout } = await running.outcome;
    assertEquals(code, 0, JSON.stringify(stdout.slice(-500)));
  },
));

Deno.test(withMpv("Ctrl-C on a terminal leaves it as it was", 1, async (fixture) => {
  const settings = /(?<=settings:)\S+/g;
  const running = fixture.home.start(["play", "1001"], {
    env: fixture.env("mpv"),
    columns: 60,
    around: (command) => `echo settings:$(stty -g); ${command}; code=$?; echo settings:$(stty -g); exit $code`,
  });
  await running.printed(/▶ 0:0\d/);
  running.type("\u0003");
  const { code, stdout } = await running.outcome;
  assertEquals(code, 130);
  const [before, after] = stdout.match(settings) ?? [];
  assertEquals(after, before);
  assertStringIncludes(stdout, "\r\x1b[Ksettings:");
  assertEquals(await fixture.leftovers(), []);
}));

Deno.test(withMpv(
  "an address that never works is exit 9, after some tries, with the player's message and no signature",
  FAST,
  async (fixture) => {
    fixture.sandbox.faults.add("expired_cdn_url");
    const { code, stderr } = await fixture.home.spawn(["play", "1001"], { env: fixture.env("mpv") });
    assertEquals(code, 9);
    assertMatch(stderr, /error: mpv cannot play ".+": .*(403|failed)/);
    assert(!/Signature=(?!redacted)/.test(stderr), stderr);
  },
));

Deno.test(withMpv("when a link dies on the way, play goes on from there with another", 6, async (fixture) => {
  const running = fixture.home.start(["play", "1006", "--verbose"], { env: fixture.env("mpv"), columns: 120 });
  await running.printed(/▶ 0:(0[2-9]|[1-9]\d)/);
  fixture.sandbox.clock.advance(600_000);
  const { code, stdout } = await running.outcome;
  assertEquals(code, 0, stdout);
  assertGreater(stdout.match(/GET \S+\/streams\/\S+ 302/g)?.length ?? 0, 1);
  const places = [...stdout.matchAll(/▶ 0:(\d\d)/g)].map(([, seconds]) => Number(seconds));
  assertEquals(places, places.toSorted((one, other) => one - other));
  const [, before = "", after = ""] = /^([^]*)GET \S+ 302([^]*)$/.exec(stdout) ?? [];
  const last = (screen: string) => Number([...screen.matchAll(/▶ 0:(\d\d)/g)].at(-1)?.[1]);
  assertGreater(last(after), last(before) + 5);
}));

Deno.test(withMpv("a player that dies is exit 9, and the end of the queue", 1, async (fixture) => {
  const running = fixture.home.start(["play", "1001", "1003", "--verbose"], { env: fixture.env("mpv") });
  await running.printedError(/Playing/);
  const [directory = "none"] = await fixture.leftovers();
  const [mpv = 0] = processesWith(directory, "mpv");
  // A number that isn't a process id could kill many processes.
  assert(mpv > 1, `no player with ${directory}`);
  Deno.kill(mpv, "SIGKILL");
  const { code, stderr } = await running.outcome;
  assertEquals(code, 9);
  // What mpv has complained of before its end comes first.
  assertMatch(stderr, /mpv cannot play ".+": \S/);
  assertEquals(stderr.match(/GET \S+\/streams\/\S+ 302/g)?.length, 1, "one link was asked for");
  assertEquals(stderr.match(/Playing /g)?.length, 1, "the second track wasn't begun");
}));

Deno.test(withMpv("--sandbox can be heard, though it has no port", FAST, async (fixture) => {
  const env = { ...fixture.env("mpv"), TONEARM_TOKEN: undefined };
  const { code, stderr } = await fixture.home.spawn(["--sandbox", "play", "1001"], { env });
  assertEquals(code, 0, stderr);
}));

Deno.test("tonearm play: a player that doesn't start is exit 9 with its message", async () => {
  await using fixture = await playerFixture({ speed: 1 });
  const { code, stderr } = await fixture.home.spawn(["play", "1001"], { env: fixture.env("broken") });
  assertEquals(code, 9);
  assertMatch(stderr, /mpv did not start: no sound card/);
  assertEquals(await fixture.leftovers(), []);
});

Deno.test("tonearm play: a player that exits before the first sound is exit 9", async () => {
  await using fixture = await playerFixture({ speed: 1 });
  const { code, stderr } = await fixture.home.spawn(["play", "1001", "1003"], { env: fixture.env("dying") });
  assertEquals(code, 9, stderr);
  assertMatch(stderr, /mpv cannot play ".+": mpv has exited/);
  assertEquals(await fixture.leftovers(), []);
});
