import type { IncomingMessage } from "node:http";
import type { IncomingBody } from "./incoming_body.ts";

/** Whether it came over TLS. Bun's sockets know the word, whatever they are. */
function isEncrypted({ socket }: IncomingMessage): boolean {
  return "encrypted" in socket && socket.encrypted === true;
}

/** A request line may hold a whole URL; only its path is of interest. */
function requestPath(target = "/"): string {
  return target.startsWith("/") ? target : target.replace(/^[a-z]+:\/\/[^/]*/i, "") || "/";
}

function address(message: IncomingMessage, publicUrl: URL | undefined): string {
  const host = message.headers.host ?? `127.0.0.1:${message.socket.localPort}`;
  const scheme = host === publicUrl?.host ? publicUrl.protocol : isEncrypted(message) ? "https:" : "http:";
  return new URL(`${scheme}//${host}${requestPath(message.url)}`).href;
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  return headers;
}

/**
 * A request without a body, which makes a real `Request` only for those who want what just that one has. Nearly every
 * request is of this kind, and making a real one takes longer than reading a row.
 */
class Bodyless {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body = null;
  readonly bodyUsed = false;
  #whole: Request | undefined;

  constructor(method: string, url: string, headers: Headers) {
    this.method = method;
    this.url = url;
    this.headers = headers;
  }

  get #real(): Request {
    return this.#whole ??= new Request(this.url, { method: this.method, headers: this.headers });
  }

  get signal(): AbortSignal {
    return this.#real.signal;
  }

  clone(): Request {
    return this.#real.clone();
  }

  text(): Promise<string> {
    return Promise.resolve("");
  }

  json(): Promise<unknown> {
    return this.#real.json();
  }

  formData(): Promise<FormData> {
    return this.#real.formData();
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(new ArrayBuffer(0));
  }
}

/** The web's form of a request that came in; one without a body has what routes use of it, and no more. */
export function webRequest(message: IncomingMessage, body: IncomingBody | undefined, publicUrl?: URL): Request {
  const { method = "GET" } = message;
  const [url, headers] = [address(message, publicUrl), headersOf(message)];
  if (body === undefined || method === "GET" || method === "HEAD") {
    return new Bodyless(method, url, headers) as unknown as Request;
  }
  return new Request(url, { method, headers, body: body.stream(), duplex: "half" } as RequestInit);
}
