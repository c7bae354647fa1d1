/**
 * `tonearm sandbox exec`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../../command.ts";
import { runChild } from "../../host/child.ts";
import { withServer } from "../../host/sandbox.ts";
import {
  environmentOf,
  proxyOptionsOf,
  settingsOf,
  withAllowOption,
  withWorldOptions,
  type WorldValues,
} from "./world.ts";

interface Values extends WorldValues {
  readonly user?: string;
  readonly allow?: readonly string[];
  readonly proxy: boolean;
}

/** Runs a command against a temporary sandbox. */
export function exec(): AnyCommand {
  const started = command()
    .description(
      "Run a command against a new sandbox\n\n" +
        "Starts a sandbox on a free port, runs the command with TONEARM_API_URL, TONEARM_AUTH_URL,\n" +
        "TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET set, stops the sandbox, and exits with the command's exit code.\n" +
        "Programs that use the service's own addresses reach the sandbox through a proxy, which refuses other hosts.",
    )
    .arguments("<command...:string>")
    .option("--user <id:string>", "Sign in as this user of the catalogue; also sets TONEARM_TOKEN");
  return withAllowOption(withWorldOptions(started))
    .option("--no-proxy", "Leave the command's network as it is")
    .example("Run a test suite", "tonearm sandbox exec -- npm test")
    .example("Run a program that uses the service's addresses", "tonearm sandbox exec -- python bot.py")
    .example("Run a command as a user", "tonearm sandbox exec --user 1 -- tonearm me")
    .action(act(async (context, options: Values, ...words: string[]) => {
      const { TONEARM_TOKEN: _token, TONEARM_SANDBOX: _sandbox, TONEARM_PROFILE: _profile, ...inherited } = context.env;
      const proxy = options.proxy ? proxyOptionsOf(context, options.allow) : undefined;
      return await withServer(settingsOf(options), { proxy }, async ({ running, tokenOf }) => {
        const token = options.user === undefined ? {} : { TONEARM_TOKEN: tokenOf(options.user) };
        return await runChild(words, { ...inherited, ...environmentOf(running), ...token }, context.host);
      });
    }));
}
