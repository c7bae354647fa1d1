import type { Open } from "./open.ts";

/** A link that a user shows on their profile. */
export interface WebProfile {
  /** Deprecated by SoundCloud in favour of {@linkcode WebProfile.urn}; newer responses leave it out. */
  readonly id?: number;
  /** When it was added. */
  readonly created_at: string;
  /** The type of the resource. */
  readonly kind: Open<"web-profile">;
  /** As in `instagram` or `personal`. */
  readonly service: string;
  /** Text of the link. */
  readonly title: string;
  /** Where it leads. */
  readonly url: string;
  /** Its id. */
  readonly urn: string;
  /** Name at that service; null for a plain link, where the specification has a string. */
  readonly username: string | null;
}
