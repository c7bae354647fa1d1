/** Shows a page in a browser that nothing drives, so that this needs no driver. */
import { assert } from "@std/assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { CHROMIUM } from "../programs.ts";

const QUIET = [
  "--autoplay-policy=no-user-gesture-required",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
];
/** How each browser is started with an empty profile. */
export const BROWSERS: Readonly<Record<string, (profile: string) => readonly string[]>> = {
  [CHROMIUM]: (profile) => ["--no-sandbox", ...QUIET, `--user-data-dir=${profile}`],
  "firefox-esr": (profile) => ["--headless", "--no-remote", "--profile", profile],
};

function isRemoved(folder: string): Promise<boolean> {
  return Deno.remove(folder, { recursive: true }).then(() => true, () => false);
}

/**
 * Starts a program, and ends it and its process group when stdin does, so that a browser doesn't outlive the tests even
 * if these are killed. A browser may be a script that starts another program, and its helpers would write their caches
 * after the folder is removed.
 */
const GUARD = '"$@" & read -r end; kill $!; wait $!; kill -KILL 0';

/** A browser that shows a page until it is disposed. */
export async function show(browser: string, url: string): Promise<AsyncDisposable> {
  // Chromium's socket is below it, and the path of a socket is at most 107 bytes long.
  const profile = await Deno.makeTempDir({ prefix: "b-" });
  // Its own files are below these.
  const env = { HOME: profile, XDG_CACHE_HOME: profile, XDG_CONFIG_HOME: profile, TMPDIR: profile };
  const words = [browser, ...BROWSERS[browser]?.(profile) ?? [], url];
  const child = spawn("sh", ["-c", GUARD, "sh", ...words], {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  return {
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, "exit");
      // The last of its processes may still write.
      for (let left = 100; !await isRemoved(profile); left--) assert(left > 0, profile);
    },
  };
}
