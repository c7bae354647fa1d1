/**
 * Links on a profile.
 *
 * @module
 */
import type { Open } from "./open.ts";

/** A link that a user shows on their profile. */
export interface WebProfile {
  /** Deprecated by the service in favour of {@linkcode WebProfile.urn}; newer replies leave it out. */
  id?: number;
  /** When it was added. */
  created_at: string;
  /** The type of the resource. */
  kind: Open<"web-profile">;
  /** As in `instagram` or `personal`. */
  service: string;
  /** Text of the link. */
  title: string;
  /** Where it leads. */
  url: string;
  /** Its id. */
  urn: string;
  /** Name at that service; null for a plain link, where the specification has a text. */
  username: string | null;
}
