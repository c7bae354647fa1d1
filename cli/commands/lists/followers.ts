/**
 * `tonearm followers`
 *
 * @module
 */

import { act, type AnyCommand } from "../../command.ts";
import { USER_COLUMNS } from "../../output/columns.ts";
import { USER_FIELDS } from "../../output/fields.ts";
import { showUserList } from "./of_user.ts";
import { list } from "./list.ts";

/** Lists the followers of a user. */
export function followers(): AnyCommand {
  return list({ fields: USER_FIELDS, columns: [USER_COLUMNS] })
    .description("Show who follows a user\n\nWithout a user, it shows your followers.")
    .arguments("[user:string:user]")
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
