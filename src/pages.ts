/**
 * Lists that come in pages.
 *
 * @module
 */
import { integer } from "./checks.ts";
import { ServiceError } from "./errors.ts";
import type { CallOptions, Route, TokenSource } from "./session.ts";
import { send } from "./transport/send.ts";
import { abortable } from "./transport/abortable.ts";
import { API_URL, rebase } from "./transport/origin.ts";
import { encodeQuery, type Query } from "./transport/query.ts";
import type { PaginatedResponse } from "./types/page.ts";

/** How many empty pages in a row end a list: the service goes on linking to empty pages past the end of a search. */
const EMPTY_PAGES = 5;

/** Parameters that say where a page is. */
const PAGING = /^(?:limit|offset|cursor|page_size|linked_partitioning)$/;

/** How a page was asked for, so that the ones after it can be asked for alike. */
interface PageOrigin {
  token?: string | undefined;
  query?: Query | undefined;
  /** Where a standalone call was sent; a client knows its own address. */
  baseUrl?: string | undefined;
}

/** How pages were asked for. A property of the page would show in comparisons. */
const origins: WeakMap<object, PageOrigin> = new WeakMap();

/**
 * Sends a route whose reply is a page. The service answers with a page, or with a bare list.
 *
 * @param source Who makes the call.
 * @param route What to send.
 * @param options Options of the call.
 * @returns The page.
 */
export async function sendPage<T>(
  source: TokenSource,
  route: Route,
  options?: CallOptions,
): Promise<PaginatedResponse<T>> {
  const { limit, offset } = route.query ?? {};
  if (limit != null) integer("limit", limit, 1);
  if (offset != null) integer("offset", offset, 0);
  const page = pageOf<T>(await send(source, route, options));
  const baseUrl = typeof source === "string" ? options?.baseUrl ?? API_URL : undefined;
  origins.set(page, { token: options?.token, query: route.query, baseUrl });
  return page;
}

/** A page, whichever of the two shapes the service has chosen. */
function pageOf<T>(reply: PaginatedResponse<T> | T[] | undefined): PaginatedResponse<T> {
  const page = Array.isArray(reply) ? { collection: reply } : reply;
  if (Array.isArray(page?.collection)) return page;
  throw new ServiceError(200, "The reply is no list", undefined, { code: "invalid_body" });
}

/**
 * Tells how a page was asked for.
 *
 * @param page A page.
 * @returns The token of its call alone, and its query; nothing for a page from elsewhere.
 */
export function originOf(page: object): PageOrigin {
  return origins.get(page) ?? {};
}

/** A first page: at hand, on its way, or to be asked for when it's needed. */
export type FirstPage<T> =
  | PaginatedResponse<T>
  | Promise<PaginatedResponse<T>>
  | (() => PaginatedResponse<T> | Promise<PaginatedResponse<T>>);

/** Fetches the page behind a link. */
export type FetchNext<T> = (nextHref: string) => Promise<PaginatedResponse<T>>;

/** How pages are followed. */
export interface PaginateOptions {
  /** Ask for the next page while the consumer works on this one. Default false. */
  prefetch?: boolean | undefined;
  /** Ends the walk. */
  signal?: AbortSignal | undefined;
}

/** How all items are collected. */
export interface FetchAllOptions extends PaginateOptions {
  /** How many items at most. Default: all. */
  maxItems?: number | undefined;
}

/**
 * Yields the pages of a list, one after the other.
 *
 * An empty page doesn't end a list, since the service filters a page after cutting it; five in a row do.
 *
 * @param firstPage The first page, a promise of it, or a function that asks for it.
 * @param fetchNext Fetches the page behind a `next_href`.
 * @param options `prefetch`, `signal`.
 * @returns The pages.
 * @throws {ServiceError} With the code `page_loop` when a link comes back that was already followed.
 * @example
 * ```ts ignore
 * for await (const page of paginate(searchTracks(token, "lofi"), (href) => fetchUrl(href, token))) console.log(page.collection);
 * ```
 */
export async function* paginate<T>(
  firstPage: FirstPage<T>,
  fetchNext: FetchNext<T>,
  options: PaginateOptions = {},
): AsyncGenerator<PaginatedResponse<T>, void, undefined> {
  const { prefetch, signal } = options;
  calm(firstPage);
  const wait = async (page: () => ReturnType<FetchNext<T>> | PaginatedResponse<T>) => {
    signal?.throwIfAborted();
    return pageOf(await abortable(Promise.resolve(page()), signal));
  };
  let page = await wait(() => typeof firstPage === "function" ? firstPage() : firstPage);
  const origin = originOf(page);
  const followed = new Set<string>();
  for (let empty = 0;;) {
    empty = page.collection.length ? 0 : empty + 1;
    const href = empty < EMPTY_PAGES && page.next_href && nextUrl(page.next_href, origin);
    // Which host a link names says nothing: it's moved to the service's own.
    const place = (href || "").replace(/^https?:\/\/[^/]*/, "");
    const isLoop = followed.has(place);
    const ahead = prefetch && href && !isLoop ? wait(() => fetchNext(href)) : undefined;
    // A consumer that stops here never asks for it.
    ahead?.catch(() => {});
    yield page;
    if (!href) return;
    if (isLoop) throw new ServiceError(0, "The list links back to itself", undefined, { code: "page_loop", url: href });
    followed.add(place);
    page = await (ahead ?? wait(() => fetchNext(href)));
  }
}

/**
 * Yields the items of a list, page after page.
 *
 * @param firstPage The first page, a promise of it, or a function that asks for it.
 * @param fetchNext Fetches the page behind a `next_href`.
 * @param options `prefetch`, `signal`.
 * @returns The items.
 * @throws {ServiceError} As {@linkcode paginate}.
 */
export async function* paginateItems<T>(
  firstPage: FirstPage<T>,
  fetchNext: FetchNext<T>,
  options?: PaginateOptions,
): AsyncGenerator<T, void, undefined> {
  for await (const page of paginate(firstPage, fetchNext, options)) yield* page.collection;
}

/**
 * Collects the items of a list.
 *
 * @param firstPage The first page, a promise of it, or a function that asks for it.
 * @param fetchNext Fetches the page behind a `next_href`.
 * @param options `maxItems`, and those of {@linkcode paginate}.
 * @returns The items, `maxItems` of them at most.
 * @throws {RangeError} When `maxItems` is negative or not a number.
 * @throws {ServiceError} As {@linkcode paginate}.
 */
export async function fetchAll<T>(
  firstPage: FirstPage<T>,
  fetchNext: FetchNext<T>,
  options: FetchAllOptions = {},
): Promise<T[]> {
  const { maxItems = Infinity } = options;
  calm(firstPage);
  if (!(maxItems >= 0)) throw new RangeError(`Cannot fetch all: maxItems is ${maxItems}, not 0 or more`);
  const items: T[] = [];
  if (maxItems < 1) {
    // A page that is already on its way may still fail; one that isn't isn't asked for.
    if (typeof firstPage !== "function") await firstPage;
    return items;
  }
  for await (const item of paginateItems(firstPage, fetchNext, options)) {
    if (items.push(item) > maxItems - 1) break;
  }
  return items;
}

/** A page that fails before anybody waits for it is told when somebody does. */
export function calm(firstPage: unknown): void {
  Promise.resolve(firstPage).catch(() => {});
}

/** Puts back what a link has lost: its host, and the first call's query. Where its page is, the link knows best. */
function nextUrl(link: unknown, { query, baseUrl }: PageOrigin): string {
  if (typeof link !== "string" || !URL.canParse(link, API_URL)) {
    throw new ServiceError(200, "The next link is none", undefined, { code: "invalid_body" });
  }
  const href = baseUrl ? rebase(link, baseUrl) : link;
  const known = new URLSearchParams(href.split("?")[1]);
  const lost = [...new URLSearchParams(encodeQuery(query))].filter(([name]) => !PAGING.test(name) && !known.has(name));
  return lost.length ? `${href}${href.includes("?") ? "&" : "?"}${new URLSearchParams(lost)}` : href;
}
