import { act, type AnyCommand, command, commandAt, showHelp } from "../../command.ts";
import { usage } from "../../errors.ts";
import { TOPICS } from "./topic_names.ts";
import { topic } from "./topics.ts";

export function help(): AnyCommand {
  const self = command();
  return self
    .description("Show the help of a command, or of a topic: commands, environment, exit-codes, formatting")
    .arguments("[topic...:string:topic]")
    .example("What a command does", "tonearm help playlist add")
    .example("Which variables it reads", "tonearm help environment")
    .action(act(async (context, _options, ...words) => {
      const root: AnyCommand = self.getMainCommand();
      const [first] = words;
      if (first !== undefined && TOPICS.some((name) => name === first)) {
        await root.loadBaseCommands();
        return await context.print(topic(first, root, context.host.stdout.columns || Infinity));
      }
      if (!await commandAt(root, words)) {
        throw usage(`There is no command or topic ${JSON.stringify(words.join(" "))}`, "See `tonearm help commands`.");
      }
      await showHelp(root, words);
    }));
}
