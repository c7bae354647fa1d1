/**
 * `tonearm doctor`
 *
 * @module
 */

import { type Command, command } from "../command.ts";
import { type Check, findings } from "../checkup.ts";
import { Failure } from "../errors.ts";
import { clean, pad } from "../output/text.ts";
import { show } from "../output/result.ts";

const MARKS = { ok: "ok", warning: "warning", problem: "problem" } as const;
const MARK_COLUMNS = 8;
const NAME_COLUMNS = 12;

/** Looks for what keeps the program from working. */
export const doctor: Command = command({
  words: "",
  details:
    "Looks at both hosts of the service, the clock, the credentials, the player and the versions, and says what to\n" +
    "do about what it finds. Exit 1 when there is a problem.",
  options: {},
  fields: ["name", "state", "found", "advice"],
  examples: [
    ["What is wrong here?", "tonearm doctor"],
    ["For a report of a bug", "tonearm doctor --json"],
  ],
  async run(context) {
    const checks = await findings(context);
    const paint = { ok: context.out.green, warning: context.out.yellow, problem: context.out.red };
    await show(context, checks, () =>
      checks.map((check) => {
        const { tabbed, lines } = texts(check);
        if (!context.host.stdout.isTTY) return tabbed;
        return lines(paint[check.state], context.out.dim);
      }).join(""));
    const problems = checks.filter(({ state }) => state === "problem");
    if (problems.length === 0) return;
    const names = problems.map(({ name }) => name).join(", ");
    throw new Failure("failed", `${problems.length} of ${checks.length} need attention: ${names}`, {
      code: "unhealthy",
      failures: problems,
    });
  },
});

type Paint = (text: string) => string;

function texts({ name, state, found, advice }: Check): {
  readonly tabbed: string;
  lines(mark: Paint, dim: Paint): string;
} {
  return {
    tabbed: `${[MARKS[state], name, found, advice ?? ""].map(clean).join("\t").trimEnd()}\n`,
    lines: (mark, dim) => {
      const first = `${mark(pad(MARKS[state], MARK_COLUMNS))}${pad(name, NAME_COLUMNS)}${clean(found)}\n`;
      return advice === null ? first : `${first}${" ".repeat(MARK_COLUMNS + NAME_COLUMNS)}${dim(clean(advice))}\n`;
    },
  };
}
