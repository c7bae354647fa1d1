import { act, type AnyCommand, command } from "../command.ts";
import { userCard } from "../output/cards.ts";
import { ME_FIELDS } from "../output/fields.ts";
import { card, show } from "../output/result.ts";

export function me(): AnyCommand {
  return command({ fields: ME_FIELDS })
    .description("Show the signed-in user")
    .example("Show who is signed in", "tonearm me")
    .example("Only the name, for a script", "tonearm me --json=username")
    .action(act(async (context) => {
      const { client } = await context.connectAsUser();
      const user = await client.me.getMe(context.call);
      await show(context, user, () => card(context, userCard(user)));
    }));
}
