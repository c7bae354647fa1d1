/**
 * The options of commands that follow events.
 *
 * @module
 */

import type { AnyCommand } from "../command.ts";

/** The values of the options. */
export interface FollowValues {
  readonly state?: string | undefined;
  readonly since?: string | undefined;
  readonly exec?: string | undefined;
  readonly execRetries?: number | undefined;
  readonly interval?: number | undefined;
  readonly once?: true | undefined;
}

/** Adds the options to a command. */
export function withFollowing(command: AnyCommand): AnyCommand {
  return command
    .option("--state <file:path>", "Store the place in this file, and continue there next time")
    .option("--since <place:string>", "Continue from this place: the token of a state file or of the library", {
      conflicts: ["state"],
    })
    .option("--exec <command:string>", "Run this in a shell for each event, with its JSON on stdin")
    .option("--exec-retries <count:natural>", "Maximum number of retries of a failed command (default: 3)")
    .option("--interval <seconds:seconds>", "Minimum seconds between polls, at least 1 (default: 30)")
    .option("--once", "Poll once, then exit");
}

/** Returns the first of the given options, as written on the command line. */
export function givenOption({ state, since, exec, execRetries, interval, once }: FollowValues): string | undefined {
  const values = { state, since, exec, "exec-retries": execRetries, interval, once };
  const found = Object.entries(values).find(([, value]) => value !== undefined);
  return found && `--${found[0]}`;
}
