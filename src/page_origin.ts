import type { Query } from "./formats/query.ts";

/** Facts of a call that aren't on its page. */
export interface PageOrigin {
  /** The access token, if the call had its own. */
  readonly token?: string | undefined;
  readonly query?: Query | undefined;
  /** The base URL of a standalone call; a client knows its own. */
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
    return page && #origin in page ? page.#origin : {};
  }
}

/**
 * Records on a page how it was requested.
 *
 * @param page The page. Callers of equal calls share it frozen, so it's copied.
 * @returns A page with the same properties, frozen if the first one is.
 */
export function withOrigin<T extends object>(page: T, origin: PageOrigin): T {
  const copy = { ...page };
  new KnownPage(copy, origin);
  return Object.isFrozen(page) ? Object.freeze(copy) : copy;
}

/**
 * Returns how a page was requested.
 *
 * @returns The token, query and base URL of its call; nothing for any other page.
 */
export function originOf(page: object): PageOrigin {
  return KnownPage.originOf(page);
}
