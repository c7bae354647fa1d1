import type { ServiceClient } from "@tonearm/client";
import type { Sandbox } from "@tonearm/sandbox";
import type { ProfileStore } from "./auth/config.ts";
import { openProfiles, type Source, wantsSandbox } from "./auth/credentials.ts";
import { withoutWrites, type WriteRequest } from "./output/dry_run.ts";
import { Failure } from "./errors.ts";
import type { GlobalValues } from "./globals.ts";
import type { Host } from "./host/host.ts";
import { edgeId, limitedFetch, redactUrl, watchedFetch } from "./host/network.ts";
import { dim } from "./output/style.ts";
import { Terminal } from "./output/terminal.ts";
import { clean } from "./output/text.ts";

export interface Connection {
  readonly client: ServiceClient;
  readonly source: Source;
  readonly kind: "user" | "app" | "unknown";
  readonly apiUrl: string;
  /** A `fetch` that sends no token, for other hosts: media, artwork, waveforms. */
  readonly media: typeof globalThis.fetch;
  readonly sandbox: Sandbox | undefined;
}

export class Context extends Terminal {
  readonly fetch: typeof globalThis.fetch;
  /** Whether a new pair of tokens couldn't be stored; a run in which nothing else fails says so by its exit code. */
  hasUnsavedLogin = false;
  readonly unsent: WriteRequest[] = [];
  #profiles: ProfileStore | undefined;
  readonly #connect: (context: Context) => Promise<Connection>;
  #connection: Promise<Connection> | undefined;

  /** Creates the context of a run; `connect` is called once, when the command needs SoundCloud. */
  constructor(host: Host, settings: GlobalValues, connect: (context: Context) => Promise<Connection>) {
    super(host, settings);
    this.#connect = connect;
    this.fetch = this.watched(host.fetch);
  }

  connect(): Promise<Connection> {
    return this.#connection ??= this.#connect(this);
  }

  /** Connects on behalf of a user; an app's credentials are not enough. */
  async connectAsUser(): Promise<Connection> {
    const connection = await this.connect();
    if (connection.kind !== "app") return connection;
    const hint = connection.source.kind === "app"
      ? "TONEARM_CLIENT_ID takes precedence over profiles: after `tonearm login`, unset it or use --profile; " +
        "`sandbox exec` takes --user."
      : "Run `tonearm login`, or try it with --sandbox.";
    throw new Failure("auth", "This needs a signed-in user; these are the credentials of an application", { hint });
  }

  /** The profile store; one per run, so that it opens the keychain once. */
  get profiles(): ProfileStore {
    return this.#profiles ??= openProfiles(this.env);
  }

  /** The options of a request that ends with the program. */
  get call(): { readonly signal: AbortSignal } {
    return { signal: this.host.signal };
  }

  get sandboxed(): boolean {
    return wantsSandbox(this.env, this.settings);
  }

  /** Returns a `fetch` that the spinner and `--verbose` observe, and that ends with the program. */
  watched(send: typeof globalThis.fetch): typeof globalThis.fetch {
    const watched = watchedFetch(send, this.host.signal, (method, url) => this.#watch(method, url));
    return this.settings.dryRun ? withoutWrites(watched, this.unsent) : watched;
  }

  /** Returns a `fetch` for hosts that the library doesn't call, such as those of media: it keeps to `--timeout`. */
  limited(send: typeof globalThis.fetch): typeof globalThis.fetch {
    return limitedFetch(send, this.settings.timeout * 1000);
  }

  override async close(): Promise<void> {
    await super.close();
    const connection = await this.#connection?.catch(() => undefined);
    connection?.sandbox?.close();
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
    this.say([dim(clean(line)), "\n"]).catch(() => this.screen.clear());
  }
}
