/** A full disk or a damaged database: not an error of the request. */
export class StorageFailure extends Error {
  override readonly name = "StorageFailure";
  /** Whether the disk is full: then everything works again once there is room. */
  readonly isFull: boolean;

  constructor(message: string, isFull: boolean, cause: unknown) {
    super(message, { cause });
    this.isFull = isFull;
  }
}

const FULL_CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
/** SQLite's message, because not every runtime reports its code. */
const FULL_TEXT = /database or disk is full/;
const READONLY_TEXT = /readonly database|unable to open database file/;
const DAMAGED_TEXT = /file is not a database|database disk image is malformed/;

/** Explains an error of the disk and what to do; returns other errors unchanged. */
export function explainStorage(error: unknown, path = "memory"): unknown {
  if (!(error instanceof Error)) return error;
  if (FULL_CODES.has("code" in error && error.code) || FULL_TEXT.test(error.message)) {
    return new StorageFailure(`Cannot write to ${path}: the disk is full. Nothing was changed.`, true, error);
  }
  if (READONLY_TEXT.test(error.message)) {
    return new StorageFailure(`Cannot write to ${path}: the file or its folder is read-only.`, false, error);
  }
  if (!DAMAGED_TEXT.test(error.message)) return error;
  const way = "Move the file away to start again, and POST an export to /_sandbox/import if there is one.";
  return new StorageFailure(
    `Cannot read ${path}: it is damaged, or not a database of the sandbox. ${way}`,
    false,
    error,
  );
}
