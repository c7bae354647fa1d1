import { isObject } from "../base/check.ts";
import { textOf, textReply } from "../http/reply.ts";

export type Resource = Record<string, unknown>;

function withText(reply: Response, text: string | undefined): Response {
  if (text === undefined) return reply;
  reply.headers.delete("content-length");
  return textReply(text, { status: reply.status, headers: reply.headers });
}

/** Reads the text of a response, which consumes its body. */
export async function readText(reply: Response): Promise<string> {
  return textOf(reply) ?? await reply.text();
}

function isJson(reply: Response): boolean {
  return reply.headers.get("content-type")?.startsWith("application/json") ?? false;
}

/** Changes the text of a response. A response that isn't successful JSON stays unchanged. */
export async function rewriteText(reply: Response, rewrite: (text: string) => string): Promise<Response> {
  if (!reply.ok || !isJson(reply)) return reply;
  return withText(reply, rewrite(await readText(reply)));
}

export function reshape(reply: Response, change: (value: unknown) => unknown): Promise<Response> {
  return rewriteText(reply, (text) => JSON.stringify(change(JSON.parse(text))));
}

export function eachResource(value: unknown, change: (resource: Resource) => void): unknown {
  if (Array.isArray(value)) value.forEach((item) => eachResource(item, change));
  if (!isObject(value)) return value;
  for (const member of Object.values(value)) eachResource(member, change);
  if (typeof value.kind === "string") change(value);
  return value;
}

export function reshapeList(reply: Response, change: (items: unknown[]) => unknown[]): Promise<Response> {
  return reshape(reply, (value) => {
    if (Array.isArray(value)) return change(value);
    if (!isObject(value) || !Array.isArray(value.collection)) return value;
    return { ...value, collection: change(value.collection) };
  });
}

export function reshapeNext(reply: Response, change: (next: URL) => string): Promise<Response> {
  return reshape(reply, (value) => {
    if (!isObject(value) || typeof value.next_href !== "string") return value;
    return { ...value, next_href: change(new URL(value.next_href)) };
  });
}

export function relocate(reply: Response, change: (location: URL) => string): Response {
  const location = reply.headers.get("location");
  if (location === null) return reply;
  const to = change(new URL(location));
  reply.headers.set("location", to);
  return withText(reply, textOf(reply)?.replaceAll(location, to));
}
