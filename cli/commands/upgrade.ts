import { act, type AnyCommand, command } from "../command.ts";
import { show } from "../output/result.ts";
import { line } from "../output/text.ts";
import { installationOf } from "../upgrade/installation.ts";
import { isNewer } from "../upgrade/newer.ts";
import { newestVersion } from "../upgrade/release.ts";
import { BUILD, VERSION } from "../version.ts";

export function upgrade(): AnyCommand {
  return command({ fields: ["version", "newest", "installed_by", "upgraded", "command"] })
    .description(
      "Install the newest version\n\n" +
        "A single-file installation replaces itself after checking the release's checksum and, if GitHub's gh can verify\n" +
        "one, its attestation. If a package manager installed the program, the command for that manager is printed.",
    )
    .option("--check", "Check for a newer version without installing it")
    .example("Install the newest version", "tonearm upgrade")
    .example("Check for a newer version", "tonearm upgrade --check")
    .action(act(async (context, { check }) => {
      const [executable, newest] = await Promise.all([context.host.executable(), newestVersion(context)]);
      const { by, command: other } = installationOf({ build: BUILD, executable, module: import.meta.url });
      const result = { version: VERSION, newest, installed_by: by, upgraded: false, command: other ?? null };
      if (!isNewer(newest, VERSION)) {
        return await show(context, result, () => line`tonearm ${VERSION} is the newest version`);
      }
      if (other !== undefined || check) {
        const how = other ?? "tonearm upgrade";
        return await show(context, result, () => line`tonearm ${newest} is available (this is ${VERSION}): ${how}`);
      }
      const { replaceExecutable } = await import("../upgrade/replace.ts");
      const unverified = await replaceExecutable(context, executable, newest);
      if (unverified !== undefined) {
        await context.note(`The checksum matches. The attestation was not verified: ${unverified}.`);
      }
      await show(context, { ...result, upgraded: true }, () => line`Upgraded tonearm from ${VERSION} to ${newest}`);
    }));
}
