/**
 * `tonearm following`
 *
 * @module
 */

import { act, type AnyCommand } from "../../command.ts";
import { usage } from "../../errors.ts";
import { TRACK_COLUMNS, USER_COLUMNS } from "../../output/columns.ts";
import { anyOf, TRACK_FIELDS, USER_FIELDS } from "../../output/fields.ts";
import { pageSize, showList } from "../../output/lists.ts";
import { showUserList } from "./of_user.ts";
import { list } from "./list.ts";

/** Lists the users that a user follows. */
export function following(): AnyCommand {
  return list({ fields: anyOf(USER_FIELDS, TRACK_FIELDS), columns: [USER_COLUMNS, TRACK_COLUMNS] })
    .description("Show whom a user follows\n\nWithout a user, it shows whom you follow.")
    .arguments("[user:string:user]")
    .option("--tracks", "Show new tracks of the users you follow instead")
    .example("Whom you follow", "tonearm following")
    .example("Whom somebody follows", "tonearm following night-ferry --all")
    .action(act(async (context, options, word?) => {
      if (!options.tracks) {
        return await showUserList(context, word, options, {
          columns: USER_COLUMNS,
          mine: (client, limit, call) => client.me.getFollowings(limit, call),
          theirs: (client, user, limit, call) => client.users.getFollowings(user, limit, call),
        });
      }
      if (word !== undefined && word !== "me") {
        throw usage("--tracks shows only tracks of users that you follow: leave out the user");
      }
      const { client } = await context.connectAsUser();
      const call = { signal: context.host.signal };
      const first = await client.me.getFollowingsTracks(pageSize(options), call);
      await showList(context, first, TRACK_COLUMNS, options);
    }));
}
