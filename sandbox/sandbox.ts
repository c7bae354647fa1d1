import type { Clock } from "./base/clock.ts";
import { checkedConfig, type SandboxConfig } from "./base/config.ts";
import type { UndocumentedRequest } from "./document/undocumented.ts";
import type { Respond } from "./http/connection.ts";
import { exchange } from "./exchange.ts";
import type { Faults } from "./faults/registry.ts";
import { Namespaces } from "./world/namespaces.ts";
import { controlOf } from "./kit/connect.ts";
import type { ControlledClientConfig, SandboxControl, ServedClientConfig } from "./kit/control.ts";
import { localFetch } from "./http/local_fetch.ts";
import type { ProxyOptions, SandboxProxy } from "./host/proxy/proxy.ts";
import type { SandboxServeOptions, Served } from "./host/serve.ts";
import { type IssuedTokens, issueTokens } from "./store/oauth.ts";
import { findUserId, firstUserId } from "./store/users.ts";
import { parseWorldData } from "./seed/check_data.ts";
import { IN_PROCESS } from "./base/urls.ts";
import type { World, WorldOptions } from "./world/world.ts";

export type { SandboxServeOptions } from "./host/serve.ts";

/** Options of {@linkcode createSandbox}. */
export type SandboxOptions = WorldOptions;

/** The configuration of a client for a sandbox in the same process. */
export type ClientConfig = ControlledClientConfig;

/** A sandbox listening on a port. */
export interface SandboxServer {
  /** Base URL, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  /** Address that it listens on. */
  readonly hostname: string;
  /** Port that it listens on. */
  readonly port: number;
  /** Configuration of a client. It has no `fetch`, because requests use the network. */
  readonly clientConfig: ServedClientConfig;
  /**
   * Path of the CA certificate (PEM) that clients have to trust if `tls` is `true`. The file is removed with the
   * server.
   */
  readonly certificate?: string;
  /** Stops listening and closes open connections immediately. The sandbox itself stays open. */
  close(): Promise<void>;
  /** Closes it at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The simulated API, in this process. */
export interface Sandbox {
  /**
   * Works like the platform's `fetch`, without a port: redirects are followed unless `redirect` says otherwise, and a
   * signal aborts it at any time. A redirect to another host is refused. It may be called unbound.
   */
  readonly fetch: typeof fetch;
  /** Configuration of a client that uses this sandbox without a port. */
  readonly clientConfig: ClientConfig;
  /** The sandbox's time. */
  readonly clock: Clock;
  /** The faults. */
  readonly faults: Faults;
  /** The settings, which may be changed at any time. */
  readonly config: SandboxConfig;
  /** The controls for tests, with the same interface as over HTTP. */
  readonly control: SandboxControl;
  /** Serves the sandbox over HTTP or, with a certificate, HTTPS; by default on this machine only. */
  serve(options?: SandboxServeOptions): Promise<SandboxServer>;
  /**
   * Starts a proxy for programs that use SoundCloud's URLs: with its `env`, they reach only the sandbox and the
   * allowed hosts. It affects only programs that read these variables; it isn't a firewall.
   */
  proxy(options?: ProxyOptions): Promise<SandboxProxy>;
  /**
   * Signs a user in without the authorize page.
   *
   * @param user Id or permalink. Default: the world's first user; `null` for the app without a user.
   */
  issueTokens(user?: number | string | null): IssuedTokens;
  /** Number of requests over connections so far, without those of the control plane. */
  readonly requestCount: number;
  /** The undocumented requests in any namespace, each with the nearest documented operation. */
  undocumented(): UndocumentedRequest[];
  /** Closes the sandbox: its servers, then its database. It may be called twice; later requests fail. */
  close(): void;
  /** Closes it at the end of a `using` block. */
  [Symbol.dispose](): void;
}

/** Answers an in-process request. SoundCloud has no plain HTTP. */
async function respond(request: Request, namespaces: Namespaces): Promise<Response> {
  namespaces.main.closed.throwIfAborted();
  const url = new URL(request.url);
  if (url.protocol === "http:" && url.port === "") {
    return Response.redirect(`https:${request.url.slice("http:".length)}`, 301);
  }
  return await exchange(namespaces, request);
}

export interface Servers {
  serve(respond: Respond, options: SandboxServeOptions): Promise<Served>;
  proxy(respond: Respond, options: ProxyOptions): Promise<SandboxProxy>;
}

let servers: Servers | undefined;

export function installServers(given: Servers): void {
  servers = given;
}

class LocalSandbox implements Sandbox {
  readonly #namespaces: Namespaces;
  readonly #respond: Respond;
  readonly #open = new Set<{ close(): Promise<void> }>();
  readonly fetch: typeof fetch;
  readonly control: SandboxControl;
  readonly config: SandboxConfig;
  readonly clock: Clock;
  readonly faults: Faults;

  constructor(options: SandboxOptions) {
    const namespaces = this.#namespaces = new Namespaces(options);
    this.config = checkedConfig(namespaces.main.config);
    [this.clock, this.faults] = [namespaces.main.clock, namespaces.main.faults];
    this.#respond = exchange.bind(undefined, namespaces);
    this.fetch = (input, init) => localFetch((request) => respond(request, namespaces), input, init);
    this.control = controlOf({ ...IN_PROCESS, fetch: this.fetch, app: () => namespaces.main.app });
  }

  get requestCount(): number {
    return this.#namespaces.requestCount;
  }

  get clientConfig(): ClientConfig {
    return { ...this.#world.app, baseUrl: IN_PROCESS.api, authUrl: IN_PROCESS.auth, fetch: this.fetch };
  }

  get #world(): World {
    return this.#namespaces.main;
  }

  #checkOpen(action: string): void {
    if (this.#world.closed.aborted) throw new TypeError(`Cannot ${action}: the sandbox is closed`);
  }

  #servers(action: string): Servers {
    this.#checkOpen(action);
    if (servers === undefined) throw new TypeError(`Cannot ${action}: this runtime has no sockets`);
    return servers;
  }

  async serve(options: SandboxServeOptions = {}): Promise<SandboxServer> {
    const { close: end, ...served } = await this.#servers("serve").serve(this.#respond, options);
    const close = async () => {
      this.#open.delete(server);
      await end();
    };
    const server: SandboxServer = {
      ...served,
      clientConfig: { ...this.#world.app, baseUrl: served.url, authUrl: served.url },
      close,
      [Symbol.asyncDispose]: close,
    };
    return await this.#keep("serve", server);
  }

  async proxy(options: ProxyOptions = {}): Promise<SandboxProxy> {
    const proxy = await this.#servers("start a proxy").proxy(this.#respond, options);
    return await this.#keep("start a proxy", proxy);
  }

  /** Keeps what has been started for the end of the sandbox, which may be over meanwhile. */
  async #keep<T extends { close(): Promise<void> }>(action: string, started: T): Promise<T> {
    this.#open.add(started);
    if (this.#world.closed.aborted) await started.close();
    this.#checkOpen(action);
    return started;
  }

  issueTokens(user?: number | string | null): IssuedTokens {
    this.#checkOpen("issue tokens");
    this.#world.catchUp();
    const { db, app } = this.#world;
    if (user === null) return issueTokens(this.#world, app.clientId, null);
    return issueTokens(this.#world, app.clientId, user === undefined ? firstUserId(db) : findUserId(db, user));
  }

  undocumented(): UndocumentedRequest[] {
    return this.#namespaces.undocumented();
  }

  close(): void {
    for (const server of this.#open) void server.close();
    this.#namespaces.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/**
 * Creates a sandbox from the text of a seed file.
 *
 * @param text The text: YAML or JSON.
 * @param source Name of the file, for messages.
 * @throws {TypeError} When it isn't the data of a world: with the path and the field.
 */
export function createSandbox(text: string, source?: string): Promise<Sandbox>;
/**
 * Creates a sandbox with a seeded catalogue.
 *
 * @param options Seed, clock, file, settings and data. Default: a new catalogue in memory.
 * @throws {WorldDataError} When its data have a broken reference or a duplicate name.
 * @throws {TypeError} When an option is unknown or of another kind.
 * @throws {Error} When the runtime has no SQLite, or the file can't be opened.
 */
export function createSandbox(options?: SandboxOptions): Sandbox;
export function createSandbox(
  from: SandboxOptions | string = {},
  source = "the seed file",
): Sandbox | Promise<Sandbox> {
  if (typeof from !== "string") return new LocalSandbox(from);
  return parseWorldData(from, source).then((world) => new LocalSandbox(world));
}
