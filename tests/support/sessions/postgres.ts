/**
 * A PostgreSQL server for a test, in a temporary folder on a free port, from the system's package.
 *
 * @module
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathOf } from "../programs.ts";
import { freePort } from "./redis.ts";

/** A PostgreSQL server. */
export interface PostgresServer extends AsyncDisposable {
  /** The URL for clients. */
  readonly url: string;
  /** Kills it, as a crash would, and restarts it with its data. */
  restart(): Promise<void>;
}

/** PostgreSQL refuses to run as root, so it then runs as `nobody`. */
const NOBODY = 65534;

/** Starts a server. */
export async function startPostgres(): Promise<PostgresServer> {
  const server = pathOf("postgres");
  if (!server) throw new Error("PostgreSQL is not installed");
  const programs = dirname(server);
  const isRoot = Deno.uid() === 0;
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  // It runs in its own folder, because another user may not be able to access the current one.
  const user = { cwd: folder, ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}) };
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  chmodSync(folder, 0o700);
  const data = join(folder, "data");
  const setup = ["-D", data, "-U", "tests", "--auth=trust", "--no-sync", "-E", "UTF8"];
  execFileSync(join(programs, "initdb"), setup, { ...user, stdio: "ignore" });
  const port = freePort();
  const run = () => startServer(join(programs, "postgres"), ["-D", data, "-k", folder, "-p", String(port)], user);
  let child = await run();
  return {
    url: `postgres://tests@127.0.0.1:${port}/postgres`,
    async restart() {
      await stop(child);
      child = await run();
    },
    async [Symbol.asyncDispose]() {
      await stop(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stops the server when stdin ends. SIGQUIT ends all of its processes without notice to the clients. */
const GUARD = '"$@" & read -r _; kill -QUIT $!; wait $!';
const SETTINGS = ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=200"];

async function startServer(program: string, args: string[], user: object): Promise<ChildProcess> {
  const command = ["-c", GUARD, "sh", program, ...args, ...SETTINGS];
  const child = spawn("/bin/sh", command, { ...user, stdio: ["pipe", "ignore", "pipe"] });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let log = "";
  child.once("error", reject);
  child.once("exit", () => reject(new Error(`PostgreSQL ended: ${log}`)));
  child.stderr!.on("data", (text) => /ready to accept/.test(log += text) && resolve());
  await promise;
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const closed = once(child, "exit");
  child.stdin!.end();
  await closed;
}
