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
//
// `$` runs in a pipe, `%` at a terminal of 100 columns, which shows both streams as one. `% in colours` writes styles
// as `‹1›`. Lines after `<` are stdin, or typed. `[8]` is the exit code, unless it's 0. `as quiet` signs in as a user who
// has published nothing, `as app` as the sandbox's application, and `as nobody` not at all. Empty lines of an output are
// left out; `<token>` in stdin is the user's, and elsewhere any.
//
// `~` is a folder of the transcript's own: `$ write ~/x` writes its stdin into a file, `$ bytes ~/x` one with bytes such
// as `\xff`, `$ sound ~/x` a second of sound, `$ record ~/x` two months of insights, and `$ show ~/x` shows a file.
// `<time>` stands for a time with milliseconds, `<signature>` for that of a URL, and `<offset>` for that of the clock.
//
// `$ assistant` is `tonearm mcp`: each line of stdin names a tool and its arguments, and a line of the output is a reply.
//
// `TONEARM_GOLDEN=write` writes the outputs.
import { assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { twoMonths } from "../insights/catalogue.ts";
import { tone } from "../sandbox/sounds.ts";
import { type Outcome, runInProcess, screenLines } from "./test_host.ts";

const NOW = "2026-03-01T12:00:00Z";
const COLUMNS = 100;
const ESCAPE = "\x1b";
const STYLE = new RegExp(`${ESCAPE}\\[([\\d;]*)m`, "g");
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
  readonly signedIn: "user" | "quiet" | "app" | "nobody";
  /** `tonearm`, `assistant`, `write`, `bytes`, `sound`, `record` or `show`. */
  readonly program: string;
  readonly argv: readonly string[];
  readonly stdin: string;
}

/** What the command lines of a transcript share. */
interface Place {
  readonly sandbox: Sandbox;
  readonly tokens: { readonly user: string; readonly quiet: string };
  readonly folder: string;
  /** The requests of the present command line. */
  readonly sent: Promise<string>[];
}

/** Runs the command lines of a transcript, and returns it with their present outputs. */
async function replayTranscript(text: string): Promise<string> {
  using sandbox = createSandbox({ clock: NOW });
  sandbox.clock.freeze();
  const tokens = { user: sandbox.issueTokens().access_token, quiet: sandbox.issueTokens(9).access_token };
  const folder = await mkdtemp(join(tmpdir(), "tonearm-transcript-"));
  try {
    const parts: string[] = [];
    for (const step of text.trim().split(/\n\n+/).map(readStep)) {
      const sent: Promise<string>[] = [];
      const outcome = await runStep(step, { sandbox, tokens, folder, sent });
      const lines = [...outputLines(outcome, step), ...(await Promise.all(sent)).map((line) => `> ${line}`)];
      parts.push(`${[...step.head, ...lines.map((line) => plain(line, folder))].join("\n")}\n`);
    }
    return parts.join("\n");
  } finally {
    await rm(folder, { recursive: true });
  }
}

function plain(line: string, folder: string): string {
  return line.replaceAll(folder, "~").replaceAll(/eyJ[\w.-]+|(?<=token=)\w{40,}/g, "<token>").replaceAll(
    /\d{4}-[\d-]+T[\d:]+\.\d{3}Z/g,
    "<time>",
  )
    .replaceAll(/(?<=\?)expires=[^\s"]+/g, "<signature>").replaceAll(/(?<=OffsetMs": |machine is )\d+/g, "<offset>");
}

function readStep(block: string): Step {
  const lines = block.split("\n");
  const at = lines.findIndex((line) => /^[$%] /.test(line));
  const [, prompt = "", as = "user", program = "", words = ""] =
    /^([$%] (?:in colours )?)(?:as (\w+) )?(\w+) ?(.*)$/.exec(lines[at] ?? "") ?? [];
  const inputs = lines.slice(at + 1).filter((line) => /^<(?: |$)/.test(line));
  return {
    head: at < 0 ? lines : [...lines.slice(0, at + 1), ...inputs],
    atTerminal: prompt.startsWith("%"),
    isColored: prompt.includes("colours"),
    signedIn: as === "quiet" || as === "app" || as === "nobody" ? as : "user",
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
  await mkdir(dirname(path), { recursive: true });
  if (step.program === "record") await twoMonths(path);
  else await writeFile(path, contentOf(step));
  return { code: 0, stdout: "", stderr: "" };
}

function contentOf({ program, stdin }: Step): string | Uint8Array {
  if (program === "sound") return tone(1);
  const byte = (_: string, code: string) => String.fromCharCode(parseInt(code, 16));
  return program === "bytes" ? Buffer.from(stdin.replaceAll(/\\x(..)/g, byte), "latin1") : stdin;
}

async function runProgram(step: Step, { sandbox, tokens, folder, sent }: Place): Promise<Outcome> {
  const { argv, atTerminal, isColored, signedIn, stdin } = step;
  const { baseUrl, authUrl, clientId, clientSecret } = sandbox.clientConfig;
  const credentials = {
    user: { TONEARM_TOKEN: tokens.user },
    quiet: { TONEARM_TOKEN: tokens.quiet },
    app: { TONEARM_CLIENT_ID: clientId, TONEARM_CLIENT_SECRET: clientSecret },
    nobody: {},
  };
  const env = {
    HOME: folder,
    ...(isColored ? {} : { NO_COLOR: "1" }),
    TERM: "xterm",
    TONEARM_API_URL: baseUrl,
    TONEARM_AUTH_URL: authUrl,
    TONEARM_CONFIG_DIR: join(folder, "config"),
    TONEARM_DATA_DIR: join(folder, "data"),
    TONEARM_KEYCHAIN: "off",
    ...credentials[signedIn],
  };
  return await runInProcess(argv, {
    env,
    columns: atTerminal ? COLUMNS : undefined,
    stdin: (atTerminal ? stdin.replaceAll("\n", "\r") : stdin).replace("<token>", tokens.user),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      sent.push(requestLine(request.clone(), baseUrl));
      return await sandbox.fetch(request);
    },
    now: () => Date.parse(NOW),
  });
}

/** Runs a server for each call, so that they follow one another. */
async function runAssistant(step: Step, place: Place): Promise<Outcome> {
  const replies: string[] = [];
  for (const line of step.stdin.trim().replaceAll("~/", `${place.folder}/`).split("\n")) {
    const [, name = "", given = ""] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    const call = { id: 1, method: "tools/call", params: { name, arguments: JSON.parse(given || "{}") } };
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

async function requestLine(request: Request, baseUrl: string): Promise<string> {
  const { method, url, headers } = request;
  const isApi = url.startsWith(baseUrl);
  const hasToken = headers.get("authorization")?.startsWith("OAuth ") ?? false;
  const mark = hasToken === isApi ? "" : ` ${hasToken ? "+" : "-"}token`;
  const body = await bodyOf(request);
  return `${method} ${isApi ? url.slice(baseUrl.length) : url}${mark}${body && ` ${body}`}`;
}

async function bodyOf(request: Request): Promise<string> {
  if (!request.headers.get("content-type")?.startsWith("multipart/")) return await request.text();
  const fields = [...await request.formData()];
  return JSON.stringify(Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === "string" ? value : `${value.name}, ${value.size} bytes`]),
  ));
}

function outputLines({ code, stdout, stderr }: Outcome, { atTerminal, isColored }: Step): string[] {
  const styled = isColored ? stdout.replace(STYLE, "‹$1›") : stdout;
  const shown = atTerminal ? screenLines(styled.replace(SPINNER, "")) : linesOf(stdout);
  return [...shown.map((line) => line.trimEnd()), ...linesOf(stderr).map((line) => `! ${line}`)]
    .concat(code === 0 ? [] : `[${code}]`);
}

function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trimEnd()).filter((line) => line !== "");
}

/** Returns a test for each transcript of a folder: its command lines print what stands there. */
export function transcriptTests(folder: URL): Deno.TestDefinition[] {
  const path = folder.pathname.split("/").at(-2);
  return [...Deno.readDirSync(folder)].map(({ name }) => ({
    name: `tonearm prints what ${path}/${name} shows`,
    async fn() {
      const file = new URL(name, folder);
      const expected = await Deno.readTextFile(file);
      const shown = await replayTranscript(expected);
      if (Deno.env.get("TONEARM_GOLDEN") === "write") return await Deno.writeTextFile(file, shown);
      assertEquals(shown.split("\n"), expected.split("\n"));
    },
  }));
}
