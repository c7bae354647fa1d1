import type { Query } from "./formats/query.ts";

/** Facts of a call that aren't on its page. */
export interface PageOrigin {
  /** The access token, if the call had its own. */
  readonly token?: string | undefined;
  readonly query?: Query | undefined;
  /** The base URL of a standalone call; a client knows its own. */
  readonly baseUrl?: string | undefined;
}

/** The origins of pages: a property would show in comparisons, and the token in a console. */
const origins = new WeakMap<object, PageOrigin>();

/**
 * Records how a page was requested.
 *
 * @param page The page. Callers of equal calls share it frozen, so it's copied.
 * @returns A page with the same properties, frozen if the first one is.
 */
export function withOrigin<T extends object>(page: T, origin: PageOrigin): T {
  const copy = { ...page };
  origins.set(copy, origin);
  return Object.isFrozen(page) ? Object.freeze(copy) : copy;
}

/**
 * Returns how a page was requested.
 *
 * @returns The token, query and base URL of its call; nothing for any other page.
 */
export function originOf(page: object): PageOrigin {
  return origins.get(page) ?? {};
}
