/**
 * `tonearm follow`
 *
 * @module
 */

import type { AnyCommand } from "../../command.ts";
import { reaction } from "./reaction.ts";

/** Follows users. */
export function follow(): AnyCommand {
  return reaction({
    name: "follow",
    summary: "Follow users",
    done: "following",
    kinds: ["users"],
    set: async (client, { id }, call) => {
      await client.me.follow(id, call);
      return true;
    },
  });
}
