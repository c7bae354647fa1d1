/**
 * `tonearm mcp`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../command.ts";
import { usage } from "../errors.ts";

/** Serves assistants over the Model Context Protocol. */
export function mcp(): AnyCommand {
  return command()
    .description(
      "Serve an assistant over the Model Context Protocol\n\n" +
        "Speaks on stdin and stdout with the account that you are signed in with. It only reads unless --write is " +
        "given; uploads need a --root as well. No token ever appears in an answer.",
    )
    .option("--write", "Let the assistant edit, like, follow, upload and delete")
    .option("--root <folder:path>", "A folder that may be uploaded from", { collect: true })
    .example("What an assistant's configuration names", "tonearm mcp")
    .example("Let it change things, and upload from a folder", "tonearm mcp --write --root ~/Music/releases")
    .action(act(async (context, { write, root }) => {
      if (root && !write) throw usage("--root needs --write");
      const { serve } = await import("../mcp/server.ts");
      await serve(context, { mayWrite: write ?? false, roots: root ?? [] });
    }));
}
