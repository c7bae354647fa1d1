/** Converts between `node:http` and the web's requests and responses. */
import { Buffer } from "node:buffer";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { toStream } from "../base/content.ts";
import type { Connection, RawExchange, Respond } from "../http/connection.ts";
import { textOf } from "../http/reply.ts";

/** Maximum size of an unread body that is discarded, so that its connection can serve the next request. */
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_MS = 10_000;

/** Returns the body of a message. Cancelling it keeps the connection, which `Readable.toWeb` would close. */
function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  return toStream(message.iterator({ destroyOnReturn: false }));
}

/**
 * Discards the rest of a body after the response, up to a limit; closes the connection beyond it. Unread bytes would
 * be parsed as the next request, or block a peer that reads the response only after it has sent everything.
 */
function discard(message: IncomingMessage): void {
  if (message.readableEnded || message.destroyed) return;
  const { socket } = message;
  let bytes = 0;
  const giveUp = () => socket.destroy();
  const timer = setTimeout(giveUp, MOST_MS);
  message.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) giveUp();
  });
  const forget = () => {
    clearTimeout(timer);
    socket.off("close", forget);
  };
  for (const end of ["end", "close"]) message.once(end, forget);
  // A closing server waits for its connections but not for their messages.
  socket.once("close", forget);
  message.resume();
}

/** Checks whether the request uses TLS. Bun's sockets have this property for every protocol. */
function isEncrypted({ socket }: IncomingMessage): boolean {
  return "encrypted" in socket && socket.encrypted === true;
}

/** Returns the path of a request line, which may contain a full URL. */
function requestPath(target = "/"): string {
  return target.startsWith("/") ? target : target.replace(/^[a-z]+:\/\/[^/]*/i, "") || "/";
}

function address(message: IncomingMessage, publicUrl: URL | undefined): string {
  const host = message.headers.host ?? `127.0.0.1:${message.socket.localPort}`;
  const own = isEncrypted(message) ? "https:" : "http:";
  const scheme = host === publicUrl?.host ? publicUrl.protocol : own;
  return new URL(`${scheme}//${host}${requestPath(message.url)}`).href;
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  return headers;
}

function webRequest(message: IncomingMessage, publicUrl?: URL): Request {
  const { method = "GET" } = message;
  const [url, headers] = [address(message, publicUrl), headersOf(message)];
  // Nearly every request has no body, and creating a real `Request` takes longer than reading a row.
  if (method === "GET" || method === "HEAD") return { method, url, headers, body: null } as unknown as Request;
  return new Request(url, { method, headers, body: bodyOf(message), duplex: "half" } as RequestInit);
}

/** A class, because each object literal with a getter has its own hidden class, which keeps the request in memory. */
class ServedConnection implements Connection {
  readonly remoteAddress: string;
  readonly publicUrl: URL | undefined;
  date: string | undefined;
  isTaken = false;
  headers: Readonly<Record<string, string>> = {};
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #gone: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, publicUrl: URL | undefined) {
    this.remoteAddress = request.socket.remoteAddress ?? "";
    this.publicUrl = publicUrl;
    this.#request = request;
    this.#response = response;
  }

  get signal(): AbortSignal {
    if (this.#gone === undefined) {
      const gone = this.#gone = new AbortController();
      this.#response.once("close", () => gone.abort());
    }
    return this.#gone.signal;
  }

  hijack(): RawExchange {
    this.isTaken = true;
    const [{ socket }, response] = [this.#request, this.#response];
    return {
      writeHead: (reply) => void response.writeHead(reply.status, headOf(reply, this.headers)),
      write: (piece) => new Promise((sent) => void response.write(piece, () => sent())),
      end: () => void response.end(),
      destroy: () => void response.destroy(),
      reset: () => void socket.resetAndDestroy(),
      say: (text) => void socket.end(text),
    };
  }
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return !isRead || headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

type Head = Record<string, string | string[]>;

function headOf(reply: Response, defaultHeaders: Readonly<Record<string, string>>): Head {
  const head: Head = { ...defaultHeaders };
  for (const [name, value] of reply.headers) head[name] = value;
  if (head["set-cookie"] !== undefined) head["set-cookie"] = reply.headers.getSetCookie();
  return head;
}

/** A text is sent at once, any other body as a stream. */
async function send(reply: Response, response: ServerResponse, { headers, date }: ServedConnection): Promise<void> {
  const head = headOf(reply, headers);
  if (date !== undefined) head.date ??= date;
  // Reading `body` would turn the text into a stream.
  const text = textOf(reply);
  if (text !== undefined) head["content-length"] = String(Buffer.byteLength(text));
  response.writeHead(reply.status, head);
  if (text !== undefined || reply.body === null) response.end(text);
  else await pipeline(Readable.fromWeb(reply.body as WebStream), response);
}

async function receive(
  respond: Respond,
  publicUrl: URL | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const connection = new ServedConnection(request, response, publicUrl);
  try {
    const reply = await respond(webRequest(request, publicUrl), connection);
    if (connection.isTaken) await reply.body?.cancel();
    else await send(reply, response, connection);
  } catch {
    if (!response.headersSent && !connection.isTaken) response.writeHead(400, { "connection": "close" });
    if (!connection.isTaken) response.end();
  }
  if (!connection.isTaken && hasBody(request)) discard(request);
}

/** Returns a listener that passes each request on and sends the response. */
export function requestListener(respond: Respond, publicUrl?: URL): RequestListener {
  return (request, response) => void receive(respond, publicUrl, request, response);
}
