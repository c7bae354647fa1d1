/**
 * Pages of a list, as a model reads them: some items, and a cursor for more.
 *
 * @module
 */

import type { ServiceClient } from "@tonearm/client";
import { usage } from "../errors.ts";
import type { Card } from "./cards.ts";

/** A page for a model. */
export interface CardPage {
  readonly items: readonly Card[];
  /** Give it back as `cursor` for more; absent at the end. */
  readonly cursor?: string;
}

/** A page of the service. */
interface ServicePage<T> {
  readonly collection: readonly T[];
  readonly next_href?: string | null | undefined;
}

/** Where a page comes from. */
export interface PageSource<T> {
  readonly client: ServiceClient;
  readonly signal: AbortSignal;
  /** From an earlier page. */
  readonly cursor: string | undefined;
  /** Gets the first page. */
  first(): Promise<ServicePage<T>>;
  /** The fields of an item for a model. */
  card(item: T): Card;
}

/** Reads the first page, or the one behind a cursor. */
export async function readPage<T>({ client, signal, cursor, first, card }: PageSource<T>): Promise<CardPage> {
  const page = cursor === undefined ? await first() : await after<T>(client, hrefOf(cursor), signal);
  const { collection, next_href } = page;
  return { items: collection.map(card), ...(next_href ? { cursor: cursorOf(next_href) } : {}) };
}

/** The client moves the link to its own host. */
async function after<T>(client: ServiceClient, href: string, signal: AbortSignal): Promise<ServicePage<T>> {
  const before = Promise.resolve({ collection: [] as T[], next_href: href });
  const pages = client.paginate(before, { signal });
  for await (const page of pages) if (page.next_href !== href) return page;
  return { collection: [] };
}

/** A link without its host, as a model sees it. */
function cursorOf(href: string): string {
  const { pathname, search } = new URL(href);
  return Buffer.from(pathname + search).toString("base64url");
}

function hrefOf(cursor: string): string {
  const path = Buffer.from(cursor, "base64url").toString();
  if (/^\/(?!\/)[\w:/.-]*(\?[\x21-\x7e]*)?$/.test(path)) return `https://api.soundcloud.com${path}`;
  throw usage("This cursor is not from an earlier page", "Leave it out to begin at the start.");
}
