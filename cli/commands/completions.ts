/**
 * `tonearm completions bash`, `zsh`, `fish`
 *
 * @module
 */

import { spelled } from "../arguments.ts";
import { type Command, command, type Entry, type Options } from "../command.ts";
import { bash, fish, type Node, zsh } from "../completion_scripts.ts";
import { GLOBALS } from "../globals.ts";

/** Prints a completion script for a shell. */
export function completions(shell: "bash" | "zsh" | "fish", example: string, entries: readonly Entry[]): Command {
  return command({
    words: "",
    details: "Completes commands, options, their values and the names of profiles.",
    options: {},
    examples: [
      ["Complete in this shell, now", `source <(tonearm completions ${shell})`],
      ["Complete from now on", example],
    ],
    async run(context) {
      await context.print({ bash, zsh, fish }[shell](await tree(entries)));
    },
  });
}

async function tree(entries: readonly Entry[], path: readonly string[] = []): Promise<Node[]> {
  const nodes = entries.map(async ({ name, summary, load, commands = [] }): Promise<Node[]> => {
    const own = [...path, name];
    const options: Options = { ...(await load?.())?.options, ...GLOBALS };
    const node: Node = {
      path: own,
      summary,
      options: Object.entries(options).map(([key, option]) => ({
        flag: spelled(key),
        summary: option.summary,
        takesValue: option.value !== undefined && !option.optional,
        ...(option.short ? { short: option.short } : {}),
        ...(option.choices ? { choices: option.choices } : {}),
      })),
      profiles: path[0] === "profile",
    };
    return [node, ...await tree(commands, own)];
  });
  return (await Promise.all(nodes)).flat();
}
