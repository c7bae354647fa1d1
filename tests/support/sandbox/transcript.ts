// Transcripts of the sandbox: requests, each with its whole reply, in one file against one sandbox whose clock stands still.
//
//     # A remark.
//     $ as 9 PUT /playlists/120 {"playlist":{"title":"Mine"}}
//     404
//     {"code":404}
//
//     $ GET /tracks?q=lofi | collection.*.id, next_href
//     < accept: application/json
//     = next next_href
//     200
//     {"collection.*.id":[1078,1042],"next_href":"https://api.sandbox.test/…"}
//
// The first user asks, `as 9` another, `as app` the app, `as nobody` nobody, and `as {token}` whose token was kept. A path
// is the API's, another URL is whole. A body is JSON, a form such as `a=1&b=2`, or after `form ` a multipart form as JSON, in
// which `@sound a.wav 1.5` is a second and a half of sound, `@picture a.png 8` a picture, `@text a.txt x` another file, and
// `@kept a.mp3 name` a body that was kept.
// `(x*600)` stands for 600 letters, `((1028*3))` for the text three times, separated by commas.
//
// `<` is a header of the request. `= name FIELD` keeps a field, `= name FIELD REGEXP` what it matches, `= name` the whole
// body; `{name}` stands for it afterwards. The reply is its status, the headers that not every reply has, `without` those
// that every other one has, and its body: JSON, text, or for bytes their number and the start of their SHA-256. After `|`
// stand the fields to show. `% {…}` begins again with a sandbox with these options, `% served {…}` behind a port.
//
// Texts without spaces and with more than 120 letters, such as tokens, are shown by their length and hash.
// `TONEARM_GOLDEN=write` writes the replies.
import { assertEquals } from "@std/assert";
import { type ConformanceReport, createSandbox, type Sandbox, type SandboxOptions } from "@tonearm/sandbox";
import { createHash } from "node:crypto";
import { drawCover } from "../../../sandbox/media/picture.ts";
import { testsOf } from "../transcripts.ts";
import { control } from "./requests.ts";
import { tone } from "./sounds.ts";

const NOON = "2026-10-01T12:00:00Z";
const API = "https://api.sandbox.test";
const DATE = `date: ${new Date(NOON).toUTCString()}`;
/** What nearly every reply of the API has. */
const USUAL = [
  "cache-control: private, max-age=0",
  "content-type: application/json; charset=utf-8",
  DATE,
  "referrer-policy: no-referrer",
  "server: am/2",
  "strict-transport-security: max-age=63072000",
  "vary: Origin",
  "via: 1.1 sandbox.cloudfront.net (CloudFront)",
  "x-amz-cf-pop: TXL50-P1",
  "x-cache: Miss from cloudfront",
  "x-content-type-options: nosniff",
  "x-frame-options: DENY",
  "x-robots-tag: noindex",
];
const USUAL_CONTROL = ["cache-control: no-store", "content-type: application/json", "x-content-type-options: nosniff"];
/** The same in each page. */
const STYLE = /<style>.*<\/style>\n/s;
/** Durations, and the boundary of a form, as JSON. */
const DRAWN = /("(?:milliseconds|time|wait)":|boundary=-+)[\d.]+/g;
const LONG = /[^\s"&=,{}[\]]{121,}/g;

/** One request of a transcript, or the options of another sandbox. */
interface Step {
  /** The remarks, the request and what belongs to it, as written. */
  readonly head: readonly string[];
  readonly options?: SandboxOptions;
  readonly isServed: boolean;
  readonly who: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly fields: readonly string[];
  readonly headers: readonly string[];
  readonly kept: readonly string[];
}

function readStep(block: string): Step {
  const lines = block.split("\n");
  const at = lines.findIndex((line) => /^[$%] /.test(line));
  const asked = lines.slice(at + 1).filter((line) => /^[<=] /.test(line));
  const line = lines[at] ?? "";
  const [whole, shown] = line.split(/ \| (?=[\w.*, -]+$)/);
  const [, who = "1", method = "", path = "", body = ""] = /^\$ (?:as (\S+) )?(\S+) (\S+) ?(.*)$/.exec(whole ?? "") ??
    [];
  return {
    head: at < 0 ? lines : [...lines.slice(0, at + 1), ...asked],
    ...(line.startsWith("% ") && { options: JSON.parse(line.replace(/^% (served )?/, "")) }),
    isServed: line.startsWith("% served"),
    ...{ who, method, path, body },
    fields: shown?.split(", ") ?? [],
    headers: asked.filter((each) => each.startsWith("<")).map((each) => each.slice(2)),
    kept: asked.filter((each) => each.startsWith("=")).map((each) => each.slice(2)),
  };
}

/** Returns a field of a value; `*` is a list of those of each member. */
function fieldOf(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  const inner = Object(value) as Record<string, unknown>;
  return name === "*" ? Object.values(inner).map((each) => fieldOf(each, rest)) : fieldOf(inner[name], rest);
}

/** Returns the headers that a usual reply of its kind hasn't, and the names of those that it lacks. */
function unusual({ headers, status }: Response, url: string): string[] {
  const known = usualAt(url).map((line) => status < 400 ? line : line.replace("Miss from", "Error from"));
  // The control plane has the time of the machine.
  const hidden = url.includes("/_sandbox") ? /^(?:x-amz-cf-id|date):/ : /^x-amz-cf-id:/;
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`)
    .filter((line) => !known.includes(line) && !hidden.test(line));
  const missing = known.map((line) => line.split(":", 1)[0] ?? "").filter((name) => !headers.has(name));
  return [...lines, ...missing.length === 0 ? [] : [`without ${missing.join(", ")}`]];
}

function usualAt(url: string): readonly string[] {
  if (url.includes("/_sandbox")) return USUAL_CONTROL;
  return url.includes("/_media") ? [DATE] : USUAL;
}

function isText(type: string): boolean {
  return /^$|json|text|xml|mpegurl/.test(type);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Some faults damage it.
    return undefined;
  }
}

/** Describes bytes; an archive of a database differs between versions of SQLite. */
function contentOf(type: string, bytes: Uint8Array): string {
  return type === "application/x-tar" ? "an archive" : `${bytes.length} bytes ${hashOf(bytes)}`;
}

function shortened(text: string): string {
  return text.replaceAll(LONG, (long) => `‹${long.length} letters ${hashOf(long)}›`);
}

function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 12);
}

type Kept = ReadonlyMap<string, string | Uint8Array<ArrayBuffer>>;

async function fileOf(text: string, kept: Kept): Promise<File | string> {
  const [, kind, name = "", value = ""] = /^@(sound|picture|text|kept) (\S+) (.*)$/.exec(text) ?? [];
  if (kind === undefined) return text;
  if (kind === "text" || kind === "kept") return new File([kept.get(value) ?? value], name);
  const bytes = kind === "sound" ? tone(Number(value)) : await drawCover("transcript", Number(value));
  return new File([new Uint8Array(bytes)], name);
}

/** A sandbox in this process, or behind a port. */
interface Place {
  readonly sandbox: Sandbox;
  readonly base: string;
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

async function openPlace({ options = {}, isServed }: Pick<Step, "options" | "isServed">): Promise<Place> {
  const sandbox = createSandbox({ clock: NOON, ...options });
  sandbox.clock.freeze(options.clock ?? NOON);
  if (!isServed) return { sandbox, base: API, fetch: sandbox.fetch, close: () => Promise.resolve(sandbox.close()) };
  const server = await sandbox.serve();
  // Deno sends a request again that fails on a connection from its pool.
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  const close = async () => {
    client.close();
    await server.close();
    sandbox.close();
  };
  return { sandbox, base: server.url, fetch: (input, init) => fetch(input, { ...init, client }), close };
}

/** A place with what its transcript has kept. */
class Replay {
  #place: Place | undefined;
  #tokens = new Map<string, string>();
  readonly #kept = new Map<string, string | Uint8Array<ArrayBuffer>>();

  /** Checks that the document describes each reply, and closes the sandbox. */
  async end(): Promise<void> {
    if (this.#place === undefined) return;
    const { body } = await control<ConformanceReport>(this.#place.sandbox, "GET /conformance");
    await this.#place.close();
    // An unconfirmed address gets a 401 that is no JSON, as SoundCloud's is.
    assertEquals(body.violations.filter(({ status }) => status !== 401), [], "the document describes each reply");
  }

  #filled(text: string): string {
    return text.replaceAll(/\(\((\w+)\*(\d+)\)\)/g, (_, word, count) => Array(Number(count)).fill(word).join())
      .replaceAll(/\((.)\*(\d+)\)/g, (_, letter, count) => letter.repeat(Number(count)))
      .replaceAll(/\{(\w+)\}/g, (whole, name) => String(this.#kept.get(name) ?? whole));
  }

  #tokenOf(who: string, { sandbox }: Place): string {
    const name = this.#filled(who);
    if (name !== who) return name;
    const known = this.#tokens.get(who) ?? sandbox.issueTokens(who === "app" ? null : Number(who)).access_token;
    this.#tokens.set(who, known);
    return known;
  }

  async #request(step: Step, place: Place): Promise<[url: string, init: RequestInit]> {
    const { who, method, path } = step;
    const url = this.#filled(path);
    const isControl = url.includes("/_sandbox");
    // These may end sessions, or go back in time.
    if (isControl && method !== "GET") this.#tokens.clear();
    const headers = new Headers(
      isControl || who === "nobody" ? {} : { authorization: `OAuth ${this.#tokenOf(who, place)}` },
    );
    const body = await this.#body(step.body, headers);
    for (const line of step.headers) {
      const [, name = "", value = ""] = /^([\w-]+): ?(.*)$/.exec(this.#filled(line)) ?? [];
      headers.set(name, value);
    }
    return [url.startsWith("/") ? place.base + url : url, { method, headers, body, redirect: "manual" }];
  }

  async #body(written: string, headers: Headers): Promise<BodyInit | null> {
    if (written.startsWith("form ")) {
      const form = new FormData();
      const fields: Record<string, string> = JSON.parse(this.#filled(written.slice("form ".length)));
      for (const [name, value] of Object.entries(fields)) form.append(name, await fileOf(value, this.#kept));
      return form;
    }
    const kept = this.#kept.get(/^\{(\w+)\}$/.exec(written)?.[1] ?? "");
    if (kept !== undefined) return kept;
    if (written === "") return null;
    headers.set("content-type", /^\w/.test(written) ? "application/x-www-form-urlencoded" : "application/json");
    return this.#filled(written);
  }

  /** Returns the lines of a step, with the present reply. */
  async run(step: Step): Promise<string[]> {
    if (step.options !== undefined) {
      await this.end();
      this.#tokens.clear();
      this.#place = undefined;
    }
    const place = this.#place ??= await openPlace(step);
    if (step.method === "") return [];
    const [url, init] = await this.#request(step, place);
    const { fetch: send, base } = place;
    try {
      const lines = await this.#read(step, url, await send(url, init));
      return base === API ? lines : lines.map((line) => line.replaceAll(`:${new URL(base).port}`, ":<port>"));
    } catch (error) {
      // What the platform says of a lost connection differs.
      return [base === API ? `! ${error}` : "! TypeError"];
    }
  }

  async #read({ fields, kept }: Step, url: string, reply: Response): Promise<string[]> {
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const type = reply.headers.get("content-type") ?? "";
    const text = isText(type) ? new TextDecoder().decode(bytes).replace(STYLE, "") : "";
    const value = type.includes("json") ? parsed(text) : undefined;
    for (const each of kept) this.#keep(each, reply, value ?? text, bytes);
    const chosen = Object.fromEntries(fields.map((name) => [name, fieldOf(value, name.split("."))]));
    const content = isText(type) ? text : contentOf(type, bytes);
    const shown = value === undefined || fields.length === 0 ? content : JSON.stringify(chosen);
    const lines = [`${reply.status}`, ...unusual(reply, url), ...shown.split("\n")].filter((line) =>
      line.trim() !== ""
    );
    return lines.map((line) => shortened(line.replaceAll(DRAWN, "$1…")));
  }

  #keep(line: string, { headers }: Response, value: unknown, bytes: Uint8Array<ArrayBuffer>): void {
    const [name = "", field, pattern] = line.split(" ");
    const found = String(field === undefined ? "" : headers.get(field) ?? fieldOf(value, field.split(".")));
    this.#kept.set(name, field === undefined ? bytes : new RegExp(pattern ?? "(.*)").exec(found)?.[1] ?? "");
  }
}

async function replayTranscript(blocks: readonly string[]): Promise<string[]> {
  const replay = new Replay();
  const parts: string[] = [];
  for (const step of blocks.map(readStep)) parts.push([...step.head, ...await replay.run(step)].join("\n"));
  await replay.end();
  return parts;
}

/** Returns a test for each transcript of a folder: the sandbox replies what stands there. */
export function transcriptTests(folder: URL): Deno.TestDefinition[] {
  return testsOf(folder, (file) => `the sandbox replies what ${file} shows`, replayTranscript);
}
