import { assertEquals, assertStringIncludes } from "@std/assert";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { KEYRING_PROGRAMS, startKeyring } from "../../support/cli/keyring.ts";
import { playerFixture } from "../../support/cli/players.ts";
import { pathOf, without } from "../../support/programs.ts";

/** The path of Debian's script that connects mpv to media keys. */
const SCRIPT = "/usr/lib/mpv-mpris/mpris.so";
const programs = ["mpv", "playerctl", ...KEYRING_PROGRAMS];
if (!await Deno.stat(SCRIPT).then(() => true, () => false)) programs.push("mpv-mpris");

/** Plays tracks on a desktop whose media keys reach mpv. */
async function playOnDesktop(...ids: string[]) {
  const bus = await startKeyring({ locked: true });
  const fixture = await playerFixture({ speed: 1 });
  const scripts = join(fixture.home.directory, "settings", "scripts");
  await mkdir(scripts);
  await symlink(SCRIPT, join(scripts, "mpris.so"));
  const running = fixture.home.start(["play", ...ids], { env: { ...fixture.env("mpv"), ...bus.env } });
  const control = async (...args: string[]) => {
    const command = new Deno.Command(pathOf("playerctl") ?? "", { args: ["-p", "mpv", ...args], env: bus.env });
    return new TextDecoder().decode((await command.output()).stdout).trim();
  };
  return {
    ...{ fixture, running, control },
    /** Waits until the desktop shows a value. */
    shown: async (is: (shown: string) => boolean, ...args: string[]) => {
      for (let attempt = 0; !is(await control(...args)); attempt++) {
        if (attempt > 200) throw new Error(`never so: ${args}: ${await control(...args)}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async [Symbol.asyncDispose]() {
      await fixture[Symbol.asyncDispose]();
      await bus[Symbol.asyncDispose]();
    },
  };
}

Deno.test({
  name: "tonearm play: a desktop's next, previous and stop keys change the track and end playback",
  ignore: without(...programs),
  async fn() {
    await using desktop = await playOnDesktop("1001", "1078");
    const { running, fixture, control, shown } = desktop;
    const [first = "", second = ""] = await Promise.all(
      [1001, 1078].map(async (id) => (await fixture.client.tracks.getTrack(id)).title),
    );
    const plays = (title: string) => shown((text) => text.startsWith(`${title} by `), "metadata", "xesam:title");
    await plays(first);
    await control("next");
    await plays(second);
    await control("previous");
    await plays(first);
    await control("stop");
    const { code, stderr } = await running.outcome;
    assertEquals({ code, played: stderr.match(/Playing /g)?.length }, { code: 0, played: 3 }, stderr);
    assertEquals(await fixture.leftovers(), []);
  },
});

Deno.test({
  name: "tonearm play: receives media keys through mpv's MPRIS script",
  ignore: without(...programs),
  async fn() {
    await using desktop = await playOnDesktop("1001");
    const { running, fixture, control } = desktop;
    /** Presses a key until it works, because mpv registers with the desktop before it has a sound. */
    const press = async (key: "pause" | "play", status: string) => {
      for (let attempt = 0; await control("status") !== status; attempt++) {
        if (attempt > 200) throw new Error(`never ${status}: ${await control("status")}`);
        await control(key);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await running.printedError(/Playing/);
    await press("pause", "Paused");
    assertStringIncludes(await control("metadata", "xesam:title"), " by ");
    await press("play", "Playing");
    running.signal("SIGTERM");
    assertEquals((await running.outcome).code, 143);
    assertEquals(await control("status"), "");
    assertEquals(await fixture.leftovers(), []);
  },
});
