// Runs the examples of the help unchanged: in a shell, with the files and programs that they name, a sandbox, and a
// simulated user.
import { join } from "node:path";
import { program, type Running, start } from "../../../support/cli/cli.ts";
import { type Outcome, runInProcess } from "../../../support/cli/test_host.ts";
import { type PlayerFixture, playerFixture } from "../../../support/cli/players.ts";
import { Releases } from "../../../support/cli/releases.ts";
import { writePrograms } from "../../../support/programs.ts";

/** What an example needs besides the sandbox. */
export interface Setting {
  /** A script that runs before the line, in the same shell. */
  readonly before?: string;
  /** A script that runs after the line and shows its effect. */
  readonly after?: string;
  /** At a terminal: the keys to type when the screen shows a text. */
  readonly types?: readonly (readonly [shown: RegExp, keys: string])[];
  /** Matches the URL that the line prints for the user, who opens it and allows the access. */
  readonly opens?: RegExp;
  /** The exit code. Default: 0. Ctrl-C gives 130. */
  readonly code?: number;
  /** The shell. Default: bash. */
  readonly shell?: "bash" | "zsh" | "fish" | "pwsh";
  /** The credentials in the environment: a token, the app's id and secret, or none. */
  readonly credentials?: "token" | "app" | "none";
  /** The programs that the line requires. */
  readonly needs?: readonly string[];
}

/** The app that the lines sign in with. Its redirect URIs cover each port that `tonearm login` tries. */
const APP = {
  clientId: "abc",
  clientSecret: "app-secret",
  redirectUris: [8765, 8766, 8767].map((port) => `http://127.0.0.1:${port}/callback`),
};

const BOT = `import urllib.error, urllib.request
try:
    urllib.request.urlopen("https://api.soundcloud.com/me")
except urllib.error.HTTPError as error:
    assert error.code == 401, error
`;

/** The files that the lines name. */
const FILES: Readonly<Record<string, string>> = {
  "tracks.txt": "1143\n1184\n",
  "users.txt": "9\n11\n",
  "note.txt": "What a line.\n",
  "album.csv": "file,title,sharing\none.wav,First,private\ntwo.wav,Second,private\n",
  "bot.py": BOT,
  "package.json": '{ "scripts": { "test": "tonearm track 1184" } }',
  "announce.sh": "#!/bin/sh\ncat\n",
  "celebrate.sh": "#!/bin/sh\ncat\n",
  "notify.sh": "#!/bin/sh\ncat\n",
};

/** A page of the help: its lines run one after the other, with one sandbox and one folder. */
export interface HelpPage extends AsyncDisposable {
  /** Runs a line as it stands there, and returns its outcome. */
  run(line: string, setting: Setting): Promise<Outcome>;
}

/** How much faster than real time mpv plays. */
const SPEED = 100;

/** Opens a page with a new sandbox, and a release if its lines want one. */
export async function openPage(wantsRelease: boolean): Promise<HelpPage> {
  await using opened = new AsyncDisposableStack();
  const fixture = opened.use(await playerFixture({ speed: SPEED }));
  const releases = wantsRelease ? opened.use(await new Releases().publish("99.0.0")) : undefined;
  await fixture.sandbox.control.data.add({ apps: [APP] });
  const folder = await createWorkFolder(fixture.home.directory, fixture.sandbox.issueTokens().access_token);
  const kept = opened.move();
  return {
    run: async (line, setting) => await runLine(line, setting, { fixture, releases, folder }),
    [Symbol.asyncDispose]: async () => await kept.disposeAsync(),
  };
}

interface Surroundings {
  readonly fixture: PlayerFixture;
  readonly releases: Releases | undefined;
  readonly folder: string;
}

async function runLine(line: string, setting: Setting, { fixture, releases, folder }: Surroundings): Promise<Outcome> {
  const address = releases && { TONEARM_RELEASES: releases.address };
  const env = { ...variables(fixture, setting.credentials), ...address };
  const plain = plainCommand(line, setting);
  if (plain) return await runInProcess(plain.args, { env: { ...env, HOME: join(folder, "home") }, stdin: plain.stdin });
  const shell = setting.shell ?? "bash";
  const file = join(folder, "line");
  await Deno.writeTextFile(file, scriptOf(line, folder, setting));
  const inTerminal = ["script", "-qefc", `stty cols 80 rows 24; exec ${shell} '${file}'`, "/dev/null"];
  const running = start(setting.types ? inTerminal : [shell, file], env);
  try {
    await actAsUser(running, setting);
    return await running.outcome;
  } finally {
    running.end();
  }
}

/** The arguments and the input of a command. */
interface PlainCommand {
  readonly args: readonly string[];
  readonly stdin: string;
}

/** Commands that read or write files of their folder, or start programs. */
const NEEDS_FOLDER = /^(apply|insights|open|plan|pull|sandbox|upgrade|upload|watch)$/;

/**
 * Returns what a line runs that needs neither a shell, nor its folder, nor a user: one command, with words that may be
 * quoted and a file as its input. It runs in this process, which is faster, unless an executable is under test.
 */
export function plainCommand(line: string, setting: Setting): PlainCommand | undefined {
  if (Deno.env.has("TONEARM_BIN")) return undefined;
  const [, words, file] =
    /^tonearm((?: (?:[\w@./:=,+-]+|"[^"$\\]*"|'[^']*'|\w+="[^"$\\]*"))+?)(?: < ([\w.]+))?$/.exec(line) ?? [];
  if (words === undefined || Object.keys(setting).some((key) => key !== "credentials")) return undefined;
  const args = [...words.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
  if (args.some((arg) => NEEDS_FOLDER.test(arg))) return undefined;
  return { args, stdin: file === undefined ? "" : FILES[file] ?? "" };
}

/** Does what the line asks of the user. */
async function actAsUser(running: Running, { types, opens }: Setting): Promise<void> {
  for (const [shown, keys] of types ?? []) {
    await running.printed(shown);
    running.type(keys);
  }
  if (opens) await allow(await running.printedError(opens), opens);
  // A user's stdin stays open.
  else if (!types) running.closeInput();
}

/** Opens the URL of a sign-in and allows the access, as the first user. */
async function allow(text: string, address: RegExp): Promise<void> {
  const url = new URL(address.exec(text)?.[0] ?? "");
  const isPairing = url.pathname.startsWith("/activate");
  if (!isPairing) url.searchParams.set("sandbox_user", "1");
  const body = new URLSearchParams({ user: "1", decision: "allow" });
  await (await fetch(url, isPairing ? { method: "POST", body } : {})).body?.cancel();
}

/** Returns the script of a line with what precedes and follows it; a failure of any part is one of the whole. */
function scriptOf(line: string, folder: string, { before = ":", after = ":", shell }: Setting): string {
  const strict = shell === "fish" || shell === "pwsh" ? "" : "set -eo pipefail\n";
  const home = shell === "pwsh" ? `$env:HOME = '${folder}/home'` : `export HOME='${folder}/home'`;
  const inHome = `cd '${folder}'\n${home}\n`;
  return `${strict}${inHome}${before}\n${line}\n${after === ":" ? "" : `${after}\n`}`;
}

/** Returns the environment variables of the shell. */
function variables(fixture: PlayerFixture, credentials: Setting["credentials"] = "token"): Record<string, string> {
  const { directory } = fixture.home;
  const { TMPDIR = "", MPV_HOME = "" } = fixture.env();
  const app = { TONEARM_CLIENT_ID: APP.clientId, TONEARM_CLIENT_SECRET: APP.clientSecret };
  return fixture.home.env({
    ...{ TMPDIR, MPV_HOME, TERM: "xterm-256color", SHELL: "/bin/sh" },
    ...(credentials === "token" ? {} : { TONEARM_TOKEN: undefined }),
    ...(credentials === "app" ? app : {}),
    BROWSER: join(directory, "work", "bin", "browser"),
    PATH: `${join(directory, "work", "bin")}:${Deno.env.get("PATH")}`,
  });
}

/** Creates the folder that the lines run in, with their files, a home, and the stand-ins for programs. */
async function createWorkFolder(directory: string, token: string): Promise<string> {
  const folder = join(directory, "work");
  for (const name of ["bin", "home/Music/releases", "home/.config/fish/completions"]) {
    await Deno.mkdir(join(folder, name), { recursive: true });
  }
  for (const [name, text] of Object.entries(FILES)) {
    await Deno.writeTextFile(join(folder, name), text, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
  }
  const sound = new URL("../../../../examples/tone.wav", import.meta.url);
  for (const name of ["one.wav", "two.wav", "night.flac"]) await Deno.copyFile(sound, join(folder, name));
  const written = Object.entries(programs(token)).map(([name, text]) => [
    join(folder, "bin", name),
    `#!/bin/sh\n${text}\n`,
  ]);
  await writePrograms(Object.fromEntries(written));
  return folder;
}

/** Returns the program itself and stand-ins for others: a password manager, a browser, a player with a window. */
function programs(token: string): Readonly<Record<string, string>> {
  const command = program("exec").map((word) => `'${word}'`).join(" ");
  return {
    // Deno finds its cache through the home of the user who runs the tests, where `less` would keep a history.
    tonearm: `HOME='${Deno.env.get("HOME")}' LESSHISTFILE=- exec ${command} "$@"`,
    pass: `case "$1" in *-token) echo '${token}' ;; *) echo '${APP.clientSecret}' ;; esac`,
    browser: `case "$1" in */authorize*) exec curl -sL -o /dev/null "$1&sandbox_user=1" ;; esac`,
    vlc: 'exec curl -sfL -o /dev/null "$1"',
    python: 'exec python3 "$@"',
    // Waits until the proxy of this line has started.
    sleep: "until tonearm sandbox env >/dev/null 2>&1; do :; done",
  };
}
