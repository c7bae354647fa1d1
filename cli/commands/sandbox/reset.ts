import { act, type AnyCommand, command } from "../../command.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import { confirmDeletion } from "../../output/prompt.ts";
import { keptPath, removeKept, runningSandbox } from "../../host/sandbox.ts";
import { show } from "../../output/result.ts";
import { line } from "../../output/text.ts";

export function reset(): AnyCommand {
  return command({ fields: ["reset"] })
    .description(
      "Reset the catalogue to its initial state\n\n" +
        "Resets the running sandbox, or, if none runs, the one that --sandbox keeps in the data directory. Asks first if\n" +
        "the running one was started with --data; without a terminal, --yes is then required.",
    )
    .option("-y, --yes", "Don't ask")
    .example("Start over", "tonearm sandbox reset")
    .example("Start over, then list the likes", "tonearm sandbox reset && tonearm --sandbox likes")
    .action(act(async (context, options) => {
      const running = await runningSandbox(context.env);
      const what = running ? running.url : keptPath(context.env);
      if (running?.data && !options.yes) await confirmDeletion(context, `everything in ${running.data}`);
      if (running) await post(context, `${running.url}/_sandbox/reset`);
      else await removeKept(context.env);
      await show(context, { reset: what }, () => line`Reset ${what}`);
    }));
}

async function post(context: Context, url: string): Promise<void> {
  const response = await context.fetch(url, { method: "POST" });
  await response.body?.cancel();
  if (!response.ok) throw new Failure("failed", `Cannot reset the sandbox: it responded with ${response.status}`);
}
