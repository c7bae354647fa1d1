import type { Open } from "./open.ts";

/** The offer of a storefront. */
export type StorefrontType =
  | "digital"
  | "vinyl"
  | "cd"
  | "cassette"
  | "apparel"
  | "sample_pack"
  | "subscription"
  | "live_event"
  | "live_stream"
  | "other";

/** A track's storefront. */
export interface Storefront {
  /** The track of the storefront. */
  readonly track_urn: string;
  /** Its heading. */
  readonly title: string;
  /** The kind of offer. */
  readonly type: Open<StorefrontType>;
  /** Where the button leads. */
  readonly link: string;
  /** Text of the button. */
  readonly link_title: string | null;
  /** Shown below the heading. */
  readonly description: string | null;
  /** Can only be set on the website. */
  readonly image_url: string | null;
  /** For display only. */
  readonly price: string | null;
}

/** A whole storefront: omitted fields are cleared. */
export interface StorefrontUpdateParams {
  /** At most 100 characters. */
  title: string;
  /** The kind of offer. */
  type: StorefrontType;
  /** Where the button leads, http or https; at most 255 characters. */
  link: string;
  /** Text of the button, at most 50 characters. */
  link_title?: string | undefined;
  /** At most 500 characters. */
  description?: string | undefined;
  /** For display only; at most 20 characters. */
  price?: string | undefined;
}
