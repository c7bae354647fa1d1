/** A proxy that routes SoundCloud's URLs to a sandbox and refuses other hosts. */
import { checkMembers, FLAG, FUNCTION, isObject, kind, type Kinds, PORT, TEXT } from "../../base/check.ts";
import { createServer, type Socket } from "node:net";
import type { Respond } from "../../http/connection.ts";
import { explainListening, listen, listenAndServe, type Listener, type ServeOptions } from "../serve.ts";
import { type Identity, makeTrust, newIdentity } from "./trust.ts";
import { covers, type Head, isServiceName, type Read, readHead, refuse, SERVICE_NAMES, tunnel } from "./tunnel.ts";
import { directEnvironment, proxyEnvironment, trustEnvironment } from "./environment.ts";
import { ownNetwork } from "./own_network.ts";

/** Options of a proxy. */
export interface ProxyOptions {
  /**
   * Other hosts that may be reached: `example.com`, `*.example.com` for its subdomains, or `*` for every host. Default:
   * none.
   */
  readonly allow?: readonly string[];
  /** Port on 127.0.0.1. Default 0: any free port. */
  readonly port?: number;
  /** The environment that `env` extends: its certificates and settings stay valid in addition to the proxy's. */
  readonly inherited?: Readonly<Record<string, string | undefined>>;
  /**
   * Whether the process runs in a network namespace of its own, which it may set up: the sandbox then listens at
   * SoundCloud's names and ports in it, and nothing else is reachable. For Linux. Default false.
   */
  readonly ownNetwork?: boolean;
  /** Called once for each refused host. */
  readonly onRefused?: (host: string) => void;
}

const OPTIONS: Kinds<keyof ProxyOptions> = {
  allow: kind("a list of hosts such as example.com", (value) => Array.isArray(value) && value.every(TEXT.accepts)),
  port: PORT,
  inherited: kind("an object of environment variables", isObject),
  ownNetwork: FLAG,
  onRefused: FUNCTION,
};

/** A running proxy. */
export interface SandboxProxy {
  /** Its URL, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  /** Environment variables that make a program use the proxy and trust the sandbox. */
  readonly env: Readonly<Record<string, string>>;
  /** Path of the CA certificate (PEM) of this run, in a private folder. */
  readonly certificate: string;
  /** Stops listening, ends open connections and removes the files. */
  close(): Promise<void>;
  /** Closes it at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void>;
}

interface Rules {
  readonly allow: readonly string[];
  readonly ports: { readonly https: number; readonly http: number };
  readonly onRefused: (host: string) => void;
}

async function handle(client: Socket, rules: Rules): Promise<void> {
  const read = await readHead(client);
  if (read === undefined) return void client.destroy();
  const { head } = read;
  if (head === undefined) return refuse(client, 400, "The sandbox's proxy accepts only CONNECT and http URLs");
  await route(client, { ...read, head }, rules);
}

function route(client: Socket, read: Read & { head: Head }, { allow, ports, onRefused }: Rules): Promise<void> | void {
  const { target, method } = read.head;
  const isPlain = method !== "CONNECT" || target.port === 80;
  if (read.head.isHttps) {
    if (!isServiceName(target.host)) return refuse(client, 400, "The sandbox's proxy takes https by CONNECT");
    const head = { ...read.head, headers: [...read.head.headers, `${FORWARDED}: https`] };
    return tunnel(client, { ...read, head }, { host: "127.0.0.1", port: ports.http });
  }
  if (isServiceName(target.host)) {
    return tunnel(client, read, { host: "127.0.0.1", port: isPlain ? ports.http : ports.https });
  }
  if (allow.some((pattern) => covers(pattern, target.host))) return tunnel(client, read, target);
  onRefused(target.host);
  return refuse(client, 403, `Not a host of the sandbox (allow it: --allow ${target.host})`);
}

const FORWARDED = "x-sandbox-forwarded";

/** Redirects from HTTP to HTTPS, like SoundCloud, unless the proxy was asked for an https URL. */
function plain(respond: Respond): Respond {
  return (request, connection) => {
    const url = request.url.replace(/^http:/, "https:");
    const { method, headers, body } = request;
    const init = { method, headers, body, duplex: "half" } as RequestInit;
    if (headers.get(FORWARDED) === "https") return respond(new Request(url, init), connection);
    return Promise.resolve(new Response(null, { status: 301, headers: { location: url } }));
  };
}

function once(tell: (host: string) => void): (host: string) => void {
  const told = new Set<string>();
  return (host) => {
    if (told.has(host)) return;
    told.add(host);
    tell(host);
  };
}

async function serveProxy(port: number, rules: Rules): Promise<{ readonly url: string; close(): Promise<void> }> {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.once("close", () => clients.delete(client));
    client.on("error", () => client.destroy());
    handle(client, rules).catch(() => client.destroy());
  });
  const bound = await listen(server, "127.0.0.1", port).catch((error) => {
    throw explainListening(error, { port });
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const client of clients) client.destroy();
    });
  return { url: `http://127.0.0.1:${bound}`, close };
}

async function serveInside(
  respond: Respond,
  identity: Identity,
  [httpsPort, httpPort]: readonly ServeOptions[],
): Promise<readonly [https: Listener, http: Listener]> {
  const https = await listenAndServe(respond, { ...httpsPort, tls: identity });
  return [https, await listenAndServe(plain(respond), httpPort)];
}

/** Serves SoundCloud's own ports in the network of this process. */
async function startInOwnNetwork(
  respond: Respond,
  { inherited = {}, onRefused = () => {} }: ProxyOptions,
): Promise<SandboxProxy> {
  const identity = await newIdentity(SERVICE_NAMES);
  const trust = makeTrust(identity.authority, inherited, false);
  const network = await ownNetwork(trust.folder, trust.bundle, once(onRefused));
  const inside = await serveInside(respond, identity, [{ port: 443 }, { port: 80 }]);
  const close = async () => {
    network.close();
    await Promise.all(inside.map((server) => server.close()));
    trust.remove();
  };
  const hook = { port: 443, names: SERVICE_NAMES, authority: trust.authority };
  const env = { ...directEnvironment(), ...trustEnvironment(trust, hook, inherited) };
  return { url: "https://api.soundcloud.com", env, certificate: trust.authority, close, [Symbol.asyncDispose]: close };
}

/** Starts a proxy in front of a sandbox, which answers requests to SoundCloud's hosts. */
export async function startProxy(respond: Respond, options: ProxyOptions = {}): Promise<SandboxProxy> {
  checkMembers("the proxy", options, OPTIONS);
  if (options.ownNetwork) return await startInOwnNetwork(respond, options);
  const { allow = [], port = 0, inherited = {}, onRefused = () => {} } = options;
  const identity = await newIdentity(SERVICE_NAMES);
  const inside = await serveInside(respond, identity, [{ hostname: "127.0.0.1" }, { hostname: "127.0.0.1" }]);
  const [https, http] = inside;
  const closeInside = async () => void await Promise.all(inside.map((server) => server.close()));
  try {
    const ports = { https: https.port, http: http.port };
    const outer = await serveProxy(port, { allow, ports, onRefused: once(onRefused) });
    const trust = makeTrust(identity.authority, inherited, allow.length > 0);
    let closing: Promise<void> | undefined;
    const close = () => closing ??= Promise.all([outer.close(), closeInside()]).then(() => trust.remove());
    const hook = { port: https.port, names: SERVICE_NAMES, authority: trust.authority };
    const trusting = trustEnvironment(trust, hook, inherited, outer.url);
    const env = { ...proxyEnvironment(outer.url, trust, hook, inherited), ...trusting };
    return { url: outer.url, env, certificate: trust.authority, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await closeInside();
    throw error;
  }
}
