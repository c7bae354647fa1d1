import { once } from "node:events";
import type { Server } from "node:http";
import type { Server as NetServer } from "node:net";
import process from "node:process";
import { checkMembers, isObject, kind, type Kinds, PORT, textKind } from "../base/check.ts";
import type { Respond } from "../http/connection.ts";
import { requestListener } from "./node_adapter.ts";

/** Where to listen. */
export interface ServeOptions {
  /** Address to listen on. Default: 127.0.0.1 and ::1. */
  readonly hostname?: string;
  /** Port. Default 0: any free port. */
  readonly port?: number;
  /** Serves HTTPS, with this certificate. */
  readonly tls?: TlsOptions;
  /**
   * Public URL, such as `https://sandbox.example.org`, if it differs from the listening address: behind another host
   * name or a TLS terminator. Links use it in replies to requests with its `Host`.
   */
  readonly publicUrl?: string;
}

/** Where and how to listen. */
export interface SandboxServeOptions extends Omit<ServeOptions, "tls"> {
  /** Serves HTTPS: with the given certificate, or with `true`, with one of a CA that is created for this server. */
  readonly tls?: TlsOptions | boolean;
}

/** A certificate for a server. */
export interface TlsOptions {
  /** Its private key, PEM. */
  readonly key: string;
  /** The certificate chain, PEM. */
  readonly cert: string;
}

const isMember = (value: unknown, name: string) => isObject(value) && typeof value[name] === "string";

/** The members of {@linkcode ServeOptions}. `tls` may also be true: a certificate of the sandbox's own. */
export const SERVE_KINDS: Kinds<keyof ServeOptions> = {
  hostname: textKind("an address of this machine", (text) => text !== ""),
  port: PORT,
  tls: kind(
    "true, or an object with a key and a cert, in PEM",
    (value) => typeof value === "boolean" || (isMember(value, "key") && isMember(value, "cert")),
  ),
  publicUrl: textKind(
    "a URL such as https://sandbox.example.org",
    (text) => /^https?:/.test(text) && URL.canParse(text),
  ),
};

export interface Listener {
  readonly hostname: string;
  readonly port: number;
  /** Stops listening and closes open connections immediately. It may be called twice. */
  close(): Promise<void>;
}

export async function listen(server: NetServer, hostname: string, port: number): Promise<number> {
  server.listen(port, hostname);
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Number of free ports to try: another program may listen on a port at one of the two addresses only. */
const PORT_TRIES = 10;

interface Bound {
  readonly servers: readonly Server[];
  readonly port: number;
}

/** Listens on both loopback addresses, or on one if the machine has no IPv6; port 0 is one that is free at both. */
export async function listenOnLoopback(make: () => Server, port: number, tries: number = PORT_TRIES): Promise<Bound> {
  const [v4, v6] = [make(), make()];
  const bound = await listen(v4, "127.0.0.1", port);
  try {
    await listen(v6, "::1", bound);
  } catch (error) {
    if (codeOf(error) !== "EADDRINUSE") return { servers: [v4], port: bound };
    await close(v4);
    if (port !== 0 || tries <= 1) throw error;
    return await listenOnLoopback(make, port, tries - 1);
  }
  return { servers: [v4, v6], port: bound };
}

async function listenOn(make: () => Server, hostname: string, port: number): Promise<Bound> {
  const server = make();
  return { servers: [server], port: await listen(server, hostname, port) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Clients keep an unused connection for up to 90 s. Closed by the server at the wrong moment, it loses a POST. */
const KEEP_ALIVE_MS = 120_000;

async function serverMaker(respond: Respond, { tls, publicUrl }: ServeOptions): Promise<() => Server> {
  const listener = requestListener(respond, publicUrl === undefined ? undefined : new URL(publicUrl));
  // An import also gets its WebSocket, and with it all of Node's fetch: a quarter of the start.
  const http = process.getBuiltinModule?.("node:http") ?? await import("node:http");
  if (tls === undefined) return () => http.createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener);
  const https = await import("node:https");
  return () => https.createServer({ key: tls.key, cert: tls.cert, keepAliveTimeout: KEEP_ALIVE_MS }, listener);
}

const FOREIGN: readonly unknown[] = ["EADDRNOTAVAIL", "EINVAL", "ENOTFOUND"];

export function explainListening(error: unknown, { hostname, port = 0 }: ServeOptions): unknown {
  const code = codeOf(error);
  if (code === "EADDRINUSE") return new Error(`Cannot listen on port ${port}: it is in use`, { cause: error });
  if (code === "EACCES") return new Error(`Cannot listen on port ${port}: permission denied`, { cause: error });
  if (!FOREIGN.includes(code)) return error;
  return new Error(`Cannot listen on ${hostname}: it is not an address of this machine`, { cause: error });
}

export async function listenAndServe(respond: Respond, options: ServeOptions = {}): Promise<Listener> {
  const { hostname, port = 0 } = options;
  const make = await serverMaker(respond, options);
  try {
    const bound = await (hostname === undefined ? listenOnLoopback(make, port) : listenOn(make, hostname, port));
    return {
      hostname: hostname ?? "127.0.0.1",
      port: bound.port,
      close: async () => void await Promise.all(bound.servers.map(close)),
    };
  } catch (error) {
    throw explainListening(error, options);
  }
}

export interface Served extends Listener {
  readonly url: string;
  /** Path of the CA certificate (PEM) that clients have to trust; the file is removed with the server. */
  readonly certificate?: string;
}

async function ownTls({ hostname, publicUrl }: ServeOptions) {
  const [{ makeTrust, newIdentity }, { SERVICE_NAMES }] = await Promise.all([
    import("./proxy/trust.ts"),
    import("./proxy/tunnel.ts"),
  ]);
  const names = [hostname, publicUrl && new URL(publicUrl).hostname].flatMap((name) => name ? [name] : []);
  const identity = await newIdentity([...new Set(["localhost", "127.0.0.1", "::1", ...names, ...SERVICE_NAMES])]);
  return { identity, trust: makeTrust(identity.authority, {}, false) };
}

function addressOf({ hostname, port }: Listener, isSecure: boolean, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  return `${isSecure ? "https" : "http"}://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}

/** Rejects what isn't a certificate and its key: not every runtime does, and then each connection fails. */
async function checkIdentity({ cert, key }: TlsOptions): Promise<void> {
  const { createPrivateKey, X509Certificate } = await import("node:crypto");
  try {
    if (new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return;
  } catch (cause) {
    throw new TypeError("Cannot use the certificate: it and its private key must be PEM", { cause });
  }
  throw new TypeError("Cannot use the certificate: the private key is that of another");
}

export async function serve(respond: Respond, given: SandboxServeOptions): Promise<Served> {
  checkMembers("the server", given, SERVE_KINDS);
  const { tls, ...options } = given;
  if (typeof tls === "object") await checkIdentity(tls);
  const own = tls === true ? await ownTls(options) : undefined;
  const identity = own?.identity ?? (typeof tls === "object" ? tls : undefined);
  const listener = await listenAndServe(respond, { ...options, ...(identity && { tls: identity }) });
  return {
    ...listener,
    url: addressOf(listener, identity !== undefined, options.publicUrl),
    ...(own && { certificate: own.trust.authority }),
    async close() {
      await listener.close();
      own?.trust.remove();
    },
  };
}
