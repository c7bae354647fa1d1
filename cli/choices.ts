import type { EmbeddableBy, License, Sharing, StorefrontType } from "@tonearm/client";

// deno-fmt-ignore: a list of names
export const LICENSES: readonly License[] = [
  "no-rights-reserved", "all-rights-reserved", "cc-by", "cc-by-nc", "cc-by-nd", "cc-by-sa", "cc-by-nc-nd",
  "cc-by-nc-sa",
];

/** SoundCloud's maximum page size. */
export const LARGEST_PAGE = 200;

export const EMBEDDERS: readonly EmbeddableBy[] = ["all", "me", "none"];

export const SHARING: readonly Sharing[] = ["public", "private"];

// deno-fmt-ignore: a list of names
export const OFFERS: readonly StorefrontType[] = [
  "digital", "vinyl", "cd", "cassette", "apparel", "sample_pack", "subscription", "live_event", "live_stream", "other",
];
