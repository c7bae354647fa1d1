/**
 * A missing argument that the user may choose at a terminal.
 *
 * @module
 */

/** The kinds of resources that the user can choose from their own. */
export const CHOOSABLE = ["track", "playlist", "user", "page"] as const;

/** A missing argument. */
export class Missing {
  /** The kind of resource to choose. */
  readonly kind: typeof CHOOSABLE[number];
  /** Whether the argument takes several values. */
  readonly takesMany: boolean;
  /** The message if there is nothing to choose from. */
  readonly message: string;

  /** Creates one for an argument. */
  constructor(kind: Missing["kind"], takesMany: boolean, message: string) {
    this.kind = kind;
    this.takesMany = takesMany;
    this.message = message;
  }
}
