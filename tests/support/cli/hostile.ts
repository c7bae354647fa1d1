import { run } from "../../../cli/program.ts";
import { CODES } from "../../../cli/output/style.ts";
import { type Outcome, testHost } from "./test_host.ts";

/** Window title, clipboard, clear screen, C1 controls, a line of its own, bidirectional overrides. */
export const HOSTILE =
  "A\x1b]0;t\x07\x1b]52;c;cm0=\x1b\\\x1b[2J\x1b[8mB\x9b31m\x9dx\x9c\x90q\x85\x7f\r\nroot# \b\b\v\u202eC\u2066\u200f\u061c\u2028\ufeff";

/** What begins and ends the program's own styles: nothing hidden, blinking or with a background. */
const OWN_STYLE = `(?:0|${Object.values(CODES).flat().join("|")})m`;
/** What the program may print: text, line breaks, tabs, its own styles, and the clearing of its own line. */
const ALLOWED = new RegExp(String.raw`\x1b\[(?:${OWN_STYLE}|K)|\r(?=\x1b\[K|\n)|[\n\t]`, "g");
const FORBIDDEN = /\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
const UNUSED_STYLE = new RegExp(String.raw`\x1b\[(?!${OWN_STYLE}|K)`);

/**
 * Returns the first control sequence in a printed text that a terminal would obey, with its context; undefined if there
 * is none.
 */
export function findControlSequence(text: string): string | undefined {
  const rest = UNUSED_STYLE.test(text) ? text : text.replace(ALLOWED, "");
  const at = rest.search(UNUSED_STYLE.test(text) ? UNUSED_STYLE : FORBIDDEN);
  return at < 0 ? undefined : JSON.stringify(rest.slice(Math.max(0, at - 60), at + 20));
}

/** Returns a track, user, playlist and comment in one, in which each text is hostile. */
export function hostileResource(kind: string): Record<string, unknown> {
  const texts = ["urn", "title", "description", "genre", "permalink", "permalink_url", "tag_list", "access", "license"];
  const names = ["username", "full_name", "first_name", "city", "country", "plan", "website", "body", "playlist_type"];
  const user = { id: 1, kind: "user", ...Object.fromEntries(names.map((name) => [name, HOSTILE])), urn: HOSTILE };
  return {
    ...user,
    ...Object.fromEntries(texts.map((name) => [name, HOSTILE])),
    id: 1,
    kind,
    user,
    sharing: "private",
    created_at: HOSTILE,
    timestamp: "1000",
    duration: 60_000,
    track_count: 1,
    comment_count: 1,
    playback_count: 1,
    expires_in: 3600,
    access_token: "t",
    [HOSTILE]: HOSTILE,
  };
}

/** The options of a run. */
export interface RunOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly isTTY: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** The content of stdin, which may depend on what was printed. */
  readonly stdin?: string | ((printed: string) => string);
}

/** Runs a command line in this process, at a terminal or in a pipe. Its stdin is no terminal. */
export async function runWith(
  argv: readonly string[],
  { fetch, isTTY, env = {}, stdin = "" }: RunOptions,
): Promise<Outcome> {
  const on = testHost({ fetch, env: { TERM: "xterm-256color", ...env }, columns: isTTY ? 120 : undefined });
  const input = {
    isTTY: false,
    async *[Symbol.asyncIterator]() {
      const text = typeof stdin === "string" ? stdin : stdin(on.stdout);
      if (text) yield await Promise.resolve(new TextEncoder().encode(text));
    },
  };
  const code = await run(argv, { ...on.host, stdin: input });
  return { code, stdout: on.stdout, stderr: on.stderr };
}
