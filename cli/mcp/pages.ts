import type { MethodOptions, PaginatedResponse, ServiceClient } from "@tonearm/client";
import { usage } from "../errors.ts";
import type { Card } from "./cards.ts";

export interface Place {
  readonly client: ServiceClient;
  readonly call: MethodOptions;
  readonly cursor: string | undefined;
}

export async function readPage<T>(
  { client, call, cursor }: Place,
  first: () => Promise<PaginatedResponse<T>>,
  card: (item: T) => Card,
): Promise<{ readonly items: readonly Card[]; readonly cursor?: string }> {
  const page = cursor === undefined ? await first() : await after<T>(client, hrefOf(cursor), call);
  const { collection, next_href } = page;
  return { items: collection.map((item) => card(item)), ...(next_href ? { cursor: cursorOf(next_href) } : {}) };
}

/** Reads the next page; the client moves the link to its own host. */
async function after<T>(client: ServiceClient, href: string, call: MethodOptions): Promise<PaginatedResponse<T>> {
  const before = Promise.resolve({ collection: [] as T[], next_href: href });
  for await (const page of client.paginate(before, call)) if (page.next_href !== href) return page;
  return { collection: [] };
}

/** Returns a link without its host, so that a model doesn't see it. */
function cursorOf(href: string): string {
  const { pathname, search } = new URL(href);
  return Buffer.from(pathname + search).toString("base64url");
}

function hrefOf(cursor: string): string {
  const path = Buffer.from(cursor, "base64url").toString();
  if (/^\/(?!\/)[\w:/.-]*(\?[\x21-\x7e]*)?$/.test(path)) return `https://api.soundcloud.com${path}`;
  throw usage("This cursor is not from an earlier page", "Leave it out to begin at the start.");
}
