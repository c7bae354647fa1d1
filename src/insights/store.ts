/** A value that is bound to a statement. */
export type InsightsValue = string | number | null;

/**
 * Runs a statement in the transaction. Parameters are `$1`, `$2`, …; a macro such as `{num}` stands for what the two
 * databases spell differently.
 */
export type InsightsSql = <Row = Record<string, unknown>>(
  statement: string,
  ...values: readonly InsightsValue[]
) => Promise<Row[]>;

/** Keeps readings: a database, with transactions. */
export interface InsightsStore {
  /**
   * Runs `work` in one transaction. A `write` excludes other writers of the same rows; if it throws, nothing is kept.
   *
   * @param mode Whether it writes.
   * @param work The statements. It waits for nothing but them.
   * @returns What `work` returns.
   * @throws {InsightsError} When the database can't be used.
   */
  transaction<T>(mode: "read" | "write", work: (sql: InsightsSql) => Promise<T>): Promise<T>;
}

/** Why a store can't be used; {@linkcode InsightsError.code}. */
export type InsightsErrorCode =
  /** It has no readings. */
  | "empty"
  /** It doesn't contain what was asked for. */
  | "unknown_source"
  /** The tables are of another program. */
  | "foreign_schema"
  /** A newer version of this program made it. */
  | "newer_schema"
  /** Another program has locked it. */
  | "locked"
  /** There is no space left. */
  | "full"
  /** It may not be written, or not be opened. */
  | "no_rights"
  /** It's damaged, or of another kind. */
  | "damaged"
  /** The database can't be reached. */
  | "unreachable"
  /** SoundCloud left out most of a list, or its counts. */
  | "incomplete"
  /** The values of an import are invalid. */
  | "invalid_import";

/** A failure of a store, or of a reading that must not be stored. Nothing was written. */
export class InsightsError extends Error {
  /** Always `InsightsError`. */
  override readonly name = "InsightsError";
  /** Stable name of the failure. */
  readonly code: InsightsErrorCode;

  /**
   * Describes a failure.
   *
   * @param code Its name.
   * @param message What happened, as a sentence.
   * @param cause The error of the database.
   */
  constructor(code: InsightsErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** How a database spells each macro. */
export type Dialect = Readonly<Record<string, string | ((argument: string) => string)>>;

/**
 * Replaces the macros of a statement.
 *
 * @param dialect The spellings.
 * @param statement The statement.
 * @returns SQL of that database.
 * @throws {TypeError} When a macro is unknown.
 */
export function expand(dialect: Dialect, statement: string): string {
  return statement.replace(/\{(\w+)(?::([^{}]*))?\}/g, (_, name: string, argument = "") => {
    const spelling = dialect[name];
    if (spelling === undefined) throw new TypeError(`Cannot use the statement: {${name}} is unknown`);
    return typeof spelling === "string" ? spelling : spelling(argument);
  });
}

/** Failures by the code of the database (SQLite's number or name, or PostgreSQL's SQLSTATE), or by its message. */
const CAUSES: readonly (readonly [pattern: RegExp, code: InsightsErrorCode, sentence: string])[] = [
  [
    /^(?:[56]|SQLITE_(?:BUSY|LOCKED)\w*|55P03|40P01)$|is locked/,
    "locked",
    "another program has locked it; try again later",
  ],
  [/^(?:13|SQLITE_FULL|53100)$|disk is full/, "full", "there is no space left on the device"],
  [/^(?:3|8|23|SQLITE_(?:READONLY|PERM|AUTH)\w*|42501|25006)$|readonly/, "no_rights", "it may not be written"],
  [/^(?:14|SQLITE_CANTOPEN\w*)$|unable to open/, "no_rights", "the file can't be opened"],
  [/^28\w{3}$/, "no_rights", "the user or the password is wrong"],
  [
    /^(?:11|26|SQLITE_(?:CORRUPT|NOTADB)\w*)$|not a database|malformed/,
    "damaged",
    "the file is damaged, or is no SQLite database",
  ],
  [/^(?:10|SQLITE_IOERR\w*|58030)$|disk I\/O error/, "damaged", "the device reports an error"],
  [/^3D000$/, "unreachable", "the server has no such database"],
  [/^(?:08\w{3}|57P0\d|53300|E(?!RR_)[A-Z_]{4,})$|connection/i, "unreachable", "the server can't be reached"],
];

/** Describes an error of a database; returns any other error as it is. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof InsightsError) return error;
  const { errcode, code, message } = error as { errcode?: number; code?: unknown; message: string };
  // The low byte of an extended result code is the primary one.
  const name = typeof errcode === "number" ? `${errcode & 255}` : `${code ?? ""}`;
  const found = CAUSES.find(([pattern]) => pattern.test(name)) ?? CAUSES.find(([pattern]) => pattern.test(message));
  return found ? new InsightsError(found[1], `Cannot use the store: ${found[2]}`, error) : error;
}
