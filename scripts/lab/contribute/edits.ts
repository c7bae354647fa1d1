// Changes by hand.

/** A new file, or lines behind a place of an existing one. */
export interface Edit {
  readonly file: string;
  /** What the file contains exactly once, before the new text. Default: it is a new file. */
  readonly after?: string;
  readonly text: string;
}

/** A task of a contributor. */
export interface Contribution {
  readonly name: string;
  /** The most files that it may need by hand. */
  readonly limit: number;
  readonly edits: readonly Edit[];
  /** The tests that concern it: files and folders. */
  readonly tests: readonly string[];
}

/** Returns a file's text with an edit. */
export function applied({ file, after, text }: Edit, before: string | undefined): string {
  if (after === undefined) {
    if (before !== undefined) throw new Error(`Cannot create ${file}: it exists`);
    return text;
  }
  const parts = before?.split(after) ?? [];
  if (parts.length !== 2) throw new Error(`Cannot edit ${file}: it contains ${JSON.stringify(after)} not exactly once`);
  return parts.join(`${after}${text}`);
}
