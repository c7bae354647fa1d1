import { API_URL } from "./origin.ts";
import { template } from "./path.ts";
import type { ResourceId } from "../types/resource_id.ts";
import { parseUrn } from "./urn.ts";

/**
 * Returns the URL of the embeddable player. The player accepts only numeric ids, so a URN is reduced to its id.
 *
 * @param trackId A track's id, or the URN of a track, playlist or user.
 * @returns A URL for an `iframe`.
 * @throws {TypeError} When the id is invalid.
 *
 * @example
 * ```ts
 * import { getWidgetUrl } from "@tonearm/client";
 *
 * getWidgetUrl(1); // "https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F1"
 * ```
 */
export function getWidgetUrl(trackId: ResourceId): string {
  const { kind, id } = parseUrn(`${trackId}`) ?? { kind: "tracks", id: trackId };
  const { path } = template<ResourceId>("/{kind}/{id}", { kind, id });
  return `https://w.soundcloud.com/player/?url=${encodeURIComponent(API_URL + path)}`;
}
