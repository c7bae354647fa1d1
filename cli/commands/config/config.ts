import type { Option } from "@cliffy/command";
import { act, type AnyCommand, command, commandAt } from "../../command.ts";
import type { Context } from "../../context.ts";
import { Failure, usage } from "../../errors.ts";
import type { GlobalValues } from "../../globals.ts";
import { writePrivately } from "../../host/paths.ts";
import { type Preferences, preferencesPath, readPreferences, wordsOf } from "../../host/preferences.ts";
import { showAtOnce } from "../../output/lists.ts";
import { show } from "../../output/result.ts";
import type { Column } from "../../output/table.ts";
import { line } from "../../output/text.ts";
import type { ViewValues } from "../../output/view.ts";
import { withCsv } from "../option_sets.ts";

const COLUMNS: readonly Column<{ readonly name: string; readonly value: string }>[] = [
  { title: "NAME", value: ({ name }) => name },
  { title: "VALUE", value: ({ value }) => value, shrinks: true },
];
const FIELDS = ["name", "value"];
const ALIAS = "alias.";

/** Options that choose credentials or the form of a result, or that confirm: a command line has to say so itself. */
const NEVER = /^(?:help|version|profile|sandbox|json|jsonl|jq|template|csv|yes|force|prune|public|write|revoke)$/;

export function list(): AnyCommand {
  return withCsv(command({ fields: FIELDS }))
    .description("List the defaults and aliases that are set")
    .example("What is set", "tonearm config list")
    .example("For a program", "tonearm config list --json")
    .action(act(async (context: Context, options: GlobalValues & ViewValues) => {
      const { aliases, defaults } = await readPreferences(context.env);
      const rows = [
        ...Object.entries(defaults),
        ...Object.entries(aliases).map(([name, value]) => [`${ALIAS}${name}`, value] as const),
      ].map(([name, value]) => ({ name, value }));
      await showAtOnce(context, rows, COLUMNS, options, "Nothing is set: see `tonearm config set --help`.");
    }));
}

export function set(): AnyCommand {
  const self = command({ fields: FIELDS });
  return self
    .description(
      "Set the default of an option, or an alias\n\n" +
        "limit sets the default of --limit for each command that has it, search.limit for one; an option without a value\n" +
        "takes yes. alias.NAME gives a command line a name: further arguments follow it. Options on the command\n" +
        "line and environment variables take precedence. The file is config.json in TONEARM_CONFIG_DIR.",
    )
    .arguments("<name:string> <value:string>")
    .example("Show 50 results", "tonearm config set limit 50")
    .example("Sort searches by plays", "tonearm config set search.sort plays")
    .example("A command of your own: tonearm slow", 'tonearm config set alias.slow "search lofi --bpm 60-90"')
    .action(act(async (context, _options, name, value) => {
      const root: AnyCommand = self.getMainCommand();
      if (name.startsWith(ALIAS)) await checkAlias(root, name.slice(ALIAS.length), value);
      else await checkDefault(root, name, value);
      await change(context, name, value);
      await show(context, { name, value }, () => line`${name} is ${value}`);
    }));
}

export function unset(): AnyCommand {
  return command({ fields: ["removed"] })
    .description("Remove a default or an alias")
    .arguments("<name:string>")
    .example("Return to the usual number of results", "tonearm config unset limit")
    .example("Remove an alias", "tonearm config unset alias.slow")
    .action(act(async (context, _options, name) => {
      await change(context, name, undefined);
      await show(context, { removed: name }, () => line`Removed ${name}`);
    }));
}

async function change({ env }: Context, whole: string, value: string | undefined): Promise<void> {
  const before = await readPreferences(env);
  const kind = whole.startsWith(ALIAS) ? "aliases" : "defaults";
  const name = kind === "aliases" ? whole.slice(ALIAS.length) : whole;
  const { [name]: _old, ...others } = before[kind];
  if (value === undefined && !Object.hasOwn(before[kind], name)) {
    throw new Failure("not_found", `${whole} is not set`, { hint: "See `tonearm config list`." });
  }
  const next: Preferences = { ...before, [kind]: value === undefined ? others : { ...others, [name]: value } };
  await writePrivately(preferencesPath(env), `${JSON.stringify(next, null, 2)}\n`);
}

async function checkAlias(root: AnyCommand, name: string, value: string): Promise<void> {
  if (!/^[a-z][\w-]*$/i.test(name)) {
    throw usage(`${JSON.stringify(name)} cannot be a command`, "Use letters and dashes.");
  }
  if (await commandAt(root, [name])) throw usage(`${name} is a command already`, "Choose another name.");
  const first = wordsOf(value).find((word) => !word.startsWith("-"));
  if (first !== undefined && await commandAt(root, [first])) return;
  throw usage(`${JSON.stringify(value)} names no command`, "Write what follows tonearm: alias.slow 'search lofi'.");
}

async function checkDefault(root: AnyCommand, name: string, value: string): Promise<void> {
  const path = name.split(".");
  const flag = path.pop() ?? "";
  if (NEVER.test(flag)) throw usage(`--${flag} has no default`, "Write it on the command line, or in an alias.");
  const commands = path.length === 0 ? await allBelow(root) : [await commandAt(root, path) ?? []].flat();
  const [found] = commands.flatMap((command) => {
    const options: Option[] = [...command.getBaseOptions(), ...command.getGlobalOptions()];
    return options.filter(({ flags }) => flags.includes(`--${flag}`)).map((option) => ({ command, option }));
  });
  if (!found) {
    const where = path.length === 0 ? "No command has" : `\`tonearm ${path.join(" ")}\` doesn't have`;
    throw usage(`${where} the option --${flag}`, "Name an option without its dashes: limit, or search.limit.");
  }
  const [argument] = found.option.args;
  if (argument) parse(found.command, { label: "Option", name: `--${flag}`, type: argument.type, value });
  else if (value !== "yes") throw usage(`--${flag} takes no value, but got ${JSON.stringify(value)}`, "Set it to yes.");
}

async function allBelow(command: AnyCommand): Promise<AnyCommand[]> {
  await command.loadBaseCommands();
  return [command, ...(await Promise.all(command.getBaseCommands().map(allBelow))).flat()];
}

/** Parses a value as Cliffy does, which keeps that to itself. */
function parse(command: object, given: { label: string; name: string; type: string; value: string }): void {
  (command as { parseType(given: object): unknown }).parseType(given);
}
