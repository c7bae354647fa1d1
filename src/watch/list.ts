import { ServiceError } from "../errors.ts";
import { type FetchNext, paginate, sendNewestPage, sendNextPage } from "../pages.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import { API_URL, rebase } from "../formats/origin.ts";
import type { Path } from "../formats/path.ts";
import type { PaginatedResponse } from "../types/page.ts";

/** Consecutive empty pages that end a list. Pages may be empty because hidden items count. */
const MAX_EMPTY_PAGES = 50;

/** A list, newest items first. */
export interface WatchedList<T> {
  /** Its path. */
  readonly path: Path;
  /** Items per page. */
  readonly pageSize: number;
  /** Returns the id of an item. */
  id(item: T): string;
  /** The creation time of an item, in epoch milliseconds, for lists in that order. */
  time?: ((item: T) => number | undefined) | undefined;
}

/** One page, and the path of the next one. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
  readonly future: string | undefined;
}

/** SoundCloud rejects its own link. */
export class RefusedLink extends Error {
  /** Keeps the rejection. */
  constructor(cause: ServiceError) {
    super("SoundCloud rejects its own link", { cause });
  }
}

/** Reads the pages of lists with the caller's session. */
export class ListReader {
  readonly #source: TokenSource;
  readonly #options: CallOptions;
  readonly #base: string;

  /** Creates a reader for a token or session. */
  constructor(source: TokenSource, options: CallOptions) {
    this.#source = source;
    this.#options = options;
    this.#base = (typeof source === "string" ? options.baseUrl : source.baseUrl) ?? API_URL;
  }

  /** Yields the pages of a list from its head. */
  head<T>({ path, pageSize: limit }: WatchedList<T>): AsyncGenerator<Page<T>, void, undefined> {
    const query = { limit, linked_partitioning: true };
    return this.#pages(() => sendNewestPage<T>(this.#source, path, query, this.#options));
  }

  /** Yields the pages from a link. */
  from<T>(link: string): AsyncGenerator<Page<T>, void, undefined> {
    return this.#pages(() => this.#follow<T>(link));
  }

  async *#pages<T>(first: () => Promise<PaginatedResponse<T>>): AsyncGenerator<Page<T>, void, undefined> {
    const next: FetchNext<T> = (href) => this.#follow(href);
    const pages = paginate(first, next, { signal: this.#options.signal, maxEmptyPages: MAX_EMPTY_PAGES });
    for await (const page of pages) {
      const { collection: items, next_href, future_href } = page as PaginatedResponse<T> & { future_href?: unknown };
      yield { items, next: placeIn(this.#pathOf(next_href)), future: this.#pathOf(future_href) };
    }
  }

  /** Links are kept without their host, because they're followed on SoundCloud's host. */
  #pathOf(href: unknown): string | undefined {
    if (typeof href !== "string" || !URL.canParse(href, this.#base)) return undefined;
    return rebase(href, this.#base).replace(/^[a-z]+:\/\/[^/]*/, "");
  }

  async #follow<T>(link: string): Promise<PaginatedResponse<T>> {
    try {
      return await sendNextPage<T>(this.#source, rebase(link, this.#base), this.#options);
    } catch (error) {
      const isRefused = error instanceof ServiceError && [400, 404, 410, 422].includes(error.status);
      throw isRefused ? new RefusedLink(error) : error;
    }
  }
}

/** Ignores a link that has only a page size: it returns the head of the list again. */
function placeIn(path: string | undefined): string | undefined {
  const names = [...new URLSearchParams(path?.split("?")[1]).keys()];
  return names.some((name) => !/^(?:limit|page_size|linked_partitioning)$/.test(name)) ? path : undefined;
}
