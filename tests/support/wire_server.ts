import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A received request. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** A reply. Default: status 200. A text is sent unchanged, anything else as JSON. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Handles a request itself. */
export type Handler = (response: ServerResponse, received: ReceivedRequest) => unknown;

/** A server on a free port of the loopback interface. */
export interface WireServer extends AsyncDisposable {
  readonly url: string;
  /** The received requests, in order. */
  readonly requests: readonly ReceivedRequest[];
  /** The number of opened connections. */
  readonly connections: number;
}

/**
 * Starts a server.
 *
 * @param replies Its replies, in order; the last one repeats.
 */
export async function serve(...replies: (Scripted | Handler)[]): Promise<WireServer> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    // A client that aborts during its request isn't recorded.
    const received = await receive(request).catch(() => undefined);
    if (!received) return;
    const reply = replies[Math.min(requests.push(received), replies.length) - 1] ?? {};
    if (typeof reply === "function") await reply(response, received);
    else respond(response, reply);
  });
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get connections() {
      return sockets.size;
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Sends a scripted reply. */
export function respond(response: ServerResponse, { status = 200, headers = {}, body }: Scripted): void {
  const text = typeof body === "string" ? body : JSON.stringify(body) ?? "";
  const type = typeof body === "string" || body === undefined ? {} : { "content-type": "application/json" };
  response.writeHead(status, { ...type, ...headers });
  response.end(text);
}

/** Closes the connection without a reply. */
export const reset: Handler = (response) => response.socket?.destroy();

/** Never replies. */
export const noReply: Handler = () => {};

/** Closes the connection in the middle of a body. */
export const breakWithinBody: Handler = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"id":', () => response.socket?.destroy());
};

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const decoder = new TextDecoder();
  let body = "";
  for await (const chunk of request) body += decoder.decode(chunk, { stream: true });
  const headers = request.headers as Record<string, string | undefined>;
  return { method: request.method ?? "", url: request.url ?? "", headers, body };
}
