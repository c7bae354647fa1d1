/**
 * Tokens in a file that many processes of one machine share.
 *
 * A refresh token works once. When two processes refresh at the same time, one of them loses, and the user has to sign
 * in again. With this store only one process refreshes; the others wait and take its tokens over.
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
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { TokenStore } from "../types/config.ts";
import { absent, type FileLockOptions, type HeldLock, withFileLock } from "./file_lock.ts";
import { finishWrite, makePrivateFolder, removePrivateFile, writePrivateFile } from "./file_private.ts";

export { type FileLockOptions, type HeldLock, removePrivateFile, withFileLock, writePrivateFile };
export type { TokenStore };

interface Stored {
  accessToken: string;
  refreshToken?: string | undefined;
}

/**
 * A {@linkcode TokenStore} in a file (mode 0600), with a lock beside it. It replaces the file in one step and waits
 * until it's on the disk; a file that isn't its own work is reported, and left as it is. What a process was killed in
 * writing during a refresh, the next one to refresh finishes.
 */
export class FileTokenStore implements TokenStore {
  readonly #path: string;
  readonly #options: FileLockOptions;
  #lock: HeldLock | undefined;

  /**
   * Names the file. It needn't exist, nor its folder.
   *
   * @param path The file.
   * @param options How its lock is waited for.
   * @throws {TypeError} When the path is empty.
   */
  constructor(path: string, options: FileLockOptions = {}) {
    if (typeof path !== "string" || !path) throw new TypeError("Cannot make a token store: the path is empty");
    this.#path = path;
    this.#options = options;
  }

  /**
   * Reads the access token.
   *
   * @returns The token, or `undefined` when none is stored.
   * @throws {Error} When the file can't be read, or isn't a token file.
   */
  async getAccessToken(): Promise<string | undefined> {
    return (await this.#read())?.accessToken;
  }

  /**
   * Reads the refresh token.
   *
   * @returns The token, or `undefined` when none is stored.
   * @throws {Error} When the file can't be read, or isn't a token file.
   */
  async getRefreshToken(): Promise<string | undefined> {
    return (await this.#read())?.refreshToken;
  }

  /**
   * Stores a pair. Once this resolves, it survives a crash.
   *
   * @param accessToken The access token.
   * @param refreshToken The refresh token.
   * @throws {Error} When the file can't be written, isn't a token file, or another process has taken over the lock.
   */
  async setTokens(accessToken: string, refreshToken?: string): Promise<void> {
    await makePrivateFolder(dirname(this.#path));
    await this.#read();
    const lock = this.#lock;
    const written = await writePrivateFile(
      this.#path,
      JSON.stringify({ accessToken, refreshToken } satisfies Stored),
      lock && (() => lock.isHeld()),
    );
    if (!written) throw new Error(`Cannot store tokens in ${this.#path}: another process has taken over the lock`);
  }

  /** Removes the file, and what interrupted writes have left of it. */
  async clearTokens(): Promise<void> {
    await removePrivateFile(this.#path);
  }

  /**
   * Does work while no other process does any under the same file.
   *
   * @param work The work.
   * @returns What the work gives.
   * @throws {Error} When another process keeps the lock for longer than the patience.
   */
  async lock<T>(work: () => Promise<T>): Promise<T> {
    return await withFileLock(`${this.#path}.lock`, async (lock) => {
      this.#lock = lock;
      try {
        await finishWrite(this.#path, (text) => !!tokensIn(text));
        return await work();
      } finally {
        this.#lock = undefined;
      }
    }, this.#options);
  }

  async #read(): Promise<Stored | undefined> {
    const text = await readFile(this.#path, "utf8").catch(absent);
    return text === undefined ? undefined : parse(text, this.#path);
  }
}

function parse(text: string, path: string): Stored {
  const tokens = tokensIn(text);
  if (!tokens) throw new Error(`Cannot read ${path}: it isn't a token file`);
  return tokens;
}

function tokensIn(text: string): Stored | undefined {
  try {
    const { accessToken, refreshToken } = JSON.parse(text) as Partial<Stored>;
    if (typeof accessToken === "string" && ["string", "undefined"].includes(typeof refreshToken)) {
      return { accessToken, refreshToken };
    }
  } catch {
    // The parser's own message would show what the file holds.
  }
}
