import type { Clock } from "./base/clock.ts";
import { checkedConfig } from "./base/check_config.ts";
import type { SandboxConfig } from "./base/config.ts";
import type { UndocumentedRequest } from "./document/undocumented.ts";
import type { Respond } from "./host/node_adapter.ts";
import { exchange } from "./exchange.ts";
import type { Faults } from "./faults/registry.ts";
import { checkMembers } from "./base/members.ts";
import { Namespaces } from "./world/namespaces.ts";
import { controlOf } from "./kit/connect.ts";
import type { SandboxControl } from "./kit/control.ts";
import { localFetch } from "./http/local_fetch.ts";
import type { ProxyOptions, SandboxProxy } from "./host/proxy/proxy.ts";
import { listenAndServe, type Listener, SERVE_KINDS, type ServeOptions, type TlsOptions } from "./host/serve.ts";
import { type IssuedTokens, issueTokens } from "./store/oauth.ts";
import { findUserId, firstUserId } from "./store/users.ts";
import { IN_PROCESS } from "./base/urls.ts";
import type { ClientApp, World, WorldOptions } from "./world/world.ts";

/** Options of {@linkcode createSandbox}. */
export type SandboxOptions = WorldOptions;

/** The configuration of a client for a served sandbox. */
export interface ServedClientConfig extends ClientApp {
  /** Base URL of the API. */
  readonly baseUrl: string;
  /** Base URL of the OAuth host. */
  readonly authUrl: string;
}

/** The configuration of a client for a sandbox in the same process. */
export interface ClientConfig extends ServedClientConfig {
  /** Answers requests without a port. */
  readonly fetch: typeof fetch;
}

/** Where and how to listen. */
export interface SandboxServeOptions extends Omit<ServeOptions, "tls"> {
  /** Serves HTTPS: with the given certificate, or with `true`, with one of a CA that is created for this server. */
  readonly tls?: TlsOptions | boolean;
}

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

/** The service, in this process. */
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
   * Starts a proxy for programs that use the service's URLs: with its `env`, they reach only the sandbox and the
   * allowed hosts. It affects only programs that read these variables; it isn't a firewall.
   */
  proxy(options?: ProxyOptions): Promise<SandboxProxy>;
  /**
   * Signs a user in without the authorize page.
   *
   * @param user Id or permalink. Default: the world's first user; `null` for the app without a user.
   */
  issueTokens(user?: number | string | null): IssuedTokens;
  /** The undocumented requests in any namespace, each with the nearest documented operation. */
  undocumented(): UndocumentedRequest[];
  /** Closes the sandbox: its servers, then its database. It may be called twice; later requests fail. */
  close(): void;
  /** Closes it at the end of a `using` block. */
  [Symbol.dispose](): void;
}

/** Answers an in-process request. The service has no plain HTTP. */
async function respond(request: Request, namespaces: Namespaces): Promise<Response> {
  namespaces.main.closed.throwIfAborted();
  const url = new URL(request.url);
  if (url.protocol === "http:" && url.port === "") {
    return Response.redirect(`https:${request.url.slice("http:".length)}`, 301);
  }
  return await exchange(namespaces, request);
}

/** Creates a certificate for the names of a server. */
async function ownTls({ hostname, publicUrl }: ServeOptions) {
  const { makeOwnTls } = await import("./host/proxy/trust.ts");
  const names = [hostname, publicUrl && new URL(publicUrl).hostname].flatMap((name) => name ? [name] : []);
  return await makeOwnTls([...new Set(["localhost", "127.0.0.1", "::1", ...names])]);
}

function addressOf({ hostname, port }: Listener, isSecure: boolean, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  return `${isSecure ? "https" : "http"}://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}

class LocalSandbox implements Sandbox {
  readonly #namespaces: Namespaces;
  readonly #respond: Respond;
  readonly #servers = new Set<{ close(): Promise<void> }>();
  readonly fetch: typeof fetch;
  readonly control: SandboxControl;
  readonly config: SandboxConfig;

  constructor(options: SandboxOptions) {
    const namespaces = this.#namespaces = new Namespaces(options);
    this.config = checkedConfig(namespaces.main.config);
    // Bound instead of wrapped, because nearly every request passes here.
    this.#respond = exchange.bind(undefined, namespaces);
    this.fetch = (input, init) => localFetch((request) => respond(request, namespaces), input, init);
    this.control = controlOf({ ...IN_PROCESS, fetch: this.fetch, app: () => namespaces.main.app });
  }

  get clientConfig(): ClientConfig {
    return { ...this.#world.app, baseUrl: IN_PROCESS.api, authUrl: IN_PROCESS.auth, fetch: this.fetch };
  }

  get #world(): World {
    return this.#namespaces.main;
  }

  get clock(): Clock {
    return this.#world.clock;
  }

  get faults(): Faults {
    return this.#world.faults;
  }

  #checkOpen(action: string): void {
    if (this.#world.closed.aborted) throw new TypeError(`Cannot ${action}: the sandbox is closed`);
  }

  async serve(given: SandboxServeOptions = {}): Promise<SandboxServer> {
    this.#checkOpen("serve");
    checkMembers("the server", given, SERVE_KINDS);
    const { tls, ...options } = given;
    const own = tls === true ? await ownTls(options) : undefined;
    const identity = own ?? (typeof tls === "object" ? tls : undefined);
    const listener = await listenAndServe(this.#respond, { ...options, ...(identity && { tls: identity }) });
    const { hostname, port } = listener;
    const url = addressOf(listener, identity !== undefined, options.publicUrl);
    const close = async () => {
      this.#servers.delete(server);
      await listener.close();
      own?.remove();
    };
    const server: SandboxServer = {
      url,
      hostname,
      port,
      clientConfig: { ...this.#world.app, baseUrl: url, authUrl: url },
      ...(own && { certificate: own.file }),
      close,
      [Symbol.asyncDispose]: close,
    };
    this.#servers.add(server);
    return server;
  }

  async proxy(options: ProxyOptions = {}): Promise<SandboxProxy> {
    this.#checkOpen("start a proxy");
    const { startProxy } = await import("./host/proxy/proxy.ts");
    const proxy = await startProxy(this.#respond, options);
    this.#servers.add(proxy);
    return proxy;
  }

  issueTokens(user?: number | string | null): IssuedTokens {
    this.#checkOpen("issue tokens");
    this.#world.catchUp();
    const { db } = this.#world;
    const id = user === null ? null : user === undefined ? firstUserId(db) : findUserId(db, user);
    return issueTokens(this.#world, this.#world.app.clientId, id);
  }

  undocumented(): UndocumentedRequest[] {
    return this.#namespaces.undocumented();
  }

  close(): void {
    for (const server of this.#servers) void server.close();
    this.#namespaces.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/**
 * Creates a sandbox with a seeded catalogue.
 *
 * @param options Seed, clock, file, settings and data. Default: a new catalogue in memory.
 * @throws {WorldDataError} When its data have a broken reference or a duplicate name.
 * @throws {TypeError} When an option is unknown or of another kind.
 * @throws {Error} When the runtime has no `node:sqlite`, or the file can't be opened.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new LocalSandbox(options);
}
