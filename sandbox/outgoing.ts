import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import { textOf } from "./reply_text.ts";

function setHeaders(reply: Response, response: ServerResponse, beside: Readonly<Record<string, string>>): void {
  for (const name in beside) response.setHeader(name, beside[name] ?? "");
  for (const [name, value] of reply.headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  const cookies = reply.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
}

/**
 * Sends an answer. One made of a text goes out at once, any other as its body comes.
 *
 * @param beside Headers to send where the answer has none of that name.
 */
export async function send(
  reply: Response,
  response: ServerResponse,
  beside: Readonly<Record<string, string>>,
): Promise<void> {
  response.statusCode = reply.status;
  setHeaders(reply, response, beside);
  const text = reply.body === null ? "" : textOf(reply);
  if (text === undefined) return await stream(reply.body, response);
  if (text !== "") response.setHeader("content-length", Buffer.byteLength(text));
  response.end(text);
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
