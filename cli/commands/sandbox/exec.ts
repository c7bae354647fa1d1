/**
 * `tonearm sandbox exec`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../../command.ts";
import { runChild } from "../../host/child.ts";
import { withServer } from "../../host/sandbox.ts";
import { environmentOf, settingsOf } from "./world.ts";

/** Runs a command against a sandbox of its own. */
export function exec(): AnyCommand {
  return command()
    .description(
      "Run a command against a sandbox of its own\n\n" +
        "Starts a sandbox on a free port, runs the command with TONEARM_API_URL, TONEARM_AUTH_URL,\n" +
        "TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET set, stops the sandbox, and exits as the command did.",
    )
    .arguments("<command...:string>")
    .option("--user <id:string>", "Sign in as this user of the catalogue: sets TONEARM_TOKEN too")
    .option("--data <directory:path>", "Keep the catalogue in this directory (default: in memory)")
    .option("--seed <number:natural>", "Which catalogue", { default: 42 })
    .option("--seed-file <file:path>", "Start with the users, tracks and apps of a YAML or JSON file")
    .option("--set <setting:string>", "Change a setting, such as playsLimit=3", { collect: true })
    .option("--clock <iso-time:string>", "Start the sandbox's clock at this time")
    .option("--strict", "Refuse what the service only frowns upon")
    .option(
      "--redirect-uri <uri:string>",
      "Where sign-in leads back to (default: http://127.0.0.1:8765/callback)",
    )
    .example("Run a test suite", "tonearm sandbox exec -- npm test")
    .example("As a user", "tonearm sandbox exec --user 1 -- tonearm me")
    .action(act(async (context, options, ...words) => {
      const { TONEARM_TOKEN: _token, TONEARM_SANDBOX: _sandbox, TONEARM_PROFILE: _profile, ...inherited } = context.env;
      return await withServer(settingsOf(options), { port: 0, hostname: undefined }, async ({ running, tokenOf }) => {
        const token = options.user === undefined ? {} : { TONEARM_TOKEN: tokenOf(options.user) };
        return await runChild(words, { ...inherited, ...environmentOf(running), ...token }, context.host);
      });
    }));
}
