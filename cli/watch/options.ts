/**
 * The options of commands that follow events.
 *
 * @module
 */

import type { AnyCommand } from "../command.ts";

/** Their values. */
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
    .option("--state <file:path>", "Keep the place in this file, and go on from there next time")
    .option("--since <place:string>", "Go on from this place, as a state file or a watcher of the library has it", {
      conflicts: ["state"],
    })
    .option("--exec <command:string>", "Run this in a shell for each event, with its JSON on stdin")
    .option("--exec-retries <count:natural>", "Runs of it after a failed one, before everything stops (default: 3)")
    .option("--interval <seconds:seconds>", "Least seconds between two looks, 1 or more (default: 30)")
    .option("--once", "Look once, then end");
}

/** The first of the given options, as it's written. */
export function givenOption({ state, since, exec, execRetries, interval, once }: FollowValues): string | undefined {
  const values = { state, since, exec, "exec-retries": execRetries, interval, once };
  const found = Object.entries(values).find(([, value]) => value !== undefined);
  return found && `--${found[0]}`;
}
