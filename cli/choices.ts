/**
 * The words that fields of the service can hold.
 *
 * @module
 */

/** Under which terms a track or playlist may be used. */
export const LICENSES = [
  "no-rights-reserved",
  "all-rights-reserved",
  "cc-by",
  "cc-by-nc",
  "cc-by-nd",
  "cc-by-sa",
  "cc-by-nc-nd",
  "cc-by-nc-sa",
] as const;

/** Who may embed a track. */
export const EMBEDDERS = ["all", "me", "none"] as const;

/** Who may hear or see something. */
export const SHARING = ["public", "private"] as const;

/** The types of a storefront's offer. */
export const OFFERS = [
  "digital",
  "vinyl",
  "cd",
  "cassette",
  "apparel",
  "sample_pack",
  "subscription",
  "live_event",
  "live_stream",
  "other",
] as const;
