/**
 * `tonearm followers`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../command.ts";
import { USER_COLUMNS } from "../output/columns.ts";
import { USER_FIELDS } from "../output/fields.ts";
import { showUserList } from "./of_user.ts";

/** Shows who follows a user. */
export function followers(): AnyCommand {
  return command({ fields: USER_FIELDS })
    .description("Show who follows a user\n\nWithout a user: your own.")
    .arguments("[user:string:user]")
    .option("-n, --limit <count:count>", "Maximum number of results", { default: 20 })
    .option("-a, --all", "Show all results")
    .example("Who follows you", "tonearm followers")
    .example("Who follows somebody", "tonearm followers night-ferry --all")
    .action(act((context, options, word?) =>
      showUserList(context, word, options, {
        columns: USER_COLUMNS,
        mine: (client, limit, call) => client.me.getFollowers(limit, call),
        theirs: (client, user, limit, call) => client.users.getFollowers(user, limit, call),
      })
    ));
}
