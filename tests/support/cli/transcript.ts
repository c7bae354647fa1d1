// Transcripts: command lines, each with its output, in one file against one sandbox whose clock stands still.
//
//     # A remark.
//     $ tonearm like 1143 -
//     < 1184
//     liked	soundcloud:tracks:1143
//     ! a line on stderr
//     [8]
//     > POST /likes/tracks/1143
//
// Lines after `>` are the requests as they were sent, with their bodies as JSON or as written. Those to another origin
// than the API's show it; `+token` and `-token` mark one that carries a token there, and one to the API without any.
// `deaf` marks one to the API whose waits an interruption wouldn't end, and so an option that isn't passed on.
//
// `$` runs in a pipe, `%` at a terminal of 100 columns, which shows both streams as one. `% in colours` writes styles
// as `‹1›`; `% without stdout` leads that stream elsewhere. Lines after `<` are stdin, or typed. `[8]` is the exit code,
// unless it's 0. `as 2` signs in as that user, `as quiet` as one who has published nothing, `as app` as the sandbox's
// application, and `as nobody` not at all. Variables may precede the program; `INTERRUPT=2` is Ctrl-C at its second
// request. At a terminal, `<up>`, `<down>`, `<tab>`, `<esc>`, `<ctrl-c>`, `<ctrl-d>` and `<del>` are
// keys. Empty lines of an output are left out; `<token>` in stdin is the user's, and elsewhere any.
//
// `~` is a folder of the transcript's own: `$ write ~/x` writes its stdin into a file, `$ bytes ~/x` one with bytes such
// as `\xff`, `$ sound ~/x` a second of sound, `$ record ~/x` two months of insights, and `$ show ~/x` shows a file.
// `$ fault {…}` adds a fault of the service, `$ wait 60` lets 60 seconds pass, and `$ answer https://… 204` says how
// another host answers, with stdin as its body.
//
// `<time>` stands for a time with milliseconds, `<signature>` for that of a URL, `<offset>` for that of the clock,
// `<random>` for what a sign-in sends, and `<n>` and `<versions>` for what is measured.
//
// `$ assistant` is `tonearm mcp`: each line of stdin names a tool and its arguments, and a line of the output is a reply;
// `<cursor>` is that of the reply before.
//
// `TONEARM_GOLDEN=write` writes the outputs.
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { getEventListeners } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { twoMonths } from "../insights/catalogue.ts";
import { tone } from "../sandbox/sounds.ts";
import { Failure } from "../../../cli/errors.ts";
import { testsOf } from "../transcripts.ts";
import { type Outcome, runInProcess, screenLines } from "./test_host.ts";

const NOW = "2026-03-01T12:00:00Z";
const COLUMNS = 100;
const ESCAPE = "\x1b";
const STYLE = new RegExp(`${ESCAPE}\\[([\\d;]*)m`, "g");
/** The other screen, on which a list to choose from is drawn. */
const OTHER_SCREEN = new RegExp(`${ESCAPE}\\[\\?1049h([^]*?)${ESCAPE}\\[J${ESCAPE}\\[H${ESCAPE}\\[\\?1049l`, "g");
/** The sandbox's own URLs, and those of SoundCloud, which it answers as well. */
const OWN = /^https:\/\/[\w.-]*(?:\.test|soundcloud\.com)\//;
const KEYS: Readonly<Record<string, string>> = {
  ...{ up: `${ESCAPE}[A`, down: `${ESCAPE}[B`, esc: ESCAPE, tab: "\t", del: "\x7f" },
  ...{ "ctrl-c": "\x03", "ctrl-d": "\x04" },
};
/** Begins a session of an assistant that can't ask its user. */
const GREETING = {
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
/** What a spinner draws on a slow machine, until it disappears. */
const SPINNER = new RegExp(`\\r${ESCAPE}\\[K[^\\r\\n]*\\r?(?=\\r${ESCAPE}\\[K)`, "g");

/** One command line of a transcript. */
interface Step {
  /** The remarks and the command line with its stdin, as written. */
  readonly head: readonly string[];
  /** Whether it runs at a terminal. */
  readonly atTerminal: boolean;
  readonly isColored: boolean;
  /** The stream that leads elsewhere than to the terminal. */
  readonly apart: string | undefined;
  /** `user`, `quiet`, `app`, `nobody`, or the id of a user. */
  readonly signedIn: string;
  readonly variables: Readonly<Record<string, string>>;
  /** `tonearm`, `assistant`, `write`, `bytes`, `sound`, `record`, `show`, `fault`, `wait` or `answer`. */
  readonly program: string;
  readonly argv: readonly string[];
  readonly stdin: string;
}

/** What the command lines of a transcript share. */
interface Place {
  readonly sandbox: Sandbox;
  readonly tokens: { readonly user: string; readonly quiet: string };
  readonly folder: string;
  /** The answers of other hosts. */
  readonly answers: Map<string, () => Response>;
  /** The requests of the present command line. */
  readonly sent: Promise<string>[];
}

/** Runs the command lines of a transcript, and returns them with their present outputs. */
async function replayTranscript(blocks: readonly string[]): Promise<string[]> {
  using sandbox = createSandbox({ clock: NOW });
  sandbox.clock.freeze();
  const tokens = { user: sandbox.issueTokens().access_token, quiet: sandbox.issueTokens(9).access_token };
  const folder = await mkdtemp(join(tmpdir(), "tonearm-transcript-"));
  try {
    const parts: string[] = [];
    const answers = new Map<string, () => Response>();
    for (const step of blocks.map(readStep)) {
      const sent: Promise<string>[] = [];
      const outcome = await runStep(step, { sandbox, tokens, folder, answers, sent });
      const lines = [...outputLines(outcome, step), ...(await Promise.all(sent)).map((line) => `> ${line}`)];
      parts.push([...step.head, ...lines.map((line) => plain(line, folder))].join("\n"));
    }
    return parts;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What differs from run to run, and what stands for it. */
const STAND_INS: readonly (readonly [what: RegExp, name: string])[] = [
  [/\ufeff/g, "<bom>"],
  [/\beyJ[\w.-]+|(?<=token=)\w{40,}/g, "<token>"],
  [/\d{4}-[\d-]+T[\d:]+\.\d{3}Z/g, "<time>"],
  [/(?<=\?)expires=[^\s"]+/g, "<signature>"],
  [/(?<=OffsetMs": |machine is )\d+/g, "<offset>"],
  [/\d+ ms(?= \(|$|")/g, "<n> ms"],
  [/tonearm \d\S+ deno \S+ \w+ \w+/, "<versions>"],
  [/(?<=state=|code_challenge=)[\w-]{32,}|(?<="device":\{"name":")[^"]+/g, "<random>"],
];

function plain(line: string, folder: string): string {
  return STAND_INS.reduce((text, [what, name]) => text.replace(what, name), line.replaceAll(folder, "~"));
}

function readStep(block: string): Step {
  const lines = block.split("\n");
  const at = lines.findIndex((line) => /^[$%] /.test(line));
  const [, prompt = "", as = "user", assigned = "", program = "", words = ""] =
    /^([$%] (?:in colours |without std\w+ )?)(?:as (\w+) )?((?:\w+=\S* )*)(\w+) ?(.*)$/.exec(lines[at] ?? "") ?? [];
  const inputs = lines.slice(at + 1).filter((line) => /^<(?: |$)/.test(line));
  return {
    head: at < 0 ? lines : [...lines.slice(0, at + 1), ...inputs],
    atTerminal: prompt.startsWith("%"),
    isColored: prompt.includes("colours"),
    apart: /std\w+/.exec(prompt)?.[0],
    signedIn: as,
    variables: Object.fromEntries([...assigned.matchAll(/(\w+)=(\S*)/g)].map(([, name, value]) => [name, value])),
    program,
    argv: [...words.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, ...forms]) =>
      forms.find((form) => form !== undefined) ?? ""
    ),
    stdin: inputs.map((line) => `${line.slice(2)}\n`).join(""),
  };
}

async function runStep(step: Step, place: Place): Promise<Outcome> {
  const { folder } = place;
  const argv = step.argv.map((word) => word.replace(/^~(?=\/)/, folder));
  const [path = ""] = argv;
  if (step.program === "tonearm") return await runProgram({ ...step, argv }, place);
  if (step.program === "assistant") return await runAssistant({ ...step, argv }, place);
  if (step.program === "show") return { code: 0, stdout: await readFile(path, "utf8"), stderr: "" };
  if (step.program in SETTINGS) {
    SETTINGS[step.program]?.(place, step);
    return { code: 0, stdout: "", stderr: "" };
  }
  await mkdir(dirname(path), { recursive: true });
  if (step.program === "record") await twoMonths(path);
  else await writeFile(path, contentOf(step));
  return { code: 0, stdout: "", stderr: "" };
}

const SETTINGS: Readonly<Record<string, (place: Place, step: Step) => void>> = {
  fault: ({ sandbox: { faults } }, { argv: [rule = ""] }) =>
    rule === "none" ? faults.clear() : faults.add(JSON.parse(rule)),
  wait: ({ sandbox: { clock } }, { argv: [seconds] }) => clock.advance(Number(seconds) * 1000),
  answer: ({ answers }, { argv: [url = "", status, location], stdin }) => {
    const headers = location === undefined ? [] : [["location", location] as [string, string]];
    answers.set(url, () => new Response(stdin || null, { status: Number(status), headers }));
  },
};

function contentOf({ program, stdin }: Step): string | Uint8Array {
  if (program === "sound") return tone(1);
  const byte = (_: string, code: string) => String.fromCharCode(parseInt(code, 16));
  return program === "bytes" ? Buffer.from(stdin.replaceAll(/\\x(..)/g, byte), "latin1") : stdin;
}

async function runProgram(step: Step, place: Place): Promise<Outcome> {
  const { sandbox, tokens, folder } = place;
  const { argv, atTerminal, apart, isColored, signedIn, stdin, variables } = step;
  const areKeys = atTerminal && apart !== "stdin";
  const { baseUrl, authUrl, clientId, clientSecret } = sandbox.clientConfig;
  const credentials = {
    user: { TONEARM_TOKEN: tokens.user },
    quiet: { TONEARM_TOKEN: tokens.quiet },
    app: { TONEARM_CLIENT_ID: clientId, TONEARM_CLIENT_SECRET: clientSecret },
    nobody: {},
  }[signedIn] ?? { TONEARM_TOKEN: sandbox.issueTokens(Number(signedIn)).access_token };
  const env = {
    HOME: folder,
    ...(isColored ? {} : { NO_COLOR: "1" }),
    TERM: "xterm",
    TONEARM_API_URL: baseUrl,
    TONEARM_AUTH_URL: authUrl,
    TONEARM_CONFIG_DIR: join(folder, "config"),
    TONEARM_DATA_DIR: join(folder, "data"),
    TONEARM_KEYCHAIN: "off",
    ...credentials,
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value.replace(/^~(?=\/)/, folder)])),
  };
  const controller = new AbortController();
  return await runInProcess(argv, {
    env,
    signal: controller.signal,
    columns: atTerminal ? COLUMNS : undefined,
    apart,
    stdin: (areKeys ? typed(stdin) : stdin).replace("<token>", tokens.user),
    fetch: network(place, controller, {
      interruptedAt: Number(variables.INTERRUPT),
      listeners: argv[0] === "mcp" ? 1 : 0,
    }),
    now: () => sandbox.clock.now(),
  });
}

/** What a program does beside its requests. */
interface Life {
  /** The request at which it is interrupted. */
  readonly interruptedAt: number;
  /** How many listen for an interruption as long as it runs. */
  readonly listeners: number;
}

/** Sends to the sandbox, and notes what is sent; the program is interrupted at one of its requests. */
function network(
  { sandbox, answers, sent }: Place,
  controller: AbortController,
  { interruptedAt, listeners }: Life,
): typeof globalThis.fetch {
  const { signal } = controller;
  const { baseUrl } = sandbox.clientConfig;
  return async (input, init) => {
    const request = new Request(input, init);
    const canEnd = getEventListeners(signal, "abort").length > listeners;
    const line = requestLine(request.clone(), baseUrl, canEnd);
    if (sent.push(line) === interruptedAt) {
      await line;
      controller.abort(new Failure("interrupted", "Interrupted"));
      throw signal.reason;
    }
    const isOwn = OWN.test(request.url);
    if (!isOwn && !answers.has(request.url)) throw new TypeError("fetch failed", { cause: new Error("ENOTFOUND") });
    return isOwn ? await sandbox.fetch(request) : answers.get(request.url)!();
  };
}

/** What the keys of stdin send; the end of a line is Enter, unless another key is there. */
function typed(stdin: string): string {
  return stdin.replaceAll(/(?<=>)\n/g, "").replaceAll("\n", "\r").replaceAll(
    /<([\w-]+)>/g,
    (text, name) => KEYS[name] ?? text,
  );
}

/** Runs a server for each call, so that they follow one another. */
async function runAssistant(step: Step, place: Place): Promise<Outcome> {
  const replies: string[] = [];
  for (const given of step.stdin.trim().replaceAll("~/", `${place.folder}/`).split("\n")) {
    const line = given.replace("<cursor>", /"cursor":"(.*)"/.exec(replies.at(-1) ?? "")?.[1] ?? "");
    const [, name = "", json = ""] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    const call = { id: 1, method: "tools/call", params: { name, arguments: JSON.parse(json || "{}") } };
    const stdin = [GREETING, { method: "notifications/initialized" }, call].map((message) =>
      `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`
    ).join("");
    const { stdout } = await runProgram({ ...step, argv: ["mcp", ...step.argv], stdin }, place);
    replies.push(...stdout.split("\n").filter((reply) => reply.includes('"id":1')).map(replyText));
  }
  return { code: 0, stdout: replies.join("\n"), stderr: "" };
}

/** The content of a reply, without the note that each has. */
function replyText(line: string): string {
  const { result, error } = JSON.parse(line);
  if (error || result.isError) return `error: ${error?.message ?? result.content[0].text}`;
  const { note: _, ...content } = result.structuredContent;
  return JSON.stringify(content);
}

async function requestLine(request: Request, baseUrl: string, canEnd: boolean): Promise<string> {
  const { method, url, headers } = request;
  const isApi = url.startsWith(baseUrl);
  const hasToken = headers.get("authorization")?.startsWith("OAuth ") ?? false;
  const isDeaf = isApi && hasToken && !canEnd;
  const mark = hasToken === isApi ? "" : ` ${hasToken ? "+" : "-"}token`;
  const body = await bodyOf(request);
  return `${method} ${isApi ? url.slice(baseUrl.length) : url}${mark}${isDeaf ? " deaf" : ""}${body && ` ${body}`}`;
}

async function bodyOf(request: Request): Promise<string> {
  if (!request.headers.get("content-type")?.startsWith("multipart/")) return await request.text();
  const fields = [...await request.formData()];
  return JSON.stringify(Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === "string" ? value : `${value.name}, ${value.size} bytes`]),
  ));
}

function outputLines({ code, stdout, stderr }: Outcome, { atTerminal, apart, isColored }: Step): string[] {
  const onScreen = (text: string) => {
    const styled = isColored ? text.replace(STYLE, "‹$1›") : text;
    return screenLines(styled.replace(OTHER_SCREEN, lastFrame).replace(SPINNER, "")).map((line) => line.trimEnd());
  };
  const shown = atTerminal && apart !== "stdout" ? onScreen(stdout) : linesOf(stdout);
  const others = apart === "stdout" ? onScreen(stderr) : linesOf(stderr);
  return [...shown, ...others.map((line) => `! ${line}`)]
    .concat(code === 0 ? [] : `[${code}]`);
}

function lastFrame(_: string, frames: string): string {
  return `${frames.split(`${ESCAPE}[H`).at(-1)}\n`;
}

function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trimEnd()).filter((line) => line !== "");
}

/** Returns a test for each transcript of a folder: its command lines print what stands there. */
export function transcriptTests(folder: URL): Deno.TestDefinition[] {
  const path = folder.pathname.split("/").at(-2);
  return testsOf(folder, (file) => `tonearm prints what ${path}/${file} shows`, replayTranscript);
}
