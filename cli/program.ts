import { ValidationError } from "@cliffy/command";
import { openProfiles } from "./auth/credentials.ts";
import { act, type AnyCommand, command, type Invocation, ofCommand, ProgramCommand, showHelp } from "./command.ts";
import { COMMANDS, groupedNames, type Row } from "./commands.ts";
import { TOPICS } from "./commands/help/topic_names.ts";
import { ClosedPipe, explain, type Failure, usage } from "./errors.ts";
import type { Host } from "./host/host.ts";
import { readPreferences, withoutAlias } from "./host/preferences.ts";
import { layout } from "./output/help.ts";
import { withoutFarProposal, withoutTypes } from "./proposals.ts";
import { GLOBAL_TYPES } from "./types.ts";
import { VERSION } from "./version.ts";

function withCommands(parent: AnyCommand, path: string): AnyCommand {
  for (const [name, row] of rowsBelow(path)) {
    parent.command(name, async () => {
      const [whole, place, load] = row;
      const made = typeof load === "string" ? group(whole, load) : await load();
      withCommands(made, `${whole} `);
      return place === "second name" ? made.hidden() : made;
    });
  }
  return parent.reset();
}

function rowsBelow(path: string): (readonly [name: string, row: Row])[] {
  return COMMANDS.filter(([whole]) => whole.startsWith(path) && !whole.slice(path.length).includes(" "))
    .map((row) => [row[0].slice(path.length), row]);
}

function group(path: string, summary: string): AnyCommand {
  const names = rowsBelow(`${path} `).map(([name]) => name);
  const parent = command().description(summary);
  return parent.action(act(() => {
    const whole = parent.getPath();
    return Promise.reject(usage(`${whole} needs a command: ${names.join(", ")}`));
  }));
}

export function rootCommand(invocation: Invocation): AnyCommand {
  const program = new ProgramCommand();
  program.invocation = invocation;
  const root: AnyCommand = program.action(act(() => showHelp(program, [])));
  for (const [name, type] of Object.entries(GLOBAL_TYPES)) root.globalType(name, type);
  root.name("tonearm")
    .version(VERSION)
    .description("SoundCloud from the command line (unofficial)")
    .versionOption("-V, --version", "Show the version", {
      global: true,
      action: async () => await invocation.host.stdout.write((await import("./about.ts")).shortVersion()),
    })
    .help((shown: AnyCommand) => layout(shown, invocation.host, groupedNames()))
    .noExit()
    .globalComplete("profile", () => openProfiles(invocation.host.env).names())
    .globalComplete("playlist", async () => {
      return (await import("./commands/playlist/remembered.ts")).offeredPlaylists(invocation.host.env);
    })
    .globalComplete("topic", () => [...TOPICS, ...rowsBelow("").map(([name]) => name)])
    .globalOption("--json=[fields:fields]", "Print one JSON document; =id,title selects fields")
    .globalOption("--jsonl", "Print one JSON object per line")
    .globalOption("--jq <expression:string>", "Filter the JSON with jq: --jq '.[].title'")
    .globalOption("--template <text:string>", "Format the JSON with a Go template; see `tonearm help formatting`")
    .globalOption("--profile <name:string:profile>", "Use the credentials of this profile (env: TONEARM_PROFILE)")
    .globalOption("--sandbox", "Use the built-in sandbox: no account, no network (env: TONEARM_SANDBOX)")
    .globalOption("--timeout <seconds:seconds>", "Seconds to wait for each attempt of a request", { default: 30 })
    .globalOption("--retries <count:natural>", "Maximum number of retries", { default: 3 })
    .globalOption("-q, --quiet", "Print only errors on stderr")
    .globalOption("-v, --verbose", "Show requests with their ids, without secrets")
    .globalOption("--no-input", "Never ask questions; fail if an answer is needed")
    .globalOption("--no-pager", "Print long lists without a pager (env: TONEARM_PAGER, PAGER)")
    .globalOption("--no-color", "Print no colours (as with NO_COLOR, TERM=dumb or a pipe)");
  return withCommands(root, "");
}

async function parseCommand(root: AnyCommand, argv: readonly string[]): Promise<void> {
  try {
    await root.parse([...argv]);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw ofCommand(usage(withoutTypes(withoutFarProposal(error.message))), error.cmd);
  }
}

const VERSION_WORDS = ["-V", "--version"];

export async function run(argv: readonly string[], host: Host): Promise<number> {
  try {
    return await dispatch(argv, host);
  } catch (error) {
    const reason = host.signal.aborted ? host.signal.reason : error;
    if (reason instanceof ClosedPipe) return 0;
    return await fail(explain(reason), argv, host);
  }
}

async function dispatch(argv: readonly string[], host: Host): Promise<number> {
  if (argv.some((word) => VERSION_WORDS.includes(word)) && await printVersion(argv, host)) return 0;
  const { aliases, defaults } = await readPreferences(host.env);
  const invocation: Invocation = { host, exitCode: 0, defaults };
  await parseCommand(rootCommand(invocation), withoutAlias(argv, aliases));
  return invocation.exitCode;
}

async function printVersion(argv: readonly string[], host: Host): Promise<boolean> {
  const asked = (await import("./about.ts")).versionAskedFor(argv);
  if (asked !== undefined) await host.stdout.write(asked);
  return asked !== undefined;
}

async function fail(failure: Failure, argv: readonly string[], host: Host): Promise<number> {
  try {
    const { reportFailure } = await import("./output/report.ts");
    await reportFailure(failure, argv, host);
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
  }
  return failure.exit;
}
