/**
 * Slices of lists.
 *
 * @module
 */

/** One slice of a list. It may be empty although more follow: the service filters after it counted. */
export interface PaginatedResponse<T> {
  /** The entries. */
  collection: T[];
  /** Full address of the next page; at the end it's missing, or null. */
  next_href?: string | null;
  /** True when the list was cut here, although there is a next page: too many pages in a row were empty. */
  truncated?: true;
}
