/**
 * What is on sale next to a track.
 *
 * @module
 */
import type { Open } from "./open.ts";

/** What a storefront offers. */
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
  /** The track it stands next to. */
  track_urn: string;
  /** Heading of the module. */
  title: string;
  /** What is on offer. */
  type: Open<StorefrontType>;
  /** Where the button leads. */
  link: string;
  /** Text of the button. */
  link_title: string | null;
  /** Shown below the heading. */
  description: string | null;
  /** Set on the website alone. */
  image_url: string | null;
  /** A text to be shown; nobody is charged by it. */
  price: string | null;
}

/** A whole storefront: what is left out is cleared. */
export interface StorefrontUpdateParams {
  /** At most 100 characters. */
  title: string;
  /** What is on offer. */
  type: StorefrontType;
  /** Where the button leads, http or https; at most 255 characters. */
  link: string;
  /** Text of the button, at most 50 characters. */
  link_title?: string | undefined;
  /** At most 500 characters. */
  description?: string | undefined;
  /** A text to be shown, at most 20 characters; nobody is charged by it. */
  price?: string | undefined;
}
