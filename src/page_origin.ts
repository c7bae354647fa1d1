/**
 * How pages were asked for, so that the ones after them can be asked for alike.
 *
 * @module
 */
import type { Query } from "./transport/query.ts";

/** The part of a call that its page doesn't show. */
export interface PageOrigin {
  /** The access token, where the call had one of its own. */
  readonly token?: string | undefined;
  readonly query?: Query | undefined;
  /** Where a standalone call was sent; a client knows its own address. */
  readonly baseUrl?: string | undefined;
}

/** Returns an existing object from `super()`, so that a subclass adds its private fields to it. */
class Existing {
  constructor(object: object) {
    return object;
  }
}

/** A page with its origin in a private field: a property would show in comparisons, and the token in a console. */
class KnownPage extends Existing {
  readonly #origin: PageOrigin;

  constructor(page: object, origin: PageOrigin) {
    super(page);
    this.#origin = origin;
  }

  static originOf(page: object): PageOrigin {
    return #origin in page ? page.#origin : {};
  }
}

/**
 * Adds to a page how it was asked for.
 *
 * @param page The page. Callers of equal calls share a frozen one, so it's copied.
 * @param origin How it was asked for.
 * @returns A page with the same properties.
 */
export function withOrigin<T extends object>(page: T, origin: PageOrigin): T {
  const copy = { ...page };
  new KnownPage(copy, origin);
  return copy;
}

/**
 * Tells how a page was asked for.
 *
 * @param page A page.
 * @returns The token of its call alone, its query and its address; nothing for a page from elsewhere.
 */
export function originOf(page: object): PageOrigin {
  return KnownPage.originOf(page);
}
