/**
 * The program: its tree of lazily loaded commands, and the execution of a command line.
 *
 * @module
 */

import { ValidationError } from "@cliffy/command";
import { openProfiles } from "./auth/credentials.ts";
import { act, type AnyCommand, command, type Invocation, ProgramCommand, showHelp } from "./command.ts";
import { TOPICS } from "./commands/help/topic_names.ts";
import { ClosedPipe, EXITS, explain, type Failure, usage } from "./errors.ts";
import type { Host } from "./host/host.ts";
import { layout } from "./output/help.ts";
import { withoutFarProposal } from "./proposals.ts";
import { GLOBAL_TYPES } from "./types.ts";
import { VERSION } from "./version.ts";

/** Loads a command. */
type Loader = () => Promise<AnyCommand>;

const COMMANDS: Readonly<Record<string, Loader>> = {
  search: async () => (await import("./commands/lists/search.ts")).search(),
  resolve: async () => (await import("./commands/resolve.ts")).resolve(),
  track: async () =>
    withCommands((await import("./commands/track/show.ts")).show(), {
      show: async () => (await import("./commands/track/show.ts")).show(),
      comments: async () => (await import("./commands/track/comments.ts")).comments(),
      likers: async () => (await import("./commands/track/likers.ts")).likers(),
      reposters: async () => (await import("./commands/track/reposters.ts")).reposters(),
      edit: async () => (await import("./commands/track/edit.ts")).edit(),
      delete: async () => (await import("./commands/track/delete.ts")).deleteTrack(),
    }),
  user: async () =>
    withCommands((await import("./commands/user/show.ts")).show(), {
      show: async () => (await import("./commands/user/show.ts")).show(),
    }),
  playlist: async () =>
    withCommands((await import("./commands/playlist/show.ts")).show(), {
      show: async () => (await import("./commands/playlist/show.ts")).show(),
      reposters: async () => (await import("./commands/playlist/reposters.ts")).reposters(),
      create: async () => (await import("./commands/playlist/create.ts")).create(),
      add: async () => (await import("./commands/playlist/add.ts")).add(),
      remove: async () => (await import("./commands/playlist/remove.ts")).remove(),
      move: async () => (await import("./commands/playlist/move.ts")).move(),
      edit: async () => (await import("./commands/playlist/edit.ts")).edit(),
      delete: async () => (await import("./commands/playlist/delete.ts")).deletePlaylist(),
    }),
  comments: async () => (await import("./commands/track/comments.ts")).comments(),
  related: async () => (await import("./commands/lists/related.ts")).related(),
  station: async () => (await import("./commands/station.ts")).station(),
  "web-profiles": async () => (await import("./commands/lists/web_profiles.ts")).webProfiles(),
  play: async () => (await import("./commands/play.ts")).play(),
  stream: async () => (await import("./commands/stream.ts")).stream(),
  open: async () => (await import("./commands/open.ts")).open(),
  me: async () => (await import("./commands/me.ts")).me(),
  likes: async () => (await import("./commands/lists/likes.ts")).likes(),
  tracks: async () => (await import("./commands/lists/tracks.ts")).tracks(),
  playlists: async () => (await import("./commands/lists/playlists.ts")).playlists(),
  reposts: async () => (await import("./commands/lists/reposts.ts")).reposts(),
  followers: async () => (await import("./commands/lists/followers.ts")).followers(),
  following: async () => (await import("./commands/lists/following.ts")).following(),
  history: async () => (await import("./commands/lists/history.ts")).history(),
  feed: async () => (await import("./commands/lists/feed.ts")).feed(),
  watch: async () => (await import("./commands/watch.ts")).watch(),
  like: async () => (await import("./commands/reactions/like.ts")).like(),
  unlike: async () => (await import("./commands/reactions/unlike.ts")).unlike(),
  repost: async () => (await import("./commands/reactions/repost.ts")).repost(),
  unrepost: async () => (await import("./commands/reactions/unrepost.ts")).unrepost(),
  follow: async () => (await import("./commands/reactions/follow.ts")).follow(),
  unfollow: async () => (await import("./commands/reactions/unfollow.ts")).unfollow(),
  comment: async () => (await import("./commands/comment.ts")).comment(),
  upload: async () => (await import("./commands/upload.ts")).upload(),
  storefront: async () => (await import("./commands/catalogue/storefront.ts")).storefront(),
  pull: async () => (await import("./commands/catalogue/pull.ts")).pull(),
  plan: async () => (await import("./commands/catalogue/plan.ts")).plan(),
  apply: async () => (await import("./commands/catalogue/apply.ts")).apply(),
  auth: async () =>
    withCommands((await import("./commands/auth/auth.ts")).auth(), {
      status: async () => (await import("./commands/auth/status.ts")).status(),
    }),
  login: async () => (await import("./commands/auth/login.ts")).login(),
  logout: async () => (await import("./commands/auth/logout.ts")).logout(),
  profile: () =>
    group("List, choose and remove profiles", {
      list: async () => (await import("./commands/auth/profile.ts")).list(),
      use: async () => (await import("./commands/auth/profile.ts")).use(),
      remove: async () => (await import("./commands/auth/profile.ts")).remove(),
    }),
  api: async () => (await import("./commands/api.ts")).api(),
  sandbox: () =>
    group("Run the service on this machine", {
      start: async () => (await import("./commands/sandbox/start.ts")).start(),
      init: async () => (await import("./commands/sandbox/init.ts")).init(),
      env: async () => (await import("./commands/sandbox/env.ts")).env(),
      reset: async () => (await import("./commands/sandbox/reset.ts")).reset(),
      exec: async () => (await import("./commands/sandbox/exec.ts")).exec(),
      proxy: async () => (await import("./commands/sandbox/proxy.ts")).proxy(),
      users: async () => (await import("./commands/sandbox/users.ts")).users(),
    }),
  mcp: async () => (await import("./commands/mcp.ts")).mcp(),
  doctor: async () => (await import("./commands/doctor/doctor.ts")).doctor(),
  upgrade: async () => (await import("./commands/upgrade.ts")).upgrade(),
  completions: async () => (await import("./commands/completions/completions.ts")).completions(),
  help: async () => (await import("./commands/help/help.ts")).help(),
};

function withCommands(parent: AnyCommand, children: Readonly<Record<string, Loader>>): AnyCommand {
  for (const [name, load] of Object.entries(children)) parent.command(name, load);
  return parent.reset();
}

/** Creates a command that only groups others. */
function group(summary: string, children: Readonly<Record<string, Loader>>): Promise<AnyCommand> {
  const names = Object.keys(children);
  const parent = command().description(summary);
  parent.action(act(() => {
    const path = parent.getPath();
    return Promise.reject(usage(`${path} needs a command: ${names.join(", ")}`, `See \`${path} --help\`.`));
  }));
  return Promise.resolve(withCommands(parent, children));
}

/** Creates the root command. */
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
    .help((shown: AnyCommand) => layout(shown, invocation.host))
    .noExit()
    .globalComplete("profile", () => openProfiles(invocation.host.env).names())
    .globalComplete("playlist", async () => {
      return (await import("./commands/playlist/remembered.ts")).offeredPlaylists(invocation.host.env);
    })
    .globalComplete("topic", () => [...TOPICS, ...Object.keys(COMMANDS)])
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
  return withCommands(root, COMMANDS);
}

/** Parses a command line and runs its command; an invalid one is a usage failure. */
async function parseCommand(root: AnyCommand, argv: readonly string[]): Promise<void> {
  try {
    await root.parse([...argv]);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const path = error.cmd?.getPath() ?? "tonearm";
    throw usage(withoutFarProposal(error.message), `See \`${path} --help\`.`);
  }
}

const VERSION_WORDS = ["-V", "--version"];

/** Runs a command line and returns the exit code. */
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
  const invocation: Invocation = { host, exitCode: 0 };
  await parseCommand(rootCommand(invocation), argv);
  return invocation.exitCode;
}

/** Prints the version if nothing else is requested; with `--verbose`, with details. */
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
  return EXITS[failure.kind].code;
}
