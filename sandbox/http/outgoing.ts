import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import { textOf } from "./reply.ts";

type Head = Record<string, string | string[]>;

function headOf(reply: Response, defaultHeaders: Readonly<Record<string, string>>): Head {
  const head: Head = { ...defaultHeaders };
  for (const [name, value] of reply.headers) head[name] = value;
  if (head["set-cookie"] !== undefined) head["set-cookie"] = reply.headers.getSetCookie();
  return head;
}

/**
 * Sends an answer. One made of a text goes out at once, any other as its body comes.
 *
 * @param defaultHeaders Headers to send where the answer has none of that name.
 * @param date The `Date` to send where the answer has none; the system's when left out.
 */
export async function send(
  reply: Response,
  response: ServerResponse,
  defaultHeaders: Readonly<Record<string, string>>,
  date?: string,
): Promise<void> {
  const head = headOf(reply, defaultHeaders);
  if (date !== undefined) head.date ??= date;
  // Asking for `body` would make a stream of the text.
  const text = textOf(reply);
  if (text !== undefined) head["content-length"] = String(Buffer.byteLength(text));
  response.writeHead(reply.status, head);
  if (text === undefined) await stream(reply.body, response);
  else response.end(text);
}

/** Sends a body as it comes, no faster than the peer takes it, and stops when the peer leaves. */
async function stream(body: ReadableStream<Uint8Array> | null, response: ServerResponse): Promise<void> {
  if (body === null) return void response.end();
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
