/**
 * The context of commands: results on stdout, notes on stderr, answers from stdin, and the service.
 *
 * @module
 */

import type { ServiceClient } from "@tonearm/client";
import type { Sandbox } from "@tonearm/sandbox";
import type { ProfileStore } from "./auth/config.ts";
import { openProfiles, type Source, wantsSandbox } from "./auth/credentials.ts";
import { Failure } from "./errors.ts";
import type { GlobalValues } from "./globals.ts";
import type { Environment, Host, Input, Pager } from "./host/host.ts";
import { edgeId, limitedFetch, redactUrl, watchedFetch } from "./host/network.ts";
import { type Palette, palette, wantsColor } from "./output/color.ts";
import { Spinner } from "./output/progress.ts";
import { clean, cleanLines } from "./output/text.ts";

const DEFAULT_COLUMNS = 80;

/** A connection to the service. */
export interface Connection {
  /** The library's client. */
  readonly client: ServiceClient;
  /** The source of the credentials. */
  readonly source: Source;
  /** The owner of the token, if known. */
  readonly kind: "user" | "app" | "unknown";
  /** The base URL of the API. */
  readonly apiUrl: string;
  /** A `fetch` that sends no token, for other hosts: media, artwork, waveforms. */
  readonly media: typeof globalThis.fetch;
  /** The sandbox that replaces the service, if any. */
  readonly sandbox: Sandbox | undefined;
  /** Closes the connection. */
  close(): void;
}

/** The context of a running command. */
export class Context {
  /** The machine. */
  readonly host: Host;
  /** The values of the global options. */
  readonly settings: GlobalValues;
  /** A `fetch` that `--verbose` and the spinner observe. */
  readonly fetch: typeof globalThis.fetch;
  /** Whether a new pair of tokens couldn't be stored; a run in which nothing else fails says so by its exit code. */
  hasUnsavedLogin = false;
  #out: Palette | undefined;
  #err: Palette | undefined;
  #spinner: Spinner | undefined;
  #profiles: ProfileStore | undefined;
  readonly #connect: (context: Context) => Promise<Connection>;
  #connection: Promise<Connection> | undefined;
  #pager: Pager | undefined;
  /** Text for stderr that is held back until the pager ends, because both write to the same terminal. */
  readonly #held: string[] = [];

  /** Creates the context of a run; `connect` is called once, when the command needs the service. */
  constructor(host: Host, settings: GlobalValues, connect: (context: Context) => Promise<Connection>) {
    this.#connect = connect;
    this.host = host;
    this.settings = settings;
    this.fetch = this.watched(host.fetch);
  }

  /** The styles for stdout. */
  get out(): Palette {
    return this.#out ??= palette(wantsColor(this.host.stdout, this.env, !this.settings.color));
  }

  /** The styles for stderr. */
  get err(): Palette {
    return this.#err ??= palette(wantsColor(this.host.stderr, this.env, !this.settings.color));
  }

  /** The spinner; hidden if nobody watches stderr. */
  get spinner(): Spinner {
    return this.#spinner ??= new Spinner(this.host.stderr, this.decorated && this.env.TERM !== "dumb");
  }

  /** The environment variables. */
  get env(): Environment {
    return this.host.env;
  }

  /** Whether the result is JSON, so that nothing decorative is printed on either stream. */
  get json(): boolean {
    return this.settings.json !== undefined || this.settings.jsonl === true || this.isFormatted;
  }

  /** Whether `--jq` or `--template` formats the result. */
  get isFormatted(): boolean {
    return this.settings.jq !== undefined || this.settings.template !== undefined;
  }

  /** Whether stderr may show animations. */
  get decorated(): boolean {
    return this.host.stderr.isTTY && !this.json && !this.settings.quiet;
  }

  /** Whether the program may ask questions. */
  get interactive(): boolean {
    return this.host.stdin.isTTY && this.host.stderr.isTTY && this.settings.input;
  }

  /** The keyboard of a user who watches stderr, even if stdin is a pipe. */
  get keyboard(): Input | undefined {
    const { stdin, stderr, keyboard } = this.host;
    if (!stderr.isTTY || !this.settings.input) return undefined;
    return stdin.isTTY ? stdin : keyboard?.();
  }

  /** The width of the result in columns on a terminal. */
  get columns(): number {
    return this.host.stdout.columns || Number(this.env.COLUMNS) || DEFAULT_COLUMNS;
  }

  /** Writes the result to stdout. */
  async print(text: string): Promise<void> {
    this.spinner.clear();
    await (this.#pager ?? this.host.stdout).write(text);
  }

  /** Sends further output through a pager, if the terminal supports one. */
  async startPager(): Promise<void> {
    const { stdout, stdin, openPager, env } = this.host;
    if (this.#pager || !stdout.isTTY || !stdin.isTTY || !openPager) return;
    if (!this.settings.pager || !env.TERM || env.TERM === "dumb") return;
    const command = (await import("./host/pager.ts")).pagerCommand(env);
    if (command === undefined) return;
    // The pager handles Ctrl-C; the command ends when the pager does.
    this.host.endsItself();
    this.#pager = openPager(command);
    this.spinner.hold();
  }

  /** Writes a line to stderr for people and cleans it; with JSON or `--quiet` it is omitted. */
  async note(text: string): Promise<void> {
    if (this.json || this.settings.quiet) return;
    await this.say(`${this.err.dim(cleanLines(text))}\n`);
  }

  /** Writes a warning to stderr in every mode: as text for people, or as a line of JSON. */
  async warn(code: string, text: string): Promise<void> {
    const line = cleanLines(text);
    await this.say(`${this.json ? JSON.stringify({ warning: code, message: line }) : `warning: ${line}`}\n`);
  }

  /** Reports that a list was truncated: as text for people, or as a final line of JSON on stderr. */
  async noteCut(shown: number, advice: string): Promise<void> {
    if (!this.json) return await this.note(`Showing the first ${shown}; ${advice}.`);
    if (!this.settings.quiet) await this.say(`${JSON.stringify({ truncated: true, shown, hint: advice })}\n`);
  }

  /** Writes essential text to stderr, such as a prompt or a URL to open. The caller must clean it. */
  async say(text: string): Promise<void> {
    if (this.#pager) return void this.#held.push(text);
    this.spinner.clear();
    await this.host.stderr.write(text);
  }

  /** Connects with the credentials of the command line and the environment. */
  connect(): Promise<Connection> {
    return this.#connection ??= this.#connect(this);
  }

  /** Connects on behalf of a user; an app's credentials are not enough. */
  async connectAsUser(): Promise<Connection> {
    const connection = await this.connect();
    if (connection.kind !== "app") return connection;
    const hint = connection.source.kind === "app"
      ? "TONEARM_CLIENT_ID takes precedence over profiles: after `tonearm login`, unset it or use --profile."
      : "Run `tonearm login`, or try it with --sandbox.";
    throw new Failure("auth", "This needs a signed-in user; these are the credentials of an application", { hint });
  }

  /** The profile store; one per run, so that it opens the keychain once. */
  get profiles(): ProfileStore {
    return this.#profiles ??= openProfiles(this.env);
  }

  /** Whether the sandbox replaces the service. */
  get sandboxed(): boolean {
    return wantsSandbox(this.env, this.settings);
  }

  /** Returns a `fetch` that the spinner and `--verbose` observe, and that ends with the program. */
  watched(send: typeof globalThis.fetch): typeof globalThis.fetch {
    return watchedFetch(send, this.host.signal, { started: (method, url) => this.#watch(method, url) });
  }

  /** Returns a `fetch` for hosts that the library doesn't call, such as those of media: it keeps to `--timeout`. */
  limited(send: typeof globalThis.fetch): typeof globalThis.fetch {
    return limitedFetch(send, this.settings.timeout * 1000);
  }

  /** Closes all open resources. */
  async close(): Promise<void> {
    this.spinner.clear();
    await this.#leavePager();
    const connection = await this.#connection?.catch(() => undefined);
    connection?.close();
  }

  async #leavePager(): Promise<void> {
    const pager = this.#pager;
    try {
      await pager?.close();
    } finally {
      this.#pager = undefined;
      for (const text of this.#held.splice(0)) await this.say(text);
    }
  }

  #watch(method: string, url: string): (response: Response | undefined) => void {
    const stop = this.decorated ? this.spinner.start() : undefined;
    const started = performance.now();
    return (response) => {
      stop?.();
      if (this.settings.verbose) this.#log(method, url, performance.now() - started, response);
    };
  }

  #log(method: string, url: string, elapsedMs: number, response: Response | undefined): void {
    const id = response && edgeId(response);
    const outcome = response ? `${response.status}` : "no answer";
    const line = `${method} ${redactUrl(url)} ${outcome} ${Math.round(elapsedMs)} ms${id ? ` (${id})` : ""}`;
    this.say(`${this.err.dim(clean(line))}\n`).catch(() => this.spinner.clear());
  }
}
