/**
 * `tonearm me`
 *
 * @module
 */

import { type Command, command } from "../command.ts";
import { userCard } from "../output/cards.ts";
import { ME_FIELDS } from "../output/fields.ts";
import { card, show } from "../output/result.ts";

/** Shows the signed-in user. */
export const me: Command = command({
  words: "",
  options: {},
  fields: ME_FIELDS,
  examples: [
    ["Show who is signed in", "tonearm me"],
    ["The name alone, for a script", "tonearm me --json=username"],
  ],
  async run(context) {
    const { client } = await context.connectAsUser();
    const user = await client.me.getMe({ signal: context.host.signal });
    await show(context, user, () => card(context, userCard(user)));
  },
});
