/**
 * `tonearm completions bash`, `zsh`, `fish`
 *
 * @module
 */

import { spelled } from "../arguments.ts";
import { type Command, command, type Entry, type Options } from "../command.ts";
import { bash, fish, type Node, zsh } from "../completion_scripts.ts";
import { GLOBALS } from "../globals.ts";

/** A shell that there is a script for. */
export type Shell = "bash" | "zsh" | "fish";

/** What loads the script of a shell, this time and from now on. */
const SETUPS: Readonly<Record<Shell, readonly [string, string]>> = {
  bash: ["source <(tonearm completions bash)", "echo 'source <(tonearm completions bash)' >> ~/.bashrc"],
  zsh: ["source <(tonearm completions zsh)", 'tonearm completions zsh > "${fpath[1]}/_tonearm"'],
  fish: [
    "tonearm completions fish | source",
    "tonearm completions fish > ~/.config/fish/completions/tonearm.fish",
  ],
};

/** Prints a completion script for a shell. */
export function completions(shell: Shell, entries: readonly Entry[]): Command {
  const [now, always] = SETUPS[shell];
  return command({
    words: "",
    details: "Completes commands, options, their values and the names of profiles.",
    options: {},
    examples: [
      ["Complete in this shell, now", now],
      ["Complete from now on", always],
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
