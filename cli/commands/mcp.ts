import { act, type AnyCommand, command } from "../command.ts";
import { usage } from "../errors.ts";

export function mcp(): AnyCommand {
  return command()
    .description(
      "Serve an assistant over the Model Context Protocol\n\n" +
        "Communicates over stdin and stdout, and uses the account that you are signed in with. Without --write it only " +
        "reads; uploads also need a --root. Responses never contain a token.",
    )
    .option("--write", "Let the assistant edit, like, follow, upload and delete")
    .option("--confirm", "Ask the user before each change, in a client that can ask")
    .option("--root <folder:path>", "A folder from which files may be uploaded", { collect: true })
    .example("The command for an assistant's configuration", "tonearm mcp")
    .example("Allow changes that the user confirms", "tonearm mcp --write --confirm")
    .example("Allow changes, and uploads from a folder", "tonearm mcp --write --root ~/Music/releases")
    .action(act(async (context, { write, confirm, root }) => {
      if ((root || confirm) && !write) throw usage(`${root ? "--root" : "--confirm"} needs --write`);
      const { serve } = await import("../mcp/server.ts");
      await serve(context, { mayWrite: write ?? false, confirms: confirm ?? false, roots: root ?? [] });
    }));
}
