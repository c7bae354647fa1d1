/** A linked account of the user on another service. Its shape isn't documented: each field may be missing. */
export interface Connection {
  /** Its id. */
  readonly id?: number;
  /** When it was linked. */
  readonly created_at?: string;
  /** Name shown for it. */
  readonly display_name?: string | null;
  /** As in `twitter`. */
  readonly service?: string;
  /** The same as `service`. */
  readonly type?: string;
  /** True when likes are announced there. */
  readonly post_favorite?: boolean;
  /** True when uploads are announced there. */
  readonly post_publish?: boolean;
  /** URL in the API. */
  readonly uri?: string;
}
