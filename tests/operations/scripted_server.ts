import type { Exchange } from "../support/operations/operations.ts";

/** A received request. */
export interface Received {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
}

/** A server on a free port of the loopback interface. */
export class ScriptedServer implements AsyncDisposable {
  readonly #server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => this.#answer(request),
  );
  #replies: Partial<Exchange>[] = [];
  #received: Received[] = [];

  /** The URL of the server. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Sets the replies to the next requests, in order; any further request gets a 418. */
  script(replies: readonly Partial<Exchange>[]): void {
    this.#replies = [...replies];
    this.#received = [];
  }

  /** The requests received since the last script. */
  get received(): readonly Received[] {
    return this.#received;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname: path, searchParams } = new URL(request.url);
    const { method, headers } = request;
    this.#received.push({
      method,
      path,
      query: Object.fromEntries(searchParams),
      headers,
      body: await readBody(request),
    });
    const { reply, location, status = location ? 302 : 200 } = this.#replies.shift() ?? { status: 418 };
    const init = { status, headers: { "Content-Type": "application/json", ...(location && { location }) } };
    return new Response(reply === undefined ? null : JSON.stringify(reply), init);
  }
}

/** Reads a body: JSON and forms as values, files as name, type and text. */
async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get("Content-Type") ?? "";
  if (type.includes("json")) return await request.json();
  if (!type.includes("form")) return await request.text() || undefined;
  const entries = [...await request.formData()].map(async ([name, value]) => [name, await comparable(value)]);
  return Object.fromEntries(await Promise.all(entries));
}

/** Converts a form value to a comparable one. */
export async function comparable(value: string | File): Promise<unknown> {
  return typeof value === "string" ? value : { name: value.name, type: value.type, text: await value.text() };
}
