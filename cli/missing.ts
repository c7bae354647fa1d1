/**
 * An argument that was left out where a person can choose it.
 *
 * @module
 */

/** Kinds of things that a person can choose from their own. */
export const CHOOSABLE = ["track", "playlist", "user", "page"] as const;

/** Represents an omitted argument that the user can choose. */
export class Missing {
  /** What to choose. */
  readonly kind: typeof CHOOSABLE[number];
  /** Whether the argument takes several. */
  readonly takesMany: boolean;
  /** The message when there is nothing to choose from. */
  readonly message: string;

  /** Makes one for an argument. */
  constructor(kind: Missing["kind"], takesMany: boolean, message: string) {
    this.kind = kind;
    this.takesMany = takesMany;
    this.message = message;
  }
}
