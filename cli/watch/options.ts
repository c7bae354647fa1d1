import type { AnyCommand } from "../command.ts";

export interface Followed {
  /** The same in each attempt, and after a restart. */
  readonly id: string;
}

export interface FollowValues {
  readonly state?: string | undefined;
  readonly place?: string | undefined;
  readonly since?: string | undefined;
  readonly exec?: string | undefined;
  readonly webhook?: string | undefined;
  readonly execRetries?: number | undefined;
  readonly interval?: number | undefined;
  readonly once?: true | undefined;
}

export function withFollowing(command: AnyCommand): AnyCommand {
  return command
    .option("--state <file:path>", "Store the position in this file, and continue from it next time")
    .option("--place <token:string>", "Resume from this position: the token of a state file or of the library", {
      conflicts: ["state"],
    })
    .option("--since <token:string>", "The former name of --place", { conflicts: ["state", "place"], hidden: true })
    .option("--exec <command:string>", "Run this in a shell for each event, with its JSON on stdin")
    .option("--webhook <url:string>", "Post each event to this URL, signed with TONEARM_WEBHOOK_KEY", {
      conflicts: ["exec"],
    })
    .option("--exec-retries <count:natural>", "Maximum number of retries of a failed command or post (default: 3)")
    .option("--interval <seconds:interval>", "Minimum seconds between polls, from 1 to 86400 (default: 30)")
    .option("--once", "Poll once, then exit");
}

/** Returns the first of the given options, as written on the command line. */
export function givenOption(
  { state, place, since, exec, webhook, execRetries, interval, once }: FollowValues,
): string | undefined {
  const values = { state, place, since, exec, webhook, "exec-retries": execRetries, interval, once };
  const found = Object.entries(values).find(([, value]) => value !== undefined);
  return found && `--${found[0]}`;
}
