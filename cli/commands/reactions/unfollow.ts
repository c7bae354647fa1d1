/**
 * `tonearm unfollow`
 *
 * @module
 */

import type { AnyCommand } from "../../command.ts";
import { unfollowUser } from "../../unfollow.ts";
import { reaction } from "./reaction.ts";

/** Unfollows users. */
export function unfollow(): AnyCommand {
  return reaction({
    name: "unfollow",
    summary: "Unfollow users",
    done: "unfollowed",
    idle: "was not followed",
    kinds: ["users"],
    set: (client, { id }, call) => unfollowUser(client, id, call),
  });
}
