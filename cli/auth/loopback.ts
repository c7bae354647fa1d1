// The server that receives the redirect of a login. It listens only on 127.0.0.1.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Answer, readAnswer } from "./callback.ts";
import { Failure } from "../errors.ts";

export interface LoopbackSettings {
  /** The port; 0 is any free one. */
  readonly port: number;
  readonly path: string;
  readonly state: string;
}

export interface Loopback {
  readonly port: number;
  /** The answer to this login; other requests are answered and ignored. */
  readonly answer: Promise<Answer>;
  /** Lets the last page be sent, then stops listening. */
  close(): Promise<void>;
}

const LARGEST_FORM = 65_536;
/** Time limit of a request, in milliseconds; a local browser is faster. */
const SLOWEST_MS = 10_000;
/** The hosts of this server. Another host would be DNS rebinding. */
const OWN_HOST = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i;
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "connection": "close",
} as const;

/** Starts listening. A port in use is a failure that names it. */
export async function listen({ port, path, state }: LoopbackSettings): Promise<Loopback> {
  let resolve: (answer: Answer) => void = () => {};
  const promise = new Promise<Answer>((settle) => resolve = settle);
  let isAnswered = false;
  const server = createServer({ requestTimeout: SLOWEST_MS, headersTimeout: SLOWEST_MS }, (request, response) => {
    serve(request, path, state).then((found) => {
      const answer = isAnswered && typeof found === "object" ? 400 : found;
      reply(response, answer);
      if (typeof answer === "number") return;
      isAnswered = true;
      resolve(answer);
    }, () => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((error: unknown) => Promise.reject(taken(error, port)));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    answer: promise,
    close: () => close(server),
  };
}

/** Returns the answer in a request, or the status for another request. */
async function serve(request: IncomingMessage, path: string, state: string): Promise<Answer | number> {
  if (!OWN_HOST.test(request.headers.host ?? "")) return 421;
  const target = request.url ?? "";
  const url = new URL(target.startsWith("/") ? `http://127.0.0.1${target}` : "http://127.0.0.1");
  if (withoutSlash(url.pathname) !== withoutSlash(path)) return 404;
  if (request.method !== "GET" && request.method !== "POST") return 405;
  const query = request.method === "POST" ? await readForm(request) : url.search;
  return readAnswer(query || url.search, state) ?? 400;
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, "");
}

async function readForm(request: IncomingMessage): Promise<string> {
  let form = "";
  for await (const chunk of request) {
    form += String(chunk);
    if (form.length > LARGEST_FORM) throw new RangeError("the form is too large");
  }
  return form;
}

function reply(response: ServerResponse, answer: Answer | number): void {
  if (typeof answer === "number") {
    const text = answer === 400 ? "This redirect doesn't belong to the current login." : "There is nothing here.";
    response.writeHead(answer, HEADERS).end(page("Unexpected request", text));
  } else if ("code" in answer) {
    response.writeHead(200, HEADERS).end(page("Almost there", "You can close this page and go back to the terminal."));
  } else {
    response.writeHead(200, HEADERS).end(page("Not signed in", "The terminal says why. You can close this page."));
  }
}

function page(title: string, text: string): string {
  const style = "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">` +
    `<title>${title}</title><style>${style}</style><h1>${title}</h1><p>${text}</p></html>\n`;
}

function taken(error: unknown, port: number): unknown {
  if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) return error;
  const hint = "Another program listens there. Choose another port with --port, or paste the URL: --no-browser.";
  return new Failure("failed", `Port ${port} is in use`, { code: "port_taken", hint, cause: error });
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  const late = setTimeout(() => server.closeAllConnections(), 500);
  await closed;
  clearTimeout(late);
}
