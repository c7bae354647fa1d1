import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Connection } from "./context.ts";

/** Answers a web request; the connection is there for what no Response can say. */
export type Respond = (request: Request, connection: Connection) => Promise<Response>;

/** Where to listen. */
export interface ServeOptions {
  /** Address; 127.0.0.1 and ::1 together when left out. */
  readonly hostname?: string;
  /** Port; a free one when left out or 0. */
  readonly port?: number;
}

/** A listening server. */
export interface Listener {
  readonly hostname: string;
  readonly port: number;
  /** Stops listening and ends open connections at once. Closing twice does no harm. */
  close(): Promise<void>;
}

/** Bodyless by definition, so that no stream has to be made for them. */
const WITHOUT_BODY = new Set(["GET", "HEAD"]);

function webRequest(message: IncomingMessage, port: number): Request {
  const headers = new Headers();
  for (let i = 0; i + 1 < message.rawHeaders.length; i += 2) {
    headers.append(message.rawHeaders[i] ?? "", message.rawHeaders[i + 1] ?? "");
  }
  const method = message.method ?? "GET";
  const url = new URL(`http://${headers.get("host") ?? `127.0.0.1:${port}`}${requestPath(message.url)}`);
  if (WITHOUT_BODY.has(method)) return new Request(url, { method, headers });
  const body = Readable.toWeb(message) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}

/** A request line may hold a whole URL; only its path is of interest. */
function requestPath(target = "/"): string {
  return target.startsWith("/") ? target : target.replace(/^[a-z]+:\/\/[^/]*/i, "") || "/";
}

async function send(reply: Response, response: ServerResponse): Promise<void> {
  response.statusCode = reply.status;
  for (const [name, value] of reply.headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  const cookies = reply.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  if (reply.body === null) {
    response.end();
  } else if (reply.headers.get("content-type")?.startsWith("application/json")) {
    const bytes = new Uint8Array(await reply.arrayBuffer());
    response.setHeader("content-length", bytes.length);
    response.end(bytes);
  } else {
    await stream(reply.body, response);
  }
}

/** Sends a body as it comes, no faster than the peer takes it, and stops when the peer leaves. */
async function stream(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = body.getReader();
  const left = () => void reader.cancel().catch(() => {});
  response.once("close", left);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || response.destroyed) break;
      if (!response.write(value)) await new Promise<void>((go) => onceEither(response, "drain", "close", go));
    }
    response.off("close", left);
    response.end();
  } catch {
    response.destroy();
  }
}

function onceEither(response: ServerResponse, first: string, second: string, go: () => void): void {
  const done = () => {
    response.off(first, done).off(second, done);
    go();
  };
  response.on(first, done).on(second, done);
}

function abortOnClose(response: ServerResponse): AbortController {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller;
}

async function exchange(respond: Respond, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let taken = false;
  let gone: AbortController | undefined;
  const connection: Connection = {
    remoteAddress: request.socket.remoteAddress ?? "",
    get signal() {
      gone ??= abortOnClose(response);
      return gone.signal;
    },
    takeOver: () => {
      taken = true;
      return { request, response };
    },
  };
  try {
    const port = request.socket.localPort ?? 80;
    const reply = await respond(webRequest(request, port), connection);
    if (taken) await reply.body?.cancel();
    else await send(reply, response);
  } catch {
    if (!response.headersSent && !taken) response.writeHead(400, { "connection": "close" });
    if (!taken) response.end();
  }
}

function listen(server: Server, hostname: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Listens on both loopback addresses; a machine without IPv6 has one. */
async function listenOnLoopback(servers: [Server, Server], port: number): Promise<number> {
  const bound = await listen(servers[0], "127.0.0.1", port);
  try {
    await listen(servers[1], "::1", bound);
  } catch (error) {
    if (codeOf(error) === "EADDRINUSE") throw error;
  }
  return bound;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Serves over HTTP/1.1 on this machine alone, unless another address is asked for. */
export async function listenAndServe(respond: Respond, options: ServeOptions = {}): Promise<Listener> {
  const { hostname, port = 0 } = options;
  const server = () => createServer((request, response) => void exchange(respond, request, response));
  const servers: [Server, Server] = [server(), server()];
  try {
    const bound = hostname === undefined
      ? await listenOnLoopback(servers, port)
      : await listen(servers[0], hostname, port);
    return {
      hostname: hostname ?? "127.0.0.1",
      port: bound,
      close: async () => void await Promise.all(servers.map(close)),
    };
  } catch (error) {
    await Promise.all(servers.map(close));
    if (codeOf(error) !== "EADDRINUSE") throw error;
    throw new Error(`Cannot listen on port ${port}: it is in use`, { cause: error });
  }
}
