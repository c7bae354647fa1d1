import type { ResourceId } from "../types/resource_id.ts";

/** A parsed URN. */
export interface Urn {
  /** The kind of resource, such as `tracks`. */
  kind: string;
  /**
   * The id, as a string because ids may exceed safe integers. For a system playlist it has two parts, as in
   * `track-stations:1`.
   */
  id: string;
}

/**
 * Parses a URN.
 *
 * @param text A URN such as `soundcloud:tracks:1`, percent-encoded or not.
 * @returns Its parts, or `undefined` for anything else.
 *
 * @example
 * ```ts
 * import { parseUrn } from "@tonearm/client";
 *
 * parseUrn("soundcloud:tracks:1"); // { kind: "tracks", id: "1" }
 * ```
 */
export function parseUrn(text: string): Urn | undefined {
  const [, kind, id] = /^soundcloud:([a-z-]+):([\w:.-]+)$/.exec(text.replace(/%3a/gi, ":")) ?? [];
  return kind && id ? { kind, id } : undefined;
}

const SYSTEM_PLAYLISTS = "system-playlists";
/** The kind and the owner of a system playlist. */
const STATION = /^[a-z][a-z-]*:[\w.-]+$/;

/**
 * Builds a URN from an id.
 *
 * @param kind The kind of resource, such as `tracks`.
 * @param id A numeric id, or a URN of that kind, which is returned unchanged. For `system-playlists` it's the last two
 * parts of a URN, such as `track-stations:1`, or the whole URN.
 * @returns The URN.
 * @throws {TypeError} When the id is invalid, or a URN of another kind.
 *
 * @example
 * ```ts
 * import { toUrn } from "@tonearm/client";
 *
 * toUrn("tracks", 1); // "soundcloud:tracks:1"
 * ```
 */
export function toUrn(kind: string, id: ResourceId): string {
  const shape = kind === SYSTEM_PLAYLISTS ? STATION : /^\d+$/;
  const urn = parseUrn(shape.test(`${id}`) ? `soundcloud:${kind}:${id}` : `${id}`);
  if (urn?.kind !== kind || kind === SYSTEM_PLAYLISTS && !STATION.test(urn.id)) {
    throw new TypeError(`Cannot use ${JSON.stringify(String(id))} as an id of ${kind}: it must be a number or a URN`);
  }
  return `soundcloud:${kind}:${urn.id}`;
}
