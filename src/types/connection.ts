/**
 * Linked accounts.
 *
 * @module
 */

/** A linked account of the user on another service. Its shape isn't documented: each field may be missing. */
export interface Connection {
  /** Its id. */
  id?: number;
  /** When it was linked. */
  created_at?: string;
  /** Name shown for it. */
  display_name?: string | null;
  /** As in `twitter`. */
  service?: string;
  /** The same as `service`. */
  type?: string;
  /** True when likes are announced there. */
  post_favorite?: boolean;
  /** True when uploads are announced there. */
  post_publish?: boolean;
  /** URL in the API. */
  uri?: string;
}
