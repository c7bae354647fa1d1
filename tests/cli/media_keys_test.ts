import { assertEquals, assertStringIncludes } from "@std/assert";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { KEYRING_PROGRAMS, startKeyring } from "../support/keyring.ts";
import { setStage } from "../support/players.ts";
import { pathOf, without } from "../support/programs.ts";

/** Debian's place for the script that connects mpv to media keys. */
const SCRIPT = "/usr/lib/mpv-mpris/mpris.so";
const programs = ["mpv", "playerctl", ...KEYRING_PROGRAMS];
if (!await Deno.stat(SCRIPT).then(() => true, () => false)) programs.push("mpv-mpris");

Deno.test({
  name: "tonearm play: media keys reach it through mpv and its script for MPRIS",
  ignore: without(...programs),
  async fn() {
    await using bus = await startKeyring({ locked: true });
    await using stage = await setStage({ speed: 1 });
    const scripts = join(stage.home.directory, "settings", "scripts");
    await mkdir(scripts);
    await symlink(SCRIPT, join(scripts, "mpris.so"));
    const running = stage.home.start(["play", "1001"], { env: { ...stage.env("mpv"), ...bus.env } });
    const control = async (...args: string[]) => {
      const command = new Deno.Command(pathOf("playerctl") ?? "", { args: ["-p", "mpv", ...args], env: bus.env });
      return new TextDecoder().decode((await command.output()).stdout).trim();
    };
    /** Presses a key until it has worked. mpv has the player of a desktop before it has a sound. */
    const press = async (key: "pause" | "play", status: string) => {
      for (let attempt = 0; await control("status") !== status; attempt++) {
        if (attempt > 200) throw new Error(`never ${status}: ${await control("status")}`);
        await control(key);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await running.said(/Playing/);
    await press("pause", "Paused");
    assertStringIncludes(await control("metadata", "xesam:title"), " by ");
    await press("play", "Playing");
    running.signal("SIGTERM");
    assertEquals((await running.outcome).code, 143);
    assertEquals(await control("status"), "");
    assertEquals(await stage.leftovers(), []);
  },
});
