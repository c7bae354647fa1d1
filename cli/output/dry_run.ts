// `--dry-run`: reads are sent; a write ends the work before it is sent, and its request is shown.
import { ServiceError } from "@tonearm/client";
import { isTokenRequest } from "../host/network.ts";
import type { Terminal } from "./terminal.ts";

export interface WriteRequest {
  readonly method: string;
  readonly path: string;
  /** The fields; files are described. */
  readonly body?: unknown;
}

export const REQUEST_FIELDS: readonly string[] = ["method", "path", "body"];

const NOT_SENT = new Error("--dry-run sends no writes");

export function isNotSent(error: unknown): boolean {
  return ServiceError.is(error) && error.cause === NOT_SENT;
}

export function withoutWrites(send: typeof globalThis.fetch, writes: WriteRequest[]): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (request.method === "GET" || isTokenRequest(request.url)) return await send(input, init);
    const { pathname, search } = new URL(request.url);
    const body = await describe(request);
    throw notSent(writes, { method: request.method, path: pathname + search, ...(body === undefined ? {} : { body }) });
  };
}

export function notSent(writes: WriteRequest[], request: WriteRequest): ServiceError {
  writes.push(request);
  return new ServiceError(0, "", undefined, { cause: NOT_SENT, text: "" });
}

async function describe(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/")) {
    const text = await request.text();
    return text !== "" && type.startsWith("application/json") ? JSON.parse(text) : text || undefined;
  }
  const fields = [...await request.formData()];
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === "string" ? value : `${value.name}, ${value.size} bytes`]),
  );
}

export async function showWrites(
  context: Terminal & { readonly unsent: readonly WriteRequest[] },
  work: () => Promise<number | void>,
): Promise<number> {
  try {
    return await work() ?? 0;
  } catch (error) {
    if (!isNotSent(error)) throw error;
    return 0;
  } finally {
    const { showAll } = await import("./result.ts");
    // For example: PUT /tracks/1 {"genre":"Drone"}
    const draw = ({ method, path, body }: WriteRequest) =>
      `${method} ${path}${body === undefined ? "" : ` ${JSON.stringify(body)}`}\n`;
    if (context.unsent.length > 0) await showAll(context, context.unsent, draw);
  }
}
