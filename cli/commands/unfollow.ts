/**
 * `tonearm unfollow`
 *
 * @module
 */

import type { AnyCommand } from "../command.ts";
import { reaction } from "./reaction.ts";

/** Unfollows users. */
export function unfollow(): AnyCommand {
  return reaction({
    name: "unfollow",
    summary: "Unfollow users",
    done: "unfollowed",
    kinds: ["users"],
    set: async (client, { id }, call) => {
      await client.me.unfollow(id, call);
      return true;
    },
  });
}
