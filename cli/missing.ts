export const CHOOSABLE = ["track", "playlist", "user", "page"] as const;

export class Missing {
  readonly kind: typeof CHOOSABLE[number];
  readonly takesMany: boolean;
  readonly message: string;

  constructor(kind: Missing["kind"], takesMany: boolean, message: string) {
    this.kind = kind;
    this.takesMany = takesMany;
    this.message = message;
  }
}
