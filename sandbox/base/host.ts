/**
 * What the sandbox needs of its runtime besides web standards: SQLite, files, programs and sockets. Everything else
 * runs wherever `fetch` runs. The entry of a runtime installs its host once.
 */
import type { Content } from "./content.ts";

export type SqlValue = null | number | bigint | string | Uint8Array;

export interface SqliteStatement {
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
  run(...values: SqlValue[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
}

export interface SqliteConnection {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  /** Prepares a statement. It ends when the database is loaded, followed or closed. */
  prepare(sql: string): SqliteStatement;
  dump(): Uint8Array;
  /** Replaces the content with an image. A file is replaced atomically, even if the process is killed. */
  load(image: Uint8Array): void;
  /** Reopens the file if another process has replaced it. Returns whether it did. */
  follow(): boolean;
  /** Closes it. It may be called twice. */
  close(): void;
}

export interface SqliteEngine {
  /** Opens a database: in memory, or in a file. */
  open(path?: string): SqliteConnection;
  accepts(path: string): boolean;
  /** Creates the file of an image, unless it exists. Of several processes that do it at once, one succeeds. */
  create(path: string, image: () => Uint8Array): void;
  /** Removes the file, and everything that belongs to it. */
  remove(path: string): void;
}

export interface NewFile {
  /** Its name in its store, until it is kept. */
  readonly name: string;
  write(chunk: Uint8Array): Promise<void>;
  /** Returns its first `size` bytes, which stay readable. */
  content(size: number): Content;
  flush(): Promise<void>;
  /** Closes it. It may be called twice. */
  close(): Promise<void>;
}

export interface FileStore {
  create(): Promise<NewFile>;
  drop(name: string): void;
  /** Makes a temporary file permanent, and returns its new name. Call it in the transaction that stores the name. */
  keep(name: string): string;
  restore(name: string, asset: string): void;
  has(asset: string): boolean;
  /** @throws {RangeError} If the sandbox didn't create the name: imported rows may contain any name. */
  content(asset: string, size: number): Content;
  /** Removes every unused file. Call it in a transaction, so that no other process stores names. */
  sweep(referred: ReadonlySet<string>): void;
  close(): void;
}

export interface Converter {
  isInstalled(): Promise<boolean>;
  /** Converts sound of a format to a quality. */
  convert(content: Content, format: string, output: string): AsyncIterable<Uint8Array>;
}

export interface Host {
  readonly sqlite: SqliteEngine;
  /** Opens the files of a world. @param databasePath Path of its database; undefined for an in-memory world. */
  files(databasePath?: string): FileStore;
  readonly converter?: Converter;
  /** SHA-256 of a string; with a key, its HMAC. */
  sha256(text: string, key?: string): Uint8Array;
  /** The image of the default catalogue, where unpacking one is faster than drawing it. */
  readonly catalogue?: () => Uint8Array;
}

let installed: Host | undefined;

export function installHost(host: Host): void {
  installed = host;
}

export function host(): Host {
  if (installed === undefined) throw new Error("Cannot use the sandbox: its entry for this runtime is not loaded");
  return installed;
}
