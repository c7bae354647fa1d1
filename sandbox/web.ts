/**
 * The sandbox in a page, in a worker, or anywhere else that has `fetch` and WebAssembly.
 *
 * ```ts
 * import { loadSandbox } from "@tonearm/sandbox/web";
 *
 * const createSandbox = await loadSandbox();
 * using sandbox = createSandbox();
 * console.log((await sandbox.fetch(`${sandbox.clientConfig.baseUrl}/tracks/1`)).status); // 401
 * ```
 *
 * @module
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { useLame } from "./audio/mp3_encoder.ts";
import { type Host, installHost } from "./base/host.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
import { MemoryFiles } from "./web/files.ts";
import { loadSqlite, memoryEngine, type Wasm } from "./web/sqlite.ts";

export type { Sandbox, SandboxOptions } from "./sandbox.ts";
export type { Wasm } from "./web/sqlite.ts";

/** Options of {@linkcode loadSandbox}. */
export interface LoadOptions {
  /** SQLite's WebAssembly, if a bundler doesn't put the file beside its script: `sqlite3.wasm` of its package. */
  readonly wasm?: Wasm | Response | PromiseLike<Wasm | Response>;
  /** LAME, which encodes MP3, where compiling is forbidden: `wasm/mp3.wasm` of `wasm-media-encoders`. */
  readonly lame?: WebAssembly.Module;
}

let loading: Promise<Host> | undefined;

/**
 * Loads SQLite, once. Everything after it is synchronous.
 *
 * @returns `createSandbox()` as on a server, but without `path`, `serve()` and `proxy()`.
 */
export async function loadSandbox(options: LoadOptions = {}): Promise<(options?: SandboxOptions) => Sandbox> {
  loading ??= load(options);
  loading.catch(() => loading = undefined);
  installHost(await loading);
  return createSandbox;
}

async function load({ wasm, lame }: LoadOptions): Promise<Host> {
  const sqlite = memoryEngine(await loadSqlite(wasm));
  if (lame !== undefined) useLame(lame);
  return {
    sqlite,
    files: () => new MemoryFiles(),
    sha256: (text, key) =>
      key === undefined ? sha256(utf8ToBytes(text)) : hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)),
  };
}
