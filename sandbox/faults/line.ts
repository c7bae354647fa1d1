import { toStream } from "../base/content.ts";
import { pause } from "../base/pause.ts";
import type { Call } from "../http/call.ts";
import type { RawExchange } from "../http/connection.ts";
import type { Drop } from "./rule.ts";

/** A connection lost before the response was complete: in-process, a rejected `fetch`, as from a real network. */
export class LostConnection extends TypeError {
  override readonly name = "TypeError";

  constructor(how: string) {
    super(`fetch failed: ${how}`);
  }
}

export interface Line {
  readonly bytesPerSecond: number | undefined;
  readonly cutAfterBytes: number | undefined;
}

const TICK_MS = 50;
const CHUNK = 16_384;

/** Loses the connection before or after the request takes effect, or keeps it open without a response. */
export async function lose(call: Call, drop: Drop): Promise<never> {
  if (drop === "never") await pause(Infinity, ...call.ends);
  if (drop === "malformed_chunk") return malform(call);
  call.connection?.hijack().reset();
  throw new LostConnection("connection reset by peer");
}

function malform(call: Call): never {
  call.connection?.hijack().say(
    "HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\ntransfer-encoding: chunked\r\n\r\n" +
      '5\r\n{"a":\r\nnot a length\r\n',
  );
  throw new LostConnection("invalid chunk size");
}

/** Yields the body at the limited speed, up to the cut, where it throws. */
async function* pieces(bytes: Uint8Array<ArrayBuffer>, line: Line, ends: readonly AbortSignal[]) {
  const { bytesPerSecond = Infinity, cutAfterBytes = Infinity } = line;
  const step = Math.max(1, Math.min(CHUNK, Math.round(bytesPerSecond * TICK_MS / 1000)));
  const end = Math.min(bytes.length, cutAfterBytes);
  for (let from = 0; from < end; from += step) {
    const to = Math.min(from + step, end);
    if (Number.isFinite(bytesPerSecond)) await pause((to - from) * 1000 / bytesPerSecond, ...ends);
    yield bytes.subarray(from, to);
  }
  if (end < bytes.length) throw new LostConnection("connection closed before the body was complete");
}

/** On a real connection the bytes are sent here, and the returned response isn't sent. */
export async function sendOver(reply: Response, line: Line, call: Call): Promise<Response> {
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const body = pieces(bytes, line, call.ends);
  const { status, headers } = reply;
  headers.set("content-length", String(bytes.length));
  if (call.connection === undefined) return new Response(toStream(body), { status, headers });
  const raw = call.connection.hijack();
  headers.set("date", new Date(call.now).toUTCString());
  raw.writeHead(reply);
  void write(body, raw);
  return new Response(null, { status, headers });
}

async function write(body: AsyncGenerator<Uint8Array>, raw: RawExchange): Promise<void> {
  try {
    for await (const piece of body) await raw.write(piece);
    raw.end();
  } catch {
    raw.destroy();
  }
}
