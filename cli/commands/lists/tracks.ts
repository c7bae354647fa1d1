/**
 * `tonearm tracks`
 *
 * @module
 */

import { act, type AnyCommand } from "../../command.ts";
import { TRACK_COLUMNS } from "../../output/columns.ts";
import { TRACK_FIELDS } from "../../output/fields.ts";
import { showUserList } from "./of_user.ts";
import { list } from "./list.ts";

/** Lists the tracks of a user. */
export function tracks(): AnyCommand {
  return list({ fields: TRACK_FIELDS, columns: [TRACK_COLUMNS] })
    .description("Show the tracks of a user\n\nWithout a user, it shows your own tracks.")
    .arguments("[user:string:user]")
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
