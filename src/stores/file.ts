/**
 * Tokens in a file that many processes on one machine share.
 *
 * A refresh token works once. When two processes refresh at the same time, one of them loses, and the user has to sign
 * in again. With this store only one process refreshes; the others wait and use its tokens.
 *
 * @example
 * ```ts
 * import { ServiceClient } from "@tonearm/client";
 * import { FileTokenStore } from "@tonearm/client/file";
 * import { createSandbox } from "@tonearm/sandbox";
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 *
 * using sandbox = createSandbox();
 * const path = join(await mkdtemp(join(tmpdir(), "tokens-")), "me.json");
 * const tokenStore = new FileTokenStore(path);
 * const { access_token, refresh_token } = sandbox.issueTokens();
 * await tokenStore.setTokens(access_token, refresh_token);
 * const client = new ServiceClient({ ...sandbox.clientConfig, tokenStore });
 * console.log((await client.me.getMe()).username);
 * ```
 *
 * @module
 */
import { dirname } from "node:path";
import { endSession, startSession } from "../oauth/stored_session.ts";
import { isSameRecord, toTokenRecord } from "../oauth/token_record.ts";
import type { TokenStore } from "../types/config.ts";
import type { AtomicTokenStore, TokenLease, TokenRecord } from "../types/token_record.ts";
import { type FileLockOptions, type HeldLock, withFileLock } from "./file_lock.ts";
import {
  completeWrite,
  makePrivateFolder,
  readPrivateFile,
  refusal,
  removePrivateFile as removeFile,
  replacePrivateFile,
  writePrivateFile,
} from "./file_private.ts";

export { type FileLockOptions, type HeldLock, readPrivateFile, withFileLock, writePrivateFile };
export type { AtomicTokenStore, TokenLease, TokenRecord, TokenStore };

/**
 * An {@linkcode AtomicTokenStore} in a file (mode 0600) that many processes of one machine share, containers too. It
 * replaces the file atomically and flushes it to disk. A file of another program is an error and stays unchanged. The
 * next refresh completes a write that a crash or a failing disk has interrupted.
 */
export class FileTokenStore implements AtomicTokenStore, TokenStore {
  readonly #path: string;
  readonly #options: FileLockOptions;

  /**
   * Creates a store. The file and its folder needn't exist.
   *
   * @param path The file.
   * @param options How to wait for its lock.
   * @throws {TypeError} When the path is empty.
   */
  constructor(path: string, options: FileLockOptions = {}) {
    if (typeof path !== "string" || !path) throw new TypeError("Cannot make a token store: the path is empty");
    this.#path = path;
    this.#options = options;
  }

  /**
   * Reads the record.
   *
   * @returns The record; `undefined` when there's no file.
   * @throws {ServiceError} `token_store` when the file can't be read, isn't a token file or belongs to another user.
   */
  async read(): Promise<TokenRecord | undefined> {
    return recordIn(await readPrivateFile(this.#path), this.#path);
  }

  /**
   * Replaces the record if it's still the expected one. Once this resolves, it survives a crash.
   *
   * @param expected The record that was read before; `undefined` if there is no file.
   * @param next What to store.
   * @returns Whether it was stored.
   * @throws {ServiceError} As {@linkcode FileTokenStore.read}, and when the file can't be written: the record then
   * stays in a draft beside it, and the next write or refresh puts it in place.
   */
  async compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    const stored = await updatePrivateFile(this.#path, isTokenFile, (text) => {
      return isSameRecord(recordIn(text, this.#path), expected) ? JSON.stringify(next) : undefined;
    }, this.#options);
    return stored !== undefined;
  }

  /**
   * Runs work under a lock on the file.
   *
   * @param work The work.
   * @returns The result of the work.
   * @throws {ServiceError} `lock` when another process holds the lock for too long, or it can't be created.
   */
  async lock<T>(work: (lease?: TokenLease) => Promise<T>): Promise<T> {
    return await withFileLock(`${this.#path}.lock`, async (lease) => {
      await updatePrivateFile(this.#path, isTokenFile, () => undefined, this.#options);
      return await work(lease);
    }, this.#options);
  }

  /**
   * Reads the access token.
   *
   * @returns The token, or `undefined` when none is stored.
   * @throws {ServiceError} As {@linkcode FileTokenStore.read}.
   */
  async getAccessToken(): Promise<string | undefined> {
    return (await this.read())?.accessToken;
  }

  /**
   * Reads the refresh token.
   *
   * @returns The token, or `undefined` when none is stored.
   * @throws {ServiceError} As {@linkcode FileTokenStore.read}.
   */
  async getRefreshToken(): Promise<string | undefined> {
    return (await this.read())?.refreshToken;
  }

  /**
   * Starts a session with a pair, whatever is stored. An earlier refresh can't undo it.
   *
   * @param accessToken The access token.
   * @param refreshToken The refresh token.
   * @throws {ServiceError} As {@linkcode FileTokenStore.compareAndSwap}.
   */
  async setTokens(accessToken: string, refreshToken?: string): Promise<void> {
    await startSession(this, { accessToken, ...(refreshToken && { refreshToken }) });
  }

  /**
   * Ends the session. The file stays, without tokens, so that an earlier refresh can't revive the session.
   *
   * @throws {ServiceError} As {@linkcode FileTokenStore.compareAndSwap}.
   */
  async clearTokens(): Promise<void> {
    await endSession(this);
  }
}

/**
 * Updates a file under a lock. An interrupted write is completed first. Only its owner can read the file (mode 0600)
 * and a folder that is created for it.
 *
 * @param path The file.
 * @param isWhole Tells whether a text is complete, not half written.
 * @param update Returns the new text for the old one; `undefined` leaves the file unchanged.
 * @param options How to wait for the lock.
 * @returns The written text, or `undefined`.
 * @throws {ServiceError} `lock`, or `token_store` when the file can't be used.
 */
export async function updatePrivateFile(
  path: string,
  isWhole: (text: string) => boolean,
  update: (text: string | undefined) => string | undefined,
  options: FileLockOptions = {},
): Promise<string | undefined> {
  await makePrivateFolder(dirname(path)).catch((cause) => {
    throw refusal(path, `its folder can't be created (${Object(cause).code ?? "unknown"})`, cause);
  });
  return await withFileLock(`${path}.write`, async () => {
    await completeWrite(path, isWhole).catch((cause) => {
      throw refusal(path, `a write can't be completed (${Object(cause).code ?? "unknown"})`, cause);
    });
    const before = await readPrivateFile(path);
    const next = update(before);
    if (next !== undefined) await replacePrivateFile(path, before, next);
    return next;
  }, options);
}

/**
 * Removes a file, and the drafts of interrupted writes, under a lock. A missing file is no error.
 *
 * @param path The file.
 * @param options How to wait for the lock.
 * @throws {ServiceError} `lock`, or `token_store` when the file can't be used.
 */
export async function removePrivateFile(path: string, options: FileLockOptions = {}): Promise<void> {
  await withFileLock(`${path}.write`, async () => {
    await readPrivateFile(path);
    await removeFile(path);
  }, options);
}

function recordIn(text: string | undefined, path: string): TokenRecord | undefined {
  if (text === undefined) return undefined;
  const record = parse(text);
  if (!record) throw refusal(path, "it isn't a token file");
  return record;
}

function isTokenFile(text: string): boolean {
  return !!parse(text);
}

function parse(text: string): TokenRecord | undefined {
  try {
    return toTokenRecord(JSON.parse(text));
  } catch {
    // The parser's message would reveal the file's content.
    return undefined;
  }
}
