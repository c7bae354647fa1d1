import { act, type AnyCommand, command } from "../../command.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import { type Running, runningSandbox, signIn } from "../../host/sandbox.ts";
import { show } from "../../output/result.ts";
import { environmentOf } from "./world.ts";

export function env(): AnyCommand {
  return command()
    .description("Print the environment of the running sandbox")
    .option("--user <id:string>", "Sign in as this user of the catalogue; also sets TONEARM_TOKEN")
    .example("Point this shell at the running sandbox", 'eval "$(tonearm sandbox env)"')
    .example("As a user of the catalogue", 'eval "$(tonearm sandbox env --user 1)"')
    .action(act(async (context, options) => {
      const running = await needRunning(context);
      const token = options.user === undefined ? {} : { TONEARM_TOKEN: await signIn(context, running, options.user) };
      const variables = { ...environmentOf(running), ...token };
      const lines = Object.entries(variables).map(([name, value]) =>
        `export ${name}='${value.replaceAll("'", "'\\''")}'\n`
      );
      await show(context, variables, () => lines.join(""));
    }));
}

async function needRunning(context: Context): Promise<Running> {
  const running = await runningSandbox(context.env);
  if (running) return running;
  throw new Failure("failed", "No sandbox is running", { hint: "Start one with `tonearm sandbox start`." });
}
