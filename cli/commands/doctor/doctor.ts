/**
 * `tonearm doctor`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../../command.ts";
import { type Check, findings } from "./checks.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import { show } from "../../output/result.ts";
import { clean, pad } from "../../output/text.ts";
import { wrap } from "../../output/wrap.ts";

const MARKS = { ok: "ok", warning: "warning", problem: "problem" } as const;
const MARK_COLUMNS = 8;
const NAME_COLUMNS = 12;

/** Diagnoses the program's environment. */
export function doctor(): AnyCommand {
  return command({ fields: ["name", "state", "found", "advice"] })
    .description(
      "Check the program's setup for problems\n\n" +
        "Checks both hosts of the service, the clock, the credentials, the player and the versions, and says how to fix\n" +
        "each problem. Exits with 1 if there is a problem.",
    )
    .example("Find problems", "tonearm doctor")
    .example("For a bug report", "tonearm doctor --json")
    .action(act(async (context) => {
      const checks = await findings(context);
      const paint = { ok: context.out.green, warning: context.out.yellow, problem: context.out.red };
      await show(context, checks, () =>
        checks.map((check) => {
          return context.host.stdout.isTTY ? card(check, paint[check.state], context) : tabbed(check);
        }).join(""));
      const problems = checks.filter(({ state }) => state === "problem");
      if (problems.length === 0) return;
      const names = problems.map(({ name }) => name).join(", ");
      throw new Failure("failed", `${problems.length} of ${checks.length} need attention: ${names}`, {
        code: "unhealthy",
        failures: problems,
      });
    }));
}

type Paint = (text: string) => string;

function tabbed({ name, state, found, advice }: Check): string {
  return `${[MARKS[state], name, found, advice ?? ""].map(clean).join("\t").trimEnd()}\n`;
}

/** Formats a check for a terminal: the finding, and the remedy below it. */
function card({ name, state, found, advice }: Check, mark: Paint, { out, columns }: Context): string {
  const indent = MARK_COLUMNS + NAME_COLUMNS;
  const lines = (text: string) => wrap(clean(text), Math.max(columns - indent, MARK_COLUMNS));
  const below = [...lines(found).slice(1), ...(advice === null ? [] : lines(advice).map(out.dim))];
  const first = `${mark(pad(MARKS[state], MARK_COLUMNS))}${pad(name, NAME_COLUMNS)}${lines(found)[0]}`;
  return `${[first, ...below.map((line) => " ".repeat(indent) + line)].join("\n")}\n`;
}
