import { act, type AnyCommand, command } from "../../command.ts";
import { type Check, findings } from "./checks.ts";
import { Failure } from "../../errors.ts";
import { show } from "../../output/result.ts";
import { dim, green, joined, red, type Styled, yellow } from "../../output/style.ts";
import { clean, pad } from "../../output/text.ts";
import { wrap } from "../../output/wrap.ts";

const MARK_COLUMNS = 8;
const NAME_COLUMNS = 12;

export function doctor(): AnyCommand {
  return command({ fields: ["name", "state", "found", "advice"] })
    .description(
      "Check the program's setup for problems\n\n" +
        "Checks both hosts of SoundCloud, the clock, the credentials, the player and the versions, and says how to fix\n" +
        "each problem. With --store, checks where a program of yours keeps its sessions instead. Exits with 1 if there is\n" +
        "a problem.",
    )
    .option("--store <file-or-url:string>", "Check this token store instead: a file, redis://… or postgres://…")
    .example("Find problems", "tonearm doctor")
    .example("For a bug report", "tonearm doctor --json")
    .example("Check where a program keeps a session", "tonearm doctor --store session.json")
    .action(act(async (context, { store }) => {
      const checks = await findings(context, store);
      await show(
        context,
        checks,
        () => checks.map((check) => context.host.stdout.isTTY ? card(check, context.columns) : tabbed(check)),
      );
      const problems = checks.filter(({ state }) => state === "problem");
      if (problems.length === 0) return;
      const names = problems.map(({ name }) => name).join(", ");
      throw new Failure("failed", `${problems.length} of ${checks.length} need attention: ${names}`, {
        code: "unhealthy",
        hint: "Each has its advice above.",
        failures: problems,
      });
    }));
}

const PAINTS = { ok: green, warning: yellow, problem: red } as const;

function tabbed({ name, state, found, advice }: Check): string {
  return `${[state, name, found, advice ?? ""].map(clean).join("\t").trimEnd()}\n`;
}

function card({ name, state, found, advice }: Check, columns: number): Styled {
  const indent = MARK_COLUMNS + NAME_COLUMNS;
  const lines = (text: string) => wrap(clean(text), Math.max(columns - indent, MARK_COLUMNS));
  const below = [...lines(found).slice(1), ...(advice === null ? [] : lines(advice).map(dim))];
  const mark = PAINTS[state](pad(state, MARK_COLUMNS));
  const first = [mark, pad(name, NAME_COLUMNS), lines(found)[0] ?? ""];
  return [joined([first, ...below.map((line) => [" ".repeat(indent), line])], "\n"), "\n"];
}
