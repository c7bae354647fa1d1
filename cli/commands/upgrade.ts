/**
 * `tonearm upgrade`
 *
 * @module
 */

import { realpath } from "node:fs/promises";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { act, type AnyCommand, command } from "../command.ts";
import { show } from "../output/result.ts";
import { line } from "../output/text.ts";
import { installationOf } from "../upgrade/installation.ts";
import { newestVersion } from "../upgrade/release.ts";
import { BUILD, VERSION } from "../version.ts";

/** Installs the newest version, or prints how to install it. */
export function upgrade(): AnyCommand {
  return command({ fields: ["version", "newest", "installed_by", "upgraded", "command"] })
    .description(
      "Install the newest version\n\n" +
        "A single-file installation replaces itself after checking the release's checksum and, if GitHub's gh is signed\n" +
        "in, its attestation. If a package manager installed the program, the command for that manager is printed.",
    )
    .option("--check", "Check for a newer version without installing it")
    .example("Install the newest version", "tonearm upgrade")
    .example("Check for a newer version", "tonearm upgrade --check")
    .action(act(async (context, { check }) => {
      const module = import.meta.url;
      const [executable, newest] = await Promise.all([realpath(process.execPath), newestVersion(context)]);
      const path = module.startsWith("file:") ? fileURLToPath(module) : module;
      const { by, command: other } = installationOf({ build: BUILD, executable, module: path });
      const result = { version: VERSION, newest, installed_by: by, upgraded: false, command: other ?? null };
      if (!isNewer(newest, VERSION)) return await show(context, result, () => line`tonearm ${VERSION} is the newest`);
      if (other !== undefined || check) {
        const how = other ?? "tonearm upgrade";
        return await show(context, result, () => line`tonearm ${newest} is there (this is ${VERSION}): ${how}`);
      }
      const { replaceExecutable } = await import("../upgrade/replace.ts");
      const { attested } = await replaceExecutable(context, executable, newest);
      if (!attested) {
        await context.note("The checksum is right; gh, which checks attestations, is not there or not signed in.");
      }
      await show(context, { ...result, upgraded: true }, () => line`tonearm ${newest} is in place of ${VERSION}`);
    }));
}

/** Compares version numbers; a version with a suffix precedes the one without. */
function isNewer(candidate: string, current: string): boolean {
  const compare = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true });
  const [numbers, suffix] = parts(candidate);
  const [currentNumbers, currentSuffix] = parts(current);
  const order = compare(numbers, currentNumbers);
  if (order !== 0 || currentSuffix === "") return order > 0;
  return suffix === "" || compare(suffix, currentSuffix) > 0;
}

function parts(version: string): readonly [numbers: string, suffix: string] {
  const [numbers = "", ...rest] = version.split("-");
  return [numbers, rest.join("-")];
}
