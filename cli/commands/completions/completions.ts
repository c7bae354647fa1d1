import { act, type AnyCommand, command } from "../../command.ts";
import { usage } from "../../errors.ts";
import { clean } from "../../output/text.ts";
import { SCRIPTS, type Shell, SHELLS } from "./scripts.ts";

const SETUPS: Readonly<Record<Shell, readonly [string, string]>> = {
  bash: ["source <(tonearm completions bash)", "echo 'source <(tonearm completions bash)' >> ~/.bashrc"],
  zsh: ["source <(tonearm completions zsh)", 'tonearm completions zsh > "${fpath[1]}/_tonearm"'],
  fish: [
    "tonearm completions fish | source",
    "tonearm completions fish > ~/.config/fish/completions/tonearm.fish",
  ],
  powershell: [
    "tonearm completions powershell | Out-String | Invoke-Expression",
    "tonearm completions powershell | Add-Content $PROFILE",
  ],
};

export function completions(): AnyCommand {
  const parent: AnyCommand = command().description("Print a completion script for a shell");
  parent.action(act(() => Promise.reject(usage(`${parent.getPath()} needs a command: ${SHELLS.join(", ")}`))));
  for (const shell of SHELLS) parent.command(shell, script(shell));
  return parent.command("complete", complete()).reset();
}

function script(shell: Shell): AnyCommand {
  const [now, always] = SETUPS[shell];
  return command()
    .description(
      `Print the script for ${shell}\n\nCompletes commands, options, their values, profile names and filenames.`,
    )
    .example("Complete in this shell, now", now)
    .example("Complete from now on", always)
    .action(act((context) => context.print(SCRIPTS[shell])));
}

function complete(): AnyCommand {
  const self = command();
  return self
    .description("Print what may come next on a command line, for completion scripts")
    .arguments("[word...:string]")
    .example("What follows `tonearm playlist`", "tonearm completions complete -- playlist ''")
    .example("Which values an option takes", "tonearm completions complete -- search --type=")
    .hidden()
    .action(act(async (context, _options, ...words) => {
      const { offersFor } = await import("./offers.ts");
      const offers = await offersFor(self.getMainCommand(), words);
      await context.print(offers.map(({ value, about }) => `${value}\t${clean(about)}`.trimEnd() + "\n").join(""));
    }));
}
