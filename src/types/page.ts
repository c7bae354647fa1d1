/** One page of a list. It may be empty although more follow, because SoundCloud filters pages after cutting them. */
export interface PaginatedResponse<T> {
  /** The entries. */
  readonly collection: readonly T[];
  /** URL of the next page; missing or null on the last one. */
  readonly next_href?: string | null;
}
