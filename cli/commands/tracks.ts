/**
 * `tonearm tracks`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../command.ts";
import { TRACK_COLUMNS } from "../output/columns.ts";
import { TRACK_FIELDS } from "../output/fields.ts";
import { showUserList } from "./of_user.ts";

/** Shows the tracks of a user. */
export function tracks(): AnyCommand {
  return command({ fields: TRACK_FIELDS })
    .description("Show the tracks of a user\n\nWithout a user: your own.")
    .arguments("[user:string:user]")
    .option("-n, --limit <count:count>", "Maximum number of results", { default: 20 })
    .option("-a, --all", "Show all results")
    .example("Your tracks", "tonearm tracks")
    .example("All of somebody's, for a program", "tonearm tracks night-ferry --all --jsonl")
    .action(act((context, options, word?) =>
      showUserList(context, word, options, {
        columns: TRACK_COLUMNS,
        mine: (client, limit, call) => client.me.getTracks(limit, call),
        theirs: (client, user, limit, call) => client.users.getTracks(user, limit, call),
      })
    ));
}
