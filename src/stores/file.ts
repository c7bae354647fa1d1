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
import { isSameRecord, parseRecord } from "../oauth/token_record.ts";
import type { TokenStore } from "../types/config.ts";
import type { AtomicTokenStore, CheckedTokenStore, StoreFinding, TokenRecord } from "../types/token_record.ts";
import { checkFile } from "./file_check.ts";
import { type FileLockOptions, withFileLock } from "./file_lock.ts";
import {
  makePrivateFolder,
  readPrivateFile,
  refusal,
  removePrivateFile,
  updatePrivateFile,
  writePrivateFile,
} from "./file_private.ts";
import { SessionTokenStore } from "./session_token_store.ts";

export {
  type FileLockOptions,
  makePrivateFolder,
  readPrivateFile,
  removePrivateFile,
  updatePrivateFile,
  withFileLock,
  writePrivateFile,
};
export type { AtomicTokenStore, CheckedTokenStore, StoreFinding, TokenRecord, TokenStore };
export { SessionTokenStore };

/**
 * An {@linkcode AtomicTokenStore} in a file (mode 0600) that many processes of one machine share, containers too. It
 * replaces the file atomically and flushes it to disk. A file of another program is an error and stays unchanged. The
 * next reader completes a write that a crash has interrupted.
 */
export class FileTokenStore extends SessionTokenStore {
  readonly #path: string;

  /**
   * Creates a store. The file and its folder needn't exist.
   *
   * @param path The file.
   * @throws {TypeError} When the path is empty.
   */
  constructor(path: string) {
    super();
    if (typeof path !== "string" || !path) throw new TypeError("Cannot make a token store: the path is empty");
    this.#path = path;
  }

  /**
   * Reads the record.
   *
   * @returns The record; `undefined` when there's no file.
   * @throws {ServiceError} `token_store` when the file can't be read, isn't a token file or belongs to another user.
   */
  override async read(): Promise<TokenRecord | undefined> {
    return recordIn(await readPrivateFile(this.#path), this.#path);
  }

  /**
   * Replaces the record if it's still the expected one. Once this resolves, it survives a crash.
   *
   * @param expected The record that was read before; `undefined` if there is no file.
   * @param next What to store.
   * @returns Whether it was stored.
   * @throws {ServiceError} As {@linkcode FileTokenStore.read}, and when the file can't be written. With an intent, the
   * room for the next pair is taken too.
   */
  override async compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    const update = (text: string | undefined) =>
      isSameRecord(recordIn(text, this.#path), expected) ? JSON.stringify(next) : undefined;
    return await updatePrivateFile(this.#path, update, { reserve: !!next.intent }) !== undefined;
  }

  /**
   * Checks the file's folder, its permissions, the free space and the clock.
   *
   * @returns What is wrong, each with its remedy.
   */
  override async check(): Promise<StoreFinding[]> {
    return await checkFile(this.#path);
  }
}

function recordIn(text: string | undefined, path: string): TokenRecord | undefined {
  if (text === undefined) return undefined;
  const record = parseRecord(text);
  if (!record) throw refusal(path, "it isn't a token file");
  return record;
}
