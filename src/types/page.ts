/**
 * Pages of lists.
 *
 * @module
 */

/** One page of a list. It may be empty although more follow, because the service filters pages after cutting them. */
export interface PaginatedResponse<T> {
  /** The entries. */
  collection: T[];
  /** URL of the next page; missing or null on the last one. */
  next_href?: string | null;
  /** True when the list was cut here, although there is a next page, because too many consecutive pages were empty. */
  truncated?: true;
}
