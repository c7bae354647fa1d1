/** Node, Deno and Bun as the sandbox's host: SQLite of the runtime, files, ffmpeg and sockets. */
import { Buffer } from "node:buffer";
import { createHash, createHmac } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { type Host, installHost, type SqliteEngine } from "./base/host.ts";
import { MediaFiles } from "./host/disk/files.ts";
import { nativeSqlite } from "./host/disk/sqlite.ts";
import { ffmpeg } from "./host/ffmpeg.ts";
import { serve } from "./host/serve.ts";
import { createSandbox, installServers, type Sandbox, type SandboxOptions } from "./sandbox.ts";
import { PREPARED } from "./seed/prepared.ts";

let loaded: SqliteEngine | undefined;

function sqlite(): SqliteEngine {
  const engine = nativeSqlite() ?? loaded;
  if (engine !== undefined) return engine;
  throw new Error(
    "Cannot open the sandbox: this runtime has no SQLite with FTS5: use Node 22.16, or `const createSandbox = await loadSandbox()`",
  );
}

/**
 * Loads what the runtime lacks: before Node 22.16, SQLite as WebAssembly. Elsewhere there is nothing to load.
 *
 * @returns `createSandbox()`. With a `path`, the state is in one process at a time where SQLite was loaded.
 */
export async function loadSandbox(): Promise<(options?: SandboxOptions) => Sandbox> {
  if (nativeSqlite() === undefined && loaded === undefined) {
    const [{ loadSqlite }, { fileEngine }] = await Promise.all([
      import("./web/sqlite.ts"),
      import("./host/disk/whole_file.ts"),
    ]);
    loaded = fileEngine(await loadSqlite());
  }
  return createSandbox;
}

export const nodeHost: Host = {
  get sqlite() {
    return sqlite();
  },
  files: (databasePath) => new MediaFiles(databasePath),
  converter: ffmpeg,
  sha256: (text, key) => (key === undefined ? createHash("sha256") : createHmac("sha256", key)).update(text).digest(),
  catalogue: () => brotliDecompressSync(Buffer.from(PREPARED, "base64")),
};

installHost(nodeHost);

installServers({
  serve,
  async proxy(respond, options) {
    const { startProxy } = await import("./host/proxy/proxy.ts");
    return await startProxy(respond, options);
  },
});
