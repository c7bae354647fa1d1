import { checkObject, integer } from "./checks.ts";
import { atCaller, failure, invalidReply } from "./failure.ts";
import { optionsAt, UNSHARED } from "./options.ts";
import type { CallOptions, Route, TokenSource } from "./session.ts";
import { send } from "./transport/send.ts";
import { abortable, onAbort } from "./transport/abortable.ts";
import { notify } from "./transport/callbacks.ts";
import type { Path } from "./formats/path.ts";
import { API_URL, rebase } from "./formats/origin.ts";
import { encodeQuery, type Query, wireName } from "./formats/query.ts";
import type { PaginatedResponse } from "./types/page.ts";
import { originOf, type PageOrigin, withOrigin } from "./page_origin.ts";

/**
 * Consecutive empty pages that end a list, because SoundCloud keeps linking to empty pages past the end of a search.
 */
const MAX_EMPTY_PAGES = 5;

/** Parameters of a page's position. */
const PAGING = /^(?:limit|offset|cursor|page_size|linked_partitioning)$/;

/**
 * A list: a promise of its first page, and an async iterable of all its items.
 *
 * @example
 * ```ts ignore
 * const page = await client.users.getTracks(1);
 * for await (const track of client.users.getTracks(1)) console.log(track.title);
 * for await (const page of client.users.getTracks(1).pages()) console.log(page.collection.length);
 * ```
 */
export interface List<T, P extends PaginatedResponse<T> = PaginatedResponse<T>> extends Promise<P>, AsyncIterable<T> {
  /**
   * Yields the pages in order.
   *
   * @param options Options of pagination.
   * @returns The pages.
   */
  pages(options?: PaginateOptions): AsyncGenerator<P, void, undefined>;
}

/** Requests a list. SoundCloud answers with a page, or with a bare list. */
export function sendPage<T, P extends PaginatedResponse<T> = PaginatedResponse<T>>(
  source: TokenSource,
  path: Path,
  query?: Query,
  options?: CallOptions,
): List<T, P> {
  const first = requestPage<T>(source, { method: "GET", path, query, expects: "page" }, options) as Promise<P>;
  const next: FetchNext<T> = (href, how) => sendNextPage(source, href, { ...options, ...how });
  return Object.assign(first, {
    pages: (how?: PaginateOptions) =>
      paginate(first, next, { ...how, signal: how?.signal ?? options?.signal }) as AsyncGenerator<P, void, undefined>,
    [Symbol.asyncIterator]: () => paginateItems(first, next, { signal: options?.signal }),
  });
}

/**
 * Requests a list whose limit can be left out before its options.
 *
 * @param fixed Parameters that are always sent.
 * @param names The options that are sent.
 */
export function sendList<T, P extends PaginatedResponse<T>, O extends CallOptions>(
  source: TokenSource,
  path: Path,
  limit: number | O | undefined,
  options: O | undefined,
  fixed: Query,
  ...names: (keyof O & string)[]
): List<T, P> {
  const [count, given] = optionsAt(limit, options);
  const sent = names.map((name) => [wireName(name), given?.[name]]);
  return sendPage(source, path, { ...fixed, limit: count, ...Object.fromEntries(sent) }, given);
}

/** Requests the page of a link. Pages after the first are neither cached nor joined. */
export function sendNextPage<T>(
  source: TokenSource,
  path: string,
  options: CallOptions | undefined,
): Promise<PaginatedResponse<T>> {
  return requestPage(source, { method: "GET", path, expects: "page", ...UNSHARED }, options);
}

/** Requests the current first page of a list: neither cached nor joined. */
export function sendNewestPage<T>(
  source: TokenSource,
  path: Path,
  query: Query,
  options: CallOptions,
): Promise<PaginatedResponse<T>> {
  return requestPage(source, { method: "GET", path, query, expects: "page", ...UNSHARED }, options);
}

async function requestPage<T>(
  source: TokenSource,
  route: Route,
  options: CallOptions | undefined,
): Promise<PaginatedResponse<T>> {
  const { query } = route;
  if (query?.limit != null) integer("limit", query.limit, 1);
  if (query?.offset != null) integer("offset", query.offset, 0);
  const page = pageOf<T>(await send(source, route, options));
  const { baseUrl, token } = typeof source === "string"
    ? { baseUrl: options?.baseUrl ?? API_URL, token: undefined }
    : source;
  return withOrigin(page, { token: options?.token ?? token, query, baseUrl });
}

/** Converts either shape of a list to a page. */
function pageOf<T>(reply: PaginatedResponse<T> | T[] | undefined): PaginatedResponse<T> {
  const page = Array.isArray(reply) ? { collection: reply } : reply;
  if (Array.isArray(page?.collection)) return page;
  throw invalidReply("Expected a list");
}

/** A first page: available, pending, or requested when it's needed. */
export type FirstPage<T> =
  | PaginatedResponse<T>
  | Promise<PaginatedResponse<T>>
  | (() => PaginatedResponse<T> | Promise<PaginatedResponse<T>>);

/** Fetches the page of a link. Its signal is aborted when the consumer stops. */
export type FetchNext<T> = (nextHref: string, options?: { signal?: AbortSignal }) => Promise<PaginatedResponse<T>>;

/** Options of pagination. */
export interface PaginateOptions {
  /** Request the next page while the consumer uses this one. Default false. */
  prefetch?: boolean | undefined;
  /** Ends the iteration. */
  signal?: AbortSignal | undefined;
  /** Consecutive empty pages after which the list is cut, 1 or more. Default 5. `Infinity` follows every link. */
  maxEmptyPages?: number | undefined;
  /** Called when the list is cut, with the link that was not followed. */
  onTruncated?: ((nextHref: string) => void) | undefined;
}

/** Options for collecting all items. */
export interface FetchAllOptions extends PaginateOptions {
  /** Maximum number of items. Default: all. */
  maxItems?: number | undefined;
}

/**
 * Yields the pages of a list in order.
 *
 * An empty page doesn't end a list, because SoundCloud filters pages after cutting them; `maxEmptyPages` in a row do.
 * `onTruncated` then gets the link that was not followed.
 *
 * @param firstPage The first page, a promise of it, or a function that requests it.
 * @param fetchNext Fetches the page of a `next_href`.
 * @param options `prefetch`, `signal`.
 * @returns The pages.
 * @throws {TypeError} When an argument is of another type, before anything is requested.
 * @throws {ServiceError} `page_loop` when a link repeats; or when a page can't be fetched.
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
  ignoreRejection(firstPage);
  checkFirstPage(firstPage);
  checkObject("the options", options);
  const { signal, maxEmptyPages = MAX_EMPTY_PAGES } = options;
  if (typeof fetchNext !== "function") throw new TypeError("Cannot use fetchNext: it must be a function");
  if (!(maxEmptyPages >= 1)) {
    throw new RangeError(`Cannot paginate: maxEmptyPages is ${maxEmptyPages}; it must be 1 or more`);
  }
  const stop = new AbortController();
  const follow = async (href: string) => {
    signal?.throwIfAborted();
    // Only while a request runs, so that an abandoned iterator leaves nothing on the signal.
    const forget = onAbort(signal, () => stop.abort(signal?.reason));
    try {
      return pageOf(await abortable(fetchNext(href, { signal: stop.signal }), signal));
    } finally {
      forget();
    }
  };
  try {
    signal?.throwIfAborted();
    const first = typeof firstPage === "function" ? firstPage() : firstPage;
    yield* walk(pageOf(await abortable(Promise.resolve(first), signal)), follow, { ...options, maxEmptyPages });
  } catch (error) {
    throw atCaller(error);
  } finally {
    stop.abort();
  }
}

async function* walk<T>(
  first: PaginatedResponse<T>,
  follow: (href: string) => Promise<PaginatedResponse<T>>,
  { prefetch, maxEmptyPages, onTruncated }: PaginateOptions & { maxEmptyPages: number },
): AsyncGenerator<PaginatedResponse<T>, void, undefined> {
  const origin = originOf(first);
  const followed = new Set<string>();
  let page = first;
  for (let empty = 0;;) {
    empty = page.collection.length ? 0 : empty + 1;
    const href = page.next_href ? nextUrl(page.next_href, origin) : undefined;
    if (href && empty >= maxEmptyPages) {
      notify(onTruncated, href);
      yield page;
      return;
    }
    // The host of a link is ignored, because links are rebased onto SoundCloud's host.
    const place = (href ?? "").replace(/^https?:\/\/[^/]*/, "");
    const isLoop = followed.has(place);
    const ahead = prefetch && href && !isLoop ? follow(href) : undefined;
    // Prevents an unhandled rejection if the consumer stops here.
    ahead?.catch(() => {});
    yield page;
    if (!href) return;
    if (isLoop) throw failure("page_loop", "The list links back to a page that was read before", { url: href });
    followed.add(place);
    page = await (ahead ?? follow(href));
  }
}

/**
 * Yields the items of a list, page after page.
 *
 * @param firstPage The first page, a promise of it, or a function that requests it.
 * @param fetchNext Fetches the page of a `next_href`.
 * @param options `prefetch`, `signal`.
 * @returns The items.
 * @throws {ServiceError} As {@linkcode paginate}.
 */
export async function* paginateItems<T>(
  firstPage: FirstPage<T>,
  fetchNext: FetchNext<T>,
  options?: PaginateOptions,
): AsyncGenerator<T, void, undefined> {
  for await (const page of paginate(firstPage, fetchNext, options)) {
    for (const item of page.collection) {
      options?.signal?.throwIfAborted();
      yield item;
    }
  }
}

/**
 * Collects the items of a list.
 *
 * @param firstPage The first page, a promise of it, or a function that requests it.
 * @param fetchNext Fetches the page of a `next_href`.
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
  ignoreRejection(firstPage);
  checkFirstPage(firstPage);
  checkObject("the options", options);
  const { maxItems = Infinity } = options;
  if (!(maxItems >= 0)) throw new RangeError(`Cannot fetch all: maxItems is ${maxItems}; it must be 0 or more`);
  const items: T[] = [];
  if (maxItems < 1) {
    // A page that was requested may still fail; no other page is requested.
    if (typeof firstPage !== "function") await firstPage;
    return items;
  }
  for await (const item of paginateItems(firstPage, fetchNext, options)) if (items.push(item) > maxItems - 1) break;
  return items;
}

/**
 * Checks where a list starts. What a promise or a function leads to is checked as a response.
 *
 * @throws {TypeError} When it's neither a page nor a promise nor a function.
 */
export function checkFirstPage(firstPage: unknown): void {
  const { collection = firstPage, then = firstPage } = Object(firstPage);
  if (Array.isArray(collection) || typeof then === "function") return;
  throw new TypeError("Cannot use firstPage: it must be a page, a promise of one, or a function that requests it");
}

/** Prevents an unhandled rejection: the error surfaces on await. */
export function ignoreRejection(firstPage: unknown): void {
  Promise.resolve(firstPage).catch(() => {});
}

/** Restores the host and the filters of `next_href`. Its own parameters take precedence. */
function nextUrl(link: unknown, { query, baseUrl }: PageOrigin): string {
  if (typeof link !== "string" || !URL.canParse(link, API_URL)) throw invalidReply("Invalid next_href");
  const href = baseUrl ? rebase(link, baseUrl) : link;
  const known = new URL(href, API_URL).searchParams;
  const lost = [...new URLSearchParams(encodeQuery(query))].filter(([name]) => !PAGING.test(name) && !known.has(name));
  return lost.length ? `${href}${href.includes("?") ? "&" : "?"}${new URLSearchParams(lost)}` : href;
}
